"""Commands of the engines, each a click command in the module of its name."""
