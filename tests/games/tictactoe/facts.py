"""What the general tests should know of tic-tac-toe."""

from ..facts import VALUES, Count, Facts
from .twin import TicTacToe

FACTS = Facts(
    twin=TicTacToe,
    playthroughs={"start": ({}, 3)},
    counts=[Count(VALUES["tictactoe"]["nodes"])],
)
