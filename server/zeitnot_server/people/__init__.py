"""Which people play and talk with each other."""
