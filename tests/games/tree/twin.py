"""The twin of game trees: nested tuples, read with a regular expression."""

import re
from dataclasses import dataclass, replace
from math import gcd
from typing import Any

from ..facts import VALUES
from ..twin import Result

LESSONS = {
    **{row["name"].replace(" ", "_"): row["tree"] for row in VALUES["tree"]["lessons"]},
    "best_order": "max(min(3,12,8),min(2,4,6),min(2,5,14))",
}
TOKEN = re.compile(r"(?:\[(\w+)\])?(max|min|avg|[ABC])\(|(-?\d+(?:\.\d+)?:)|(-?\d+)|([,)])")


@dataclass(frozen=True)
class Node:
    """`word` is a seat's word or `avg`; it is empty for a leaf, whose text is in `label`."""

    word: str
    label: str
    children: tuple["Node", ...] = ()
    shares: tuple[int, ...] = ()


@dataclass(frozen=True)
class State:
    root: Node
    path: tuple[int, ...] = ()

    @property
    def node(self) -> Node:
        node = self.root
        for step in self.path:
            node = node.children[step]
        return node


def read(text: str) -> Node:
    # Each entry: word, label, children, shares.
    stack: list[Any] = [[None, None, [], []]]
    for label, word, share, leaf, end in TOKEN.findall(text):
        if word:
            stack.append([word, label, [], []])
        elif share:
            stack[-1][3].append(round(100 * float(share[:-1])))
        elif leaf:
            stack[-1][2].append(Node("", leaf))
        elif end == ")":
            word, label, children, shares = stack.pop()
            stack[-1][2].append(Node(word, label, tuple(children), tuple(shares)))
    (root,) = stack[0][2]
    assert isinstance(root, Node)
    return root


class Tree:
    def __init__(self, lesson: str = "textbook") -> None:
        self.tree = LESSONS[lesson]
        self.seats = 3 if "C(" in self.tree else 2

    def start(self) -> State:
        return State(read(self.tree))

    def turn(self, state: State) -> int:
        word = state.node.word
        return {"max": 0, "min": 1}.get(word, "ABC".find(word))

    def legal(self, state: State) -> list[str]:
        if state.node.word in ("avg", ""):
            return []
        return [str(child) for child in range(len(state.node.children))]

    def play(self, state: State, move: str) -> State:
        return replace(state, path=(*state.path, int(move)))

    def throws(self, state: State) -> list[tuple[int, ...]]:
        """Each child's first face, on the smallest die that has the children's probabilities."""
        shares = state.node.shares
        face = gcd(100, *shares)
        return [(1 + sum(shares[:child]) // face,) for child in range(len(shares))]

    def throw(self, state: State, values: tuple[int, ...]) -> State:
        return self.play(state, str(self.throws(state).index(values)))

    def entries(self, state: State) -> tuple[int, ...]:
        """Each seat's payoff at a leaf."""
        if self.seats == 3:
            return tuple(map(int, state.node.label))
        value = int(state.node.label)
        return (value, value if "A(" in self.tree else -value)

    def result(self, state: State) -> Result | None:
        if state.node.word:
            return None
        entries = self.entries(state)
        if self.seats == 2:
            scores = [(entry > 0) + (entry == 0) / 2 for entry in entries]
        else:
            beaten = [[(a > b) + (a == b) / 2 for b in entries] for a in entries]
            scores = [(sum(row) - 0.5) / 2 for row in beaten]
        return tuple(scores), "rules", "leaf"  # type: ignore[return-value]

    def text(self, state: State) -> str:
        return f"{self.tree} {''.join(map(str, state.path))}".rstrip()
