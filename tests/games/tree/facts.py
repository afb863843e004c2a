"""Data of game trees for the tests that run on every game."""

from ..facts import Facts
from .twin import LESSONS, Tree


def many(tree: str, *counts: int) -> str:
    """A tree with these numbers of children in each ply, given from the last ply to the first."""
    for count in counts:
        tree = f"max({','.join([tree] * count)})"
    return tree


FACTS = Facts(
    twin=Tree,
    twin_games=12,
    playthroughs={lesson: ({"lesson": lesson}, 1) for lesson in sorted(LESSONS)},
    unit="points",
    draws=False,
    keys=[({}, 0xCCF80D6B73436E2B), ({"lesson": "signal"}, 0x34ADF0E646AA32B9)],
    refused=[
        ("", "text ends where a node"),
        ("max()", "missing before"),
        ("max(1,,2)", "missing before"),
        ("max(1, 2)", "without blanks"),
        ("MAX(1,2)", "max in small letters"),
        ("max(Min(1,2))", "min in small letters"),
        ("max[1,2]", "After max stands"),
        ("max((1,2),3)", "Before a bracket"),
        ("b(1,2)", "capital letter"),
        ("max(one,2)", "or a whole number"),
        ("max(-,2)", "After the sign"),
        ("max(1.5,2)", "is a whole number"),
        ("max(1,2", "closing bracket"),
        ("max(1;2)", "closing bracket"),
        ("max(1,2)3", "ends before"),
        ("max(1,02)", "leading zeros"),
        ("max(1,-0)", "without a sign"),
        ("max(1,1000000)", "at most 6 digits"),
        ("max(A(1,2),3)", "do not mix"),
        ("C(1,2)", "three seats"),
        ("avg(1,2)", "probability:tree"),
        ("avg(0.5:1,0.6:2)", "add up to 1"),
        ("avg(0.333:1,0.667:2)", "probability:tree"),
        ("[p]avg(1:2)", "before a seat's node"),
        ("[P]max(1)", "small letters"),
        ("[abcdefghi]max(1)", "one to 8 small letters"),
        ("max([p]min(1),[p]max(2))", "one seat's"),
        ("max([p]min(1),[p]min(2,3))", "as many moves"),
        ("max([p]max(1,2),[p]max(3,4))", "forget its own move"),
        ("[p]max([p]max(1,3),2)", "above it"),
        ("max(0,1,2,3,4,5,6,7,8,9,10)", "10 children"),
        ("max(" * 17 + "1" + ")" * 17, "16 plies"),
        ("1" * 1001, "1000 characters"),
        (many("1", 2, 10, 10), "250 nodes"),
        ("max(1,2) 2", "one of its nodes"),
        ("max(1,2) ", "one of its nodes"),
    ],
)
