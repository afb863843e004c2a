"""The reference page of the games, from their sections beside their rules: engines/games/*/reference.md."""

# ruff: noqa: E501  the lines of the page

from pathlib import Path

from zeitnot_engines.games import NAMES

GAMES = Path(__file__).parents[1] / "engines/games"
_HEAD = """\
<!-- Assembled from engines/games/*/reference.md by `make docs`. -->

# The games and their notations

How positions and moves are written on the wire, in exports and in books, and the `word` that an end
has beside its reason. The rules themselves, with pictures and in three languages, are at `/rules` of every
running server. Seats are named in their order: seat 0 first. A setting's default is the first of its values.

A game that the operator has ended is aborted with the word `ended by the operator`, and one that the
operator has decided has the reason `adjudicated` and the word `adjudicated by the operator`;
a colon and a reason may follow. One that has waited long for its person while others wanted its
bot ([when](../why/pondering.md#how-many-games)) is aborted with `the bot was wanted by others`.
A game that its people have left to bots ends with `only bots were left` ([ranks](../why/rooms.md#more-than-two-seats)).
"""
_TAIL = """\
## How strong the house bot is

The house bot is the one that every server brings with it; its name is Ponderer, since it thinks on its opponent's time, too.
Levels limit what is searched and how often a move is drawn at random
(`engines/zeitnot_engines/levels.py`); they are the same for most games. Of gomoku the levels 3, 4 and 5 search 2,000, 8,000 and
100,000 nodes, since its attacks decide early, of Chinese checkers 1,500, 20,000 and 300,000, so that they think alike with two seats and
with six; Go counts playouts; games that are solved, as Grundy's, are played perfectly but for
random moves: 80, 50, 25, 10 and 0 of a hundred. Points from 20 games each,
from random openings of four plies (recorded on 20 November 2026; the command was not kept):

| | chess | xiangqi |
|---|---|---|
| level 1 against random moves | 19 | 20 |
| level 1 against always capturing the most | 10 | 6 |
| level 2 against level 1 | 17 | 19 |
| level 3 against level 2 | 16 | 19 |
| level 4 against level 3 | 16 | 20 |

Level 5 searches three million nodes a move, at most five seconds; full strength what
its clock allows. A beginner who watches for hanging pieces can beat level 1.

## From a position

`POST /api/v1/games` takes a `setup`: where the game begins, and moves that are played from there before
anybody sits down. Seats keep their colours: after the move below
it is Black's turn, so the bot on seat 1 moves first.

```json
{
  "game_type": "chess",
  "control": {"kind": "fischer", "base_ms": 300000, "increment_ms": 3000},
  "seats": [{"kind": "me"}, {"kind": "bot", "name": "Ponderer"}],
  "setup": {"position": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "moves": ["e2e4"]}
}
```

A position has no history: repetition is counted from it. The moves given are not plies of the game; they cannot
be taken back, and no book learns from a game that did not begin at the start. Moves can be
given up to the first throw. A game with hidden cards may begin only where all seats see everything, as before a deal or at the root of a
[tree](#tree), since the setup is shown to all. An invalid setup is refused with `bad_setup` and the reason: a text that is not a
position, a move that cannot be played, a game that would be over before it begins.
"""


def render() -> str:
    """The page: the sections in the order of lists."""
    sections = [(GAMES / game / "reference.md").read_text("utf-8") for game in NAMES]
    return "\n".join([_HEAD, *sections, _TAIL])
