"""Data of Chinese checkers for the tests that run on every game."""

from ..facts import VALUES, Count, Facts
from .twin import ChineseCheckers

START = "A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/BBBB/BBB/BB/B"
HOME = "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A"


def without_plies(text: str) -> str:
    """The text, which instead of the number of plies says whether pegs must leave home."""
    rows, turn, plies, *places = text.split()
    seats = {seat for seat in range(6) if "ABCDEF"[seat] in rows or str(seat) in "".join(places)}
    is_late = len(seats) == 2 and int(plies) >= 60
    return " ".join((rows, turn, str(is_late), *places))


FACTS = Facts(
    twin=ChineseCheckers,
    twin_games=3,
    max_plies=130,
    playthroughs={
        "two": ({}, 1),
        "three": ({"seats": 3}, 2),
        "four": ({"seats": 4}, 3),
        "six": ({"seats": 6}, 4),
    },
    counts=[
        Count(one["nodes"], settings={"seats": one["seats"]}) for one in VALUES["chinesecheckers"]
    ],
    unit="win_probability",
    draws=False,
    distinct=without_plies,
    keys=[
        ({}, 0x89FE275530D2BF5E),
        ({"seats": 3}, 0xAEC62FAF276343F3),
        ({"seats": 4}, 0x53D724A27F5084C8),
        ({"seats": 6}, 0xBE3B6E092CDE98E5),
    ],
    refused=[
        ("", "A position is"),
        (f"{START} 0 0 -", "A position is"),
        (f"{START[:-2]} 0 0 - -", "The rows are"),
        (f"{START}/1 0 0 - -", "The rows are"),
        (f"{START.replace('13', '12', 1)} 0 0 - -", "The rows are"),
        (f"{START.replace('13', '67', 1)} 0 0 - -", "The rows are"),
        (f"{START.replace('13', '0B12', 1)} 0 0 - -", "The rows are"),
        (f"{START.replace('13', '13C', 1)} 0 0 - -", "The rows are"),
        (f"{START} 2 0 - -", "The seat to move is"),
        (f"{START} 0 801 - -", "400 plies per seat"),
        (f"{START} 0 01 - -", "400 plies per seat"),
        (f"{START} 0 0 2 -", "one seat still plays"),
        (f"{START} 0 0 01 -", "one seat still plays"),
        (f"{START} 0 0 0 1", "one seat still plays"),
        (f"{START} 0 0 - 0", "The seat to move still plays"),
        (f"{START} 1 0 0 -", "has finished has pegs"),
        (f"{HOME} 0 40 - -", "filled its goal has finished"),
        (f"{START.replace('13', 'A12', 1)} 0 0 - -", "ten pegs"),
        (f"{START} 0 0 - 1", "none when it has left"),
    ],
)
