"""The terminal client: pure drawing and reading of commands, and one thin loop around them."""
