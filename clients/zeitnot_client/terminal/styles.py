"""How the terminal's boards are coloured; nothing rests on it."""

SEAT_STYLES = ("bold blue", "bold yellow")
LEGAL_STYLE = "green"
QUIET_STYLE = "dim"
