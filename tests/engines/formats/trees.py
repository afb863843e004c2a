"""Random games with variations, comments, signs and clocks, and an independent reader of tags and
movetext, written from the PGN standard (sections 7 and 8)."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from zeitnot_engines.formats.record import Node, after
from zeitnot_engines.games import Game, History

COMMENTS = ("good", "Ünï 象棋", "a; b", "(not a variation) 1. x", "100 % $1 [#]", '"said"', "{")
VALUES = ("0.18", "-12.5", "#3", "#-2", "0")
SIGNS = ("!", "?", "!!", "??", "!?", "?!")  # of the glyphs 1 to 6


@dataclass
class WrittenMove:
    """A move in a text, with its glyphs, its comments, and the variations that replace it."""

    text: str
    nags: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    instead: list[list["WrittenMove"]] = field(default_factory=list)


# ── random games ───────────────────────────────────────────────────────────────────────────────


def positions(game: Game, rng: random.Random, count: int, max_plies: int) -> list[History]:
    """Positions of random games, none of them at an end."""
    found = list[History]()
    while len(found) < count:
        state = game.start()
        for _ in range(rng.randrange(max_plies)):
            if state.result is None:
                state = state.play(rng.choice(state.legal()))
        if state.result is None:
            found.append(game.parse(state.text))
    return found


def random_tree(rng: random.Random, start: History, moves: int | list[str]) -> Node:
    """A root with a game of these moves, or of this number, below it; its first move may have
    variations, too."""
    root = Node()
    if rng.random() < 0.1:
        root.comments.append(rng.choice(COMMENTS))
    _grow(rng, root, start, [None] * moves if isinstance(moves, int) else moves, depth=0)
    return root


def _grow(
    rng: random.Random, node: Node, state: History, moves: Sequence[str | None], depth: int
) -> None:
    for move in moves:
        if state.result is not None or not (legal := state.legal()):
            return
        branches = 1 if depth > 2 or rng.random() > 0.1 else rng.choice((2, 3))
        chosen = rng.sample(legal, min(branches, len(legal)))
        if move is not None:
            chosen = [move, *(other for other in chosen if other != move)]
        node.children = [_annotated(rng, move) for move in chosen]
        for other in node.children[1:]:
            _grow(rng, other, after(state, other), [None] * rng.randint(0, 3), depth + 1)
        node = node.children[0]
        state = after(state, node)


def _annotated(rng: random.Random, move: str) -> Node:
    node = Node(move)
    if rng.random() < 0.2:
        node.comments = rng.sample(COMMENTS, rng.choice((1, 1, 2)))
    if rng.random() < 0.2:
        node.nags = rng.sample((1, 2, 3, 4, 5, 6, 14, 36, 146, 250), rng.choice((1, 1, 2)))
    if rng.random() < 0.2:
        node.clock_ms = rng.choice((0, 61_500, 3_600_000, 35_999_000, 59_999, 7))
    if rng.random() < 0.2:
        node.value = rng.choice(VALUES)
    return node


# ── the independent reader ─────────────────────────────────────────────────────────────────────

_TOKEN = re.compile(
    r"""\{(?P<comment>[^}]*)\} | ;(?P<rest>[^\n]*) | \$(?P<nag>\d+) | (?P<bracket>[()])
    | (?P<number>\d+\s*\.+) | (?P<result>1-0|0-1|1/2-1/2|\*)(?![^\s]) | (?P<word>[^\s{}();$]+)""",
    re.VERBOSE,
)


def read_text(text: str) -> Iterator[tuple[dict[str, str], list[str], list[WrittenMove], str]]:
    """The games of a text: tags, the comments before the first move, moves and result."""
    for part in re.split(r"\n\n(?=\[)", text.strip()):
        head, _, body = part.partition("\n\n")
        tags = dict(re.findall(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]$', head, re.MULTILINE))
        assert len(tags) == len(head.splitlines()), head
        before, line, result = _movetext(body)
        yield (
            {name: re.sub(r"\\(.)", r"\1", value) for name, value in tags.items()},
            before,
            line,
            result,
        )


def _movetext(text: str) -> tuple[list[str], list[WrittenMove], str]:
    before, result = list[str](), ""
    line, outer = list[WrittenMove](), list[list[WrittenMove]]()
    for token in _TOKEN.finditer(text):
        kind, value = token.lastgroup, token[token.lastgroup or ""]
        assert not result, f"{value!r} behind the result"
        match kind:
            case "comment" | "rest":
                (line[-1].comments if line else before).append(" ".join(value.split()))
            case "nag":
                line[-1].nags.append(int(value))
            case "bracket" if value == "(":
                line[-1].instead.append([])
                outer.append(line)
                line = line[-1].instead[-1]
            case "bracket":
                line = outer.pop()
            case "word":
                line.append(_word(value))
            case "result":
                result = value
    assert not outer
    return before, line, result


def _word(text: str) -> WrittenMove:
    plain = text.rstrip("!?")
    sign = text[len(plain) :]
    return WrittenMove(plain, [SIGNS.index(sign) + 1] if sign else [])


# ── comparing ──────────────────────────────────────────────────────────────────────────────────


def written_comments(node: Node) -> list[str]:
    """The comments that a text must have for a node: its value and clock come first."""
    commands = [] if node.value is None else [f"[%eval {node.value}]"]
    if node.clock_ms is not None:
        commands.append(f"[%clk {clock(node.clock_ms)}]")
    if not commands:
        return node.comments
    return [" ".join([*commands, *node.comments[:1]]), *node.comments[1:]]


def clock(ms: int) -> str:
    """`0:01:01.5`"""
    seconds = f"{ms % 60_000 / 1000:06.3f}".rstrip("0").rstrip(".")
    return f"{ms // 3_600_000}:{ms // 60_000 % 60:02}:{seconds.zfill(2)}"


def check_line(node: Node, words: list[WrittenMove], state: History, written: "Written") -> None:
    """Checks that `words`, the moves of a text, are the line below the node. `written`: the texts
    that a move may have."""
    for word in words:
        main = node.children[0]
        assert len(node.children) == 1 + len(word.instead), (word, node)
        for child, one in zip(
            node.children, [word, *(line[0] for line in word.instead)], strict=True
        ):
            assert one.text in written(state, child.move), (one.text, child.move, state.text)
            assert (one.nags, one.comments) == (child.nags, written_comments(child))
        for child, line in zip(node.children[1:], word.instead, strict=True):
            check_line(child, line[1:], after(state, child), written)
        node, state = main, after(state, main)
    assert not node.children


Written = Callable[[History, str], tuple[str, ...]]
"""Gives the texts that mean a move, without the code under test."""


def content(node: Node) -> tuple[object, ...]:
    """A node with everything below it, except for its lines in the file."""
    return (
        *(node.move, node.throw, node.is_null, tuple(node.comments), tuple(node.nags)),
        *(node.clock_ms, node.periods, node.value, tuple(map(content, node.children))),
    )
