"""Assembles the reference page of the games from engines/games/*/reference.md."""

# ruff: noqa: E501  the lines of the page

from pathlib import Path

from zeitnot_engines.games import NAMES

GAMES = Path(__file__).parents[1] / "engines/games"
_HEAD = """\
<!-- Assembled from engines/games/*/reference.md by `make docs`. -->

# The games and their notations

How each game writes positions and moves on the wire, in exports and in books, and which `word` can follow the reason
of an end. Every running server shows the rules at `/rules`, with pictures and in three languages. Seats are named in
order, starting with seat 0. The first value of a setting is its default.

These words can end any game:

| word | reason | when |
|---|---|---|
| `ended by the operator` | `aborted` | The operator ended the game; a colon and a reason may follow. |
| `adjudicated by the operator` | `adjudicated` | The operator decided the game; a colon and a reason may follow. |
| `the bot was wanted by others` | `aborted` | The game waited long for its person while others wanted its bot ([when](../why/pondering.md#how-many-games)). |
| `only bots were left` | | All people left the game ([ranks](../why/rooms.md#more-than-two-seats)). |
"""
_TAIL = """\
## How strong the house bot is

Every server runs a house bot called Ponderer. A level limits the search and sets how often the bot plays a random move
(`engines/zeitnot_engines/levels.py`). The limits are the same for most games. In gomoku levels 3, 4 and 5 search 2,000,
8,000 and 100,000 nodes, because attacks decide early; in Chinese checkers 1,500, 20,000 and 300,000, so that the bot
takes as long with six seats as with two. Go counts playouts. Solved games, such as Grundy's, are played perfectly except
for random moves: 80, 50, 25, 10 and 0 of a hundred.

Level 5 searches three million nodes a move, for up to five seconds. At full strength the bot uses the time that its clock
allows. A beginner who watches for hanging pieces can beat level 1. [Measured](../measurements/levels.md).

## From a position

`POST /api/v1/games` takes a `setup`: the starting position, and moves to play from there before anyone sits down. After
the move below it is Black's turn, so the bot on seat 1 moves first.

```json
{
  "game_type": "chess",
  "control": {"kind": "fischer", "base_ms": 300000, "increment_ms": 3000},
  "seats": [{"kind": "me"}, {"kind": "bot", "name": "Ponderer"}],
  "setup": {"position": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "moves": ["e2e4"]}
}
```

A position has no history, so repetition is counted from it. The moves are not plies of the game: they cannot be taken
back. No book learns from a game that did not begin at the start. Moves can be given up to the first chance event. A game
with hidden cards can begin only where every seat sees everything, such as before a deal or at the root of a
[tree](#tree), because the setup is public.

An invalid setup is refused with `bad_setup` and the reason: the text is not a position, a move cannot be played, or the
game would be over before it begins.
"""


def render() -> str:
    """The full page, with the games in the order of lists."""
    sections = [(GAMES / game / "reference.md").read_text("utf-8") for game in NAMES]
    return "\n".join([_HEAD, *sections, _TAIL])
