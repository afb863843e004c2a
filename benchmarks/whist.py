"""Strength at whist: tricks taken in duplicate deals, and the time of the double-dummy solver.

    python -m benchmarks.whist [--deals 2000] [--seed 1] [--only PART…]

Each deal is played twice, with the sides exchanged, so that the cards favour no side. A part is a
match (`pimc-greedy-4x2`: methods, cards a seat and seats), `solver`, or `pondering`: matches of a
search that also thinks on each turn of the others. The interval is that of the mean over deals at
95 %. Prints Markdown for docs/measurements/whist.md.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean, median, quantiles, stdev

from zeitnot_engines.engine import Engine
from zeitnot_engines.games import Game, History, load, random_throw

RANKS = "23456789TJQKA"
Z95 = 1.96
SOLVED = 100  # deals of 13 cards


@dataclass(frozen=True)
class Match:
    """A against B, each `greedy` or `method:nodes`; `mcts:1000+4000` ponders for so many nodes on
    each turn of another seat."""

    a: str
    b: str
    cards: int
    seats: int = 2
    trump: str = "none"
    share: float = 1.0  # the part of `--deals` that is played
    part: str = ""  # its name for `--only`, if it is not made from the methods

    @property
    def name(self) -> str:
        methods = f"{self.a.split(':')[0]}-{self.b.split(':')[0]}"
        return self.part or f"{methods}-{self.cards}x{self.seats}"


MATCHES = (
    Match("pimc:50", "greedy", 4),
    Match("pimc:50", "greedy", 7),
    Match("pimc:50", "greedy", 4, trump="hearts"),
    Match("pimc:20", "greedy", 4, 4),
    Match("mcts:1000", "greedy", 4, share=0.25),
    Match("mcts:1000", "pimc:50", 4, share=0.5),
    Match("mcts:2000", "pimc:50", 7, share=0.1),
    Match("mcts:2000", "pimc:20", 4, 4, share=0.1),
    Match("mcts:100+400", "mcts:100", 4, share=0.5, part="pondering"),
    Match("mcts:100+400", "mcts:100", 7, share=0.25, part="pondering"),
    Match("mcts:100+400", "mcts:100", 4, 4, share=0.25, part="pondering"),
    Match("mcts:400+1600", "mcts:400", 4, 4, share=0.1, part="pondering"),
    Match("mcts:100", "pimc:20", 4, 4, share=0.25, part="pondering"),
    Match("mcts:100+400", "pimc:20", 4, 4, share=0.25, part="pondering"),
)


def beats(card: str, best: str, trump: str) -> bool:
    """Whether the card beats the best one so far."""
    if card[1] == best[1]:
        return RANKS.index(card[0]) > RANKS.index(best[0])
    return card[1] == trump[0] if trump != "none" else False


def greedy(state: History) -> str:
    """Wins the trick with the lowest winning card, unless its partner is winning; otherwise plays
    its lowest card."""
    legal = sorted(state.legal(), key=lambda card: RANKS.index(card[0]))
    table = state.text.split(" ")[state.game.seats]
    cards = [table[at : at + 2] for at in range(0, len(table), 2)] if table != "-" else []
    if not cards:
        return legal[0]
    trump, best = str(state.game.settings["trump"]), 0
    for index, card in enumerate(cards):
        best = index if beats(card, cards[best], trump) else best
    if (len(cards) - best) % 2 == 0:
        return legal[0]
    return next((card for card in legal if beats(card, cards[best], trump)), legal[0])


class Player:
    """A seat's player, whose search knows only what this seat sees. `description`: as in Match."""

    def __init__(self, game: Game, description: str, seed: int, seat: int) -> None:
        method, _, nodes = description.partition(":")
        thinking, _, pondering = nodes.partition("+")
        self._seat, self._nodes, self._ponder_nodes = seat, thinking, pondering
        self._engine = None
        if method != "greedy":
            self._engine = Engine(game, method=method, hash_mb=16, seed=seed)

    def choose(self, state: History) -> str:
        """The player's card."""
        if self._engine is None:
            return greedy(state)
        best = self._engine.search(state, nodes=int(self._nodes)).best
        if best is None:
            raise AssertionError("no card")
        return best

    def ponder(self, state: History) -> None:
        """Thinks on another seat's turn."""
        if self._engine is not None and self._ponder_nodes:
            self._engine.search(state, nodes=int(self._ponder_nodes), seat=self._seat)


