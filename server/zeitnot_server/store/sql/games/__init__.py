"""Games as lists, records and searches show them."""
