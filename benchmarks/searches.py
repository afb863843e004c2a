"""Measures in nodes what each heuristic of the search saves and each table strategy costs.

    python -m benchmarks.searches parts     heuristics added one by one, and left out one by one
    python -m benchmarks.searches tables    every replacement strategy, with small tables
    python -m benchmarks.searches choices   checkers' first moves beside those of the full search

The games to measure may follow `parts`; the default is all.

Prints the Markdown tables of docs/measurements/search.md and table.md. Nodes do not depend on the
machine; a search of more than MAX_NODES is reported as such. With few positions chance would
outweigh the heuristics: besides the start and well-known positions there are six from near-level
games of the engine with itself, from random openings.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.engines.building import build_checks, run
from zeitnot_engines._core import heuristics
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import History, load

MAX_NODES = 4_000_000
SLOTS = (1 << 12, 1 << 15)  # of 16 bytes
STRATEGIES = {  # C++ classes of core/tests/strategies.hpp; the engine's table uses Buckets
    "always": "Always",
    "later": "Later",
    "depth": "Depth",
    "bucket": "Buckets",
    "two_tier": "TwoTier",
    "several": "Several",
    "chained": "Chained",
}
PRUNING = (
    "delta",
    "exchanges",
    "stillness",
    "singular",
    "null_move",
    "reductions",
    "late_moves",
    "futility",
    "reverse_futility",
    "razoring",
    "internal",
)
GAMES: dict[str, tuple[int, int, tuple[str | None, ...]]] = {  # shallow, deep, positions
    "chess": (
        3,
        7,
        (
            None,
            "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 b - - 0 8",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r1b1k1nr/pp1nbpp1/1qpp3p/4p3/4PP2/P1NP3N/1PP1B1PP/R1BQK2R w KQkq - 6 8",
            "1r1qkb1r/p1pb1pp1/p3p3/3p4/5PQ1/3PP3/PPP1N1PP/R1B2RK1 w k - 3 13",
            "r1b2qr1/1p2k1bp/1npp1p1p/p6B/1P1PP3/P1N3P1/2PNQ3/2KR3R w - - 0 18",
            "r2r4/5kbp/Ppb3p1/2p1p3/1pP1Pp2/3B3P/1P1B1PP1/R2R2K1 w - - 4 23",
            "1r1q1rk1/p5b1/3p1p2/p2Pp2p/P1R3bB/3Q4/1PPN1PP1/R5K1 w - - 4 28",
            "6r1/1prn1k1p/6q1/2P1p3/6p1/B4p2/P3QPPP/R2R2K1 w - - 0 33",
        ),
    ),
    "xiangqi": (
        3,
        6,
        (
            None,
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
            "rnbakab1r/9/4c1n2/p1p1p1p1p/9/P8/4P1c1P/N3C3R/4A2C1/1RB1KABN1 w - - 4 8",
            "3ak1b2/4a4/b1n1c3n/p1p1p4/1r4p1p/2P6/Pc2P1P1P/B1C2C2N/3NA4/1R2KAB2 w - - 7 13",
            "1nbakC3/4n4/4b4/p1p1p1r1p/9/4P4/2P2R2c/N7C/9/2BAKA3 w - - 0 18",
            "2b1kab2/4a4/4n4/pr1Pp3p/4c1p2/3R2P2/6r1P/N3B4/4AR3/2BAKN3 w - - 6 23",
            "2raka2c/9/1r4n2/p3p1N1p/2p1nRP2/P8/4P3P/2N1B4/3R5/2BAKA3 w - - 7 28",
            "C3k4/4a4/b3b4/p3pc1np/2p1n4/P3R2NP/2Pr5/4B4/3N5/3AK1B2 w - - 5 33",
        ),
    ),
    "othello": (
        5,
        9,
        (
            None,
            "---O-------XO-----OXOO----OXOX---OOXXX----OX------X------------- X",
            "--------------O----OOO---OOXXX----OXXO---XOOO-----X------------- X",
            "-------------------OOOX---XOXX----OOOOO---XXX------------------- X",
            "--O--------O----O-OOOX---OOXXX---OOXXX--O-OXX------X------------ X",
            "----------X------OOOOOO--OOOOOX--OOOOXX--OOOXX----OXXX---------- X",
            "---------------X--OX-XXX-OOXXXOX--OOOOOX-OOOOOOX--XXXO----OOOO-- X",
            "--OO-O----OOOO---OXXOXXXOOXOXXXX-OXOOXXX-OXXXXX-O-O-------O----- X",
            "-----------O------OOOXX---OOXXO---OOOXO--XXOOOX---XOOO-----OOOO- X",
        ),
    ),
}
STEPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("plain negamax", ()),
    ("+ alpha-beta", ("alphabeta",)),
    ("+ table", ("table", "guard")),
    ("+ ordering", ("captures", "killers", "counters", "history")),
    ("+ aspiration", ("aspiration",)),
    ("+ PVS", ("pvs",)),
    ("+ quiescence search", ("quiescence",)),
    ("+ check evasions in it", ("evasions",)),
    ("+ quiescence pruning", ("delta", "exchanges", "stillness")),
    ("+ extensions", ("check_extension", "reply_extension", "singular")),
    ("+ null move and reductions", ("null_move", "reductions", "internal")),
    (
        "+ pruning near the leaves",
        ("late_moves", "futility", "reverse_futility", "razoring", "endings"),
    ),
)


def nodes(game: str, depth: int, **options: object) -> int | None:
    """Nodes of all positions of a game to a depth; None if one takes more than MAX_NODES."""
    total, loaded = 0, load(game)
    for position in GAMES[game][2]:
        state = loaded.parse(position) if position else loaded.start()
        report = Engine(loaded, **{"hash_mb": 64, **options}).search(  # type: ignore[arg-type]
            state, depth=depth, nodes=MAX_NODES
        )
        if report.depth < depth and not report.exact and not report.distance:
            return None
        total += report.nodes
    return total


def count_text(count: int | None) -> str:
    """A count as the tables print it."""
    return f"over {MAX_NODES:,} a position" if count is None else f"{count:,}"


def table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> None:
    """Prints Markdown, row by row as they come."""
    print("|", " | ".join(head), "|")
    print("|---" * len(head) + "|")
    for row in rows:
        print("|", " | ".join(row), "|", flush=True)
    print()


def parts_added(game: str) -> Iterator[Sequence[str]]:
    """A row for each step, with all heuristics up to it."""
    shallow, deep, _ = GAMES[game]
    used: set[str] = set()
    for name, parts in STEPS:
        used |= set(parts)
        without = [part for part in heuristics() if part not in used]
        yield (
            name,
            count_text(nodes(game, shallow, without=without)),
            count_text(nodes(game, deep, without=without)) if "alphabeta" in used else "",
        )


def parts_left_out(game: str) -> Iterator[Sequence[str]]:
    """A row for each heuristic whose absence changes the number of nodes."""
    deep = GAMES[game][1]  # "guard" keeps the table right, and saves no nodes
    all_nodes = nodes(game, deep)
    yield "nothing", count_text(all_nodes), ""
    for part in heuristics():
        count = nodes(game, deep, without=[part])
        if count != all_nodes and part != "guard":
            ratio = f"{count / all_nodes:.2f}" if count and all_nodes else ""
            yield part, count_text(count), ratio


def strategies() -> Iterator[Sequence[str]]:
    """Nodes two plies deeper than the deep depth, with tables much smaller than the tree.

    Heuristics that search less deep where the table has no move are left out: they would hide lost
    entries. Each strategy is a separate program, because the core is compiled with the best one.
    """
    programs = [f"table_nodes_{program}" for program in STRATEGIES.values()]
    built = build_checks("tables", "", *programs)
    for strategy, program in zip(STRATEGIES, programs, strict=True):
        counts = (
            small_table_nodes(built / program, game, slots) for game in GAMES for slots in SLOTS
        )
        yield strategy, *map(count_text, counts)


def small_table_nodes(program: Path, game: str, slots: int) -> int | None:
    """As `nodes`, by the program of one strategy."""
    start, deep = load(game).start().text, GAMES[game][1]
    positions = [position or start for position in GAMES[game][2]]
    arguments = (game, str(deep + 2), str(slots), str(MAX_NODES), "internal,singular,endings")
    result = run(program, *arguments, lines=positions).strip()
    return None if result == "over" else int(result)


def quiet_positions(count: int, seed: int = 1) -> Iterator[History]:
    """Positions of checkers from games of the engine with itself after random openings, in which
    neither side has a capture or, by a short search, an advantage of a man and a half."""
    rng, game = random.Random(seed), load("checkers")
    engine = Engine(game)
    while count:
        state, plies = game.start(), rng.randint(4, 50)
        while state.result is None and state.ply < plies:
            best = engine.search(state, nodes=300).best
            state = state.play(rng.choice(state.legal()) if state.ply < 4 else str(best))
        if state.result is not None or len(state.legal()) == 1:
            continue
        turned = game.parse({"B": "W", "W": "B"}[state.text[0]] + state.text[1:])
        captures = any("x" in move for move in (*state.legal(), *turned.legal()))
        if not captures and abs(engine.search(state, depth=7).value) <= 1.5:
            count -= 1
            yield state


@dataclass
class Choices:
    """The search of positions beside one of the same depth that leaves nothing out: how often its
    first move is worth as much as the best one, how often its value is equal, and the nodes."""

    equal_moves: int = 0
    equal_values: int = 0
    nodes: int = 0
    full_nodes: int = 0


def choices(count: int, depth: int) -> Choices:
    """The choices in quiet positions of checkers."""
    found = Choices()
    for state in quiet_positions(count):
        report = Engine(state.game).search(state, depth=depth)
        full = Engine(state.game, without=PRUNING).search(state, depth=depth)
        first = Engine(state.game, without=PRUNING).search(
            state, depth=depth, searchmoves=[str(report.best)]
        )
        found.equal_moves += first.value >= full.value
        found.equal_values += report.value == full.value
        found.nodes += report.nodes
        found.full_nodes += full.nodes
    return found


def print_choices(count: int, depth: int) -> None:
    """Prints the choices in `count` positions."""
    found = choices(count, depth)
    print(f"first move of equal value in {found.equal_moves}, ", end="")
    print(f"equal value in {found.equal_values} of {count}")
    print(f"nodes: {found.nodes:,}, leaving nothing out {found.full_nodes:,}")


def main(kind: str, games: Sequence[str]) -> None:
    """Prints the tables asked for."""
    if kind == "tables":
        sizes = [f"{game}, {size:,}" for game in GAMES for size in SLOTS]
        table(["strategy", *sizes], strategies())
        return
    if kind == "choices":
        print_choices(100, depth=9)
        return
    for game in games or GAMES:
        shallow, deep, _ = GAMES[game]
        print(f"### {game}\n")
        table(["parts", f"depth {shallow}", f"depth {deep}"], parts_added(game))
        table(["left out", f"depth {deep}", "ratio"], parts_left_out(game))


if __name__ == "__main__":
    what, games = sys.argv[1:2], sys.argv[2:]
    if what not in (["parts"], ["tables"], ["choices"]) or not set(games) <= set(GAMES):
        raise SystemExit(__doc__)
    main(what[0], games)