def tricks(start: History, players: Sequence[Player]) -> int:
    """The tricks of seat 0's side."""
    state = start
    while state.result is None:
        for seat, other in enumerate(players):
            if seat != state.side:
                other.ponder(state)
        state = state.play(players[state.side].choose(state))
    won = next(word for word in state.text.split(" ") if ":" in word)
    return int(won.split(":")[0])


def players(game: Game, *sides: tuple[str, int]) -> list[Player]:
    """One for each seat. `sides`: for each side, the description of its players and their seed."""
    return [Player(game, *sides[seat % 2], seat) for seat in range(game.seats)]


def shares(match: Match, deals: int, seed: int) -> Iterator[float]:
    """A's share of the tricks in each deal, played twice."""
    settings = {"cards": match.cards, "seats": match.seats, "trump": match.trump}
    game, rng = load("whist", settings), random.Random(seed)
    a, b = (match.a, seed), (match.b, seed + 1)
    ours_first, theirs_first = players(game, a, b), players(game, b, a)
    for _ in range(deals):
        start = game.start().throw(random_throw(game.start(), rng)[0])
        ours = tricks(start, ours_first) + match.cards - tricks(start, theirs_first)
        yield ours / (2 * match.cards)


def match_row(match: Match, deals: int, seed: int) -> str:
    """The match as a line of the table."""
    count = max(2, round(match.share * deals))
    found = list(shares(match, count, seed))
    half = Z95 * stdev(found) / count**0.5
    share = f"{100 * mean(found):.1f} % ± {100 * half:.1f}"
    cells = (match.a, match.b, match.cards, match.seats, match.trump, count, share)
    return "| " + " | ".join(map(str, cells)) + " |"


def solver_row(trump: str, deals: int, seed: int) -> str:
    """The solver on whole packs: the tricks of seat 0's side with seat 0 to lead any card."""
    game = load("whist", {"cards": 13, "seats": 4, "trump": trump})
    rng, seconds, nodes = random.Random(seed), [], []
    for _ in range(deals):
        state = game.start().throw(random_throw(game.start(), rng)[0])
        engine = Engine(game, method="double-dummy", hash_mb=64)
        before = time.process_time()
        lead = state.legal()[0]
        nodes.append(engine.search(state, searchmoves=[lead]).nodes)
        seconds.append(time.process_time() - before)
    ninth_decile = quantiles(seconds, n=10)[-1]
    times = " | ".join(f"{value:.2f} s" for value in (median(seconds), ninth_decile, max(seconds)))
    return f"| {trump} | {deals} | {times} | {median(nodes):.0f} |"


def main(arguments: Sequence[str]) -> int:
    """Prints the tables; returns the exit status."""
    parser = argparse.ArgumentParser(prog="whist", description=__doc__)
    parser.add_argument("--deals", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], metavar="PART")
    options = parser.parse_args(arguments)
    print("| A | B | cards | seats | trumps | deals, each twice | A's tricks |")
    print("|---|---|---|---|---|---|---|")
    for match in MATCHES:
        if not options.only or match.name in options.only:
            print(match_row(match, options.deals, options.seed), flush=True)
    if not options.only or "solver" in options.only:
        print("\n| trumps | deals | median | nine of ten | longest | nodes, median |")
        print("|---|---|---|---|---|---|")
        for trump in ("none", "spades"):
            print(solver_row(trump, min(SOLVED, options.deals), options.seed), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
