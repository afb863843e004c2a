"""The colours of the terminal's boards; no information depends on them."""

SEAT_STYLES = ("bold blue", "bold yellow")
LEGAL_STYLE = "green"
QUIET_STYLE = "dim"
