"""Commands of the engines, each a click command in a module of its own name."""
