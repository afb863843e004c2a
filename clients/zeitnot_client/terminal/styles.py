"""The colours of the terminal's boards, which carry no information of their own."""

SEAT_STYLES = (
    *("bold blue", "bold yellow", "bold green"),
    *("bold red", "bold magenta", "bold cyan"),
)
LEGAL_STYLE = "green"
QUIET_STYLE = "dim"


def seat_style(seat: int) -> str:
    """The colour of a seat; after six seats the colours repeat."""
    return SEAT_STYLES[seat % len(SEAT_STYLES)]
