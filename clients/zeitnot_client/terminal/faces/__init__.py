"""How each game looks in the terminal: `<game>.py` with a `FACE`, found by name."""
