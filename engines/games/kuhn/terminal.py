"""Kuhn poker's table as text."""

from zeitnot_client.terminal.poker import Betting, Poker, poker_face

FACE = poker_face(
    Poker(
        card="[JQK]",
        hidden=1,
        words={"b": ("bet",)},
        betting=lambda _: Betting((1, 1), (0,), lambda _, called, __: called + 1),
        has_board=False,
    )
)
