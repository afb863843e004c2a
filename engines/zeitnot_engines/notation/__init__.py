"""How each game is written beyond what is sent: `<game>.py` with a `NOTATION`, found by name."""
