"""The table of limit hold'em as text."""

from zeitnot_client.terminal.poker import Betting, Poker, poker_face

_BETS = (2, 2, 4, 4)

FACE = poker_face(
    Poker(
        card="[2-9TJQKA][cdhs]",
        hidden=2,
        words={"r": ("bet", "raise")},
        betting=lambda _: Betting(
            (1, 2), (0, 1, 1, 1), lambda _, called, number: called + _BETS[number]
        ),
        dealer=True,
    )
)
