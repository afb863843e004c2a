"""What each part of the search saves, and what each table strategy costs, in nodes.

    python -m tests.bench.searches parts     added one after the other, and each left out alone
    python -m tests.bench.searches tables    every replacement strategy, with small tables

After `parts` may stand the games to look at; all if none does.

Prints the Markdown tables of docs/why/search.md and docs/why/table.md. Nodes do not depend on the
machine; where a search would take more than `MOST`, its row says so.
"""

import sys
from collections.abc import Iterator, Sequence

from zeitnot_engines._core import Engine, search_parts, table_strategies
from zeitnot_engines.games import load

MOST = 4_000_000
SLOTS = (1 << 12, 1 << 15)  # of 16 bytes
GAMES: dict[str, tuple[int, int, tuple[str | None, ...]]] = {  # shallow, deep, positions
    "chess": (
        3,
        8,
        (
            None,
            "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 b - - 0 8",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ),
    ),
    "xiangqi": (
        3,
        7,
        (
            None,
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
        ),
    ),
    "othello": (
        5,
        10,
        (
            None,
            "---O-------XO-----OXOO----OXOX---OOXXX----OX------X------------- X",
            "--------------O----OOO---OOXXX----OXXO---XOOO-----X------------- X",
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
    """All positions of a game to a depth; None if one takes more than MOST."""
    total, loaded = 0, load(game)
    for position in GAMES[game][2]:
        state = loaded.parse(position) if position else loaded.start()
        report = Engine(loaded, **{"hash_mb": 64, **options}).search(  # type: ignore[arg-type]
            state, depth=depth, nodes=MOST
        )
        if report.depth < depth and not report.exact and not report.distance:
            return None
        total += report.nodes
    return total


def shown(count: int | None) -> str:
    """A count as the tables print it."""
    return f"over {MOST:,} a position" if count is None else f"{count:,}"


def table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> None:
    """Prints Markdown, row by row as they come."""
    print("|", " | ".join(head), "|")
    print("|---" * len(head) + "|")
    for row in rows:
        print("|", " | ".join(row), "|", flush=True)
    print()


def parts_added(game: str) -> Iterator[Sequence[str]]:
    """Each step with all before it."""
    shallow, deep, _ = GAMES[game]
    used: set[str] = set()
    for name, parts in STEPS:
        used |= set(parts)
        without = [part for part in search_parts() if part not in used]
        yield (
            name,
            shown(nodes(game, shallow, without=without)),
            shown(nodes(game, deep, without=without)) if "alphabeta" in used else "",
        )


def parts_left_out(game: str) -> Iterator[Sequence[str]]:
    """Everything but one part, where that makes a difference."""
    deep = GAMES[game][1]
    whole = nodes(game, deep)
    yield "nothing", shown(whole), ""
    for part in search_parts():
        rest = nodes(game, deep, without=[part])
        if rest != whole and part != "guard":
            ratio = f"{rest / whole:.2f}" if rest and whole else ""
            yield part, shown(rest), ratio


def strategies() -> Iterator[Sequence[str]]:
    """Nodes to some plies more than the deep depth, with tables much smaller than the tree.

    Without the parts that look less deep where the table has no move: they would hide its losses.
    """
    for strategy in table_strategies():
        row = [strategy]
        for game, (_, deep, _) in GAMES.items():
            for slots in SLOTS:
                count = nodes(
                    game,
                    deep + 2,
                    replacement=strategy,
                    hash_slots=slots,
                    without=["internal", "singular", "endings"],
                )
                row.append(shown(count))
        yield row


def main(what: str, games: Sequence[str]) -> None:
    """Prints the tables asked for."""
    if what == "tables":
        sizes = [f"{game}, {size:,}" for game in GAMES for size in SLOTS]
        table(["strategy", *sizes], strategies())
        return
    for game in games or GAMES:
        shallow, deep, _ = GAMES[game]
        print(f"### {game}\n")
        table(["parts", f"depth {shallow}", f"depth {deep}"], parts_added(game))
        table(["left out", f"depth {deep}", "ratio"], parts_left_out(game))


if __name__ == "__main__":
    what, games = sys.argv[1:2], sys.argv[2:]
    if what not in (["parts"], ["tables"]) or not set(games) <= set(GAMES):
        raise SystemExit(__doc__)
    main(what[0], games)
