"""The table of Leduc hold'em as text."""

from collections.abc import Mapping

from zeitnot_client.terminal.poker import Betting, Poker, poker_face

_LIMITS = (2, 4)


def _betting(settings: Mapping[str, str | int | bool]) -> Betting:
    stack = int(settings.get("stack", 10))

    def raised(letter: str, called: int, number: int) -> int:
        sizes = {"r": called + _LIMITS[number], "h": 2 * called, "p": 3 * called, "a": stack}
        return sizes[letter]

    return Betting((1, 1), (0, 0), raised)


FACE = poker_face(
    Poker(
        card="[JQK][sh]",
        hidden=1,
        words={"r": ("raise",), "h": ("half",), "p": ("pot",), "a": ("all in",)},
        betting=_betting,
    )
)
