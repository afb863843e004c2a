"""The number of a game's positions: exact if they can be listed, otherwise an estimate."""

import math
import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from .._core import solve
from ..games import Game
from .estimates import leaves_of_tree, mean_of
from .games import CountedGame, play_game, random_play
from .placements import Placements, accepted_weights, board_text

MAX_LISTED = 200_000  # positions
GAMES = 100  # random games for an estimate
TRIALS = 5_000  # random placements
TEMPLATES = 4  # late positions; a placement replaces their boards
MAX_BOARDS = 20_000  # positions from which possible placements are taken


@dataclass(frozen=True, slots=True)
class StateSpace:
    """log10 of the number of positions, half of its 95 % interval if it is an estimate, and how it
    was found. `method`: solved, listed, placements, bound (placements of which no sampled one was
    accepted) or ways (there are no more positions than ways to reach them). `reachable`: for a
    solved game, how many of the positions can be reached from the start."""

    log10: float
    method: str
    count: int | None = None
    error: float | None = None
    reachable: int | None = None


def state_space(game: Game, max_plies: int, rng: random.Random) -> StateSpace:
    """The best available number. If the positions cannot be listed, it is estimated from random
    games of at most `max_plies` moves."""
    try:
        solution = solve(game)
        count = solution.positions
        return StateSpace(math.log10(count), "solved", count, reachable=solution.reachable)
    except ValueError:
        pass
    listed = list_positions(game, MAX_LISTED)
    if listed is not None:
        return StateSpace(math.log10(listed), "listed", listed)
    texts: list[list[str]] = []
    games: list[CountedGame] = []
    for _ in range(GAMES):
        texts.append([])
        games.append(
            play_game(game, random_play(rng), rng, max_plies, lambda s: texts[-1].append(s.text))
        )
    estimate = estimate_by_placements(game, texts, rng)
    if estimate is not None:
        return estimate
    longest = max(len(counted.moves) + len(counted.throws) for counted in games)
    leaves = leaves_of_tree([counted.log_weight for counted in games])
    return StateSpace(leaves.value + math.log10(longest), "ways")


def list_positions(game: Game, limit: int) -> int | None:
    """The number of reachable positions, including those before a throw; None if there are more
    than `limit`. Positions are distinguished by their keys."""
    start = game.start()
    seen, todo = {start.key}, deque([start])
    while todo:
        state = todo.popleft()  # breadth first, so that no path ends by repetition
        if state.due is not None and not state.outcomes():
            return None
        following = [state.throw(values) for values, _ in state.outcomes()]
        following += [state.play(move) for move in state.legal()]
        for after in following:
            if after.key not in seen:
                seen.add(after.key)
                todo.append(after)
        if len(seen) > limit:
            return None
    return len(seen)


def estimate_by_placements(
    game: Game, games: Sequence[Sequence[str]], rng: random.Random
) -> StateSpace | None:
    """An estimate from the texts of the positions of some games; None if they contain no board."""
    texts = [text for positions in games for text in positions]
    texts = rng.sample(texts, MAX_BOARDS) if len(texts) > MAX_BOARDS else texts
    board = board_text(texts) if texts else None
    if board is None:
        return None
    placements = Placements([board.cells(text) for text in texts])
    late = [positions[3 * len(positions) // 4] for positions in games if positions]
    templates = rng.sample(late, min(TEMPLATES, len(late)))

    def accepts(text: str) -> bool:
        try:
            game.parse(text)
        except ValueError:
            return False
        return True

    weights = accepted_weights(placements, board, templates, accepts, TRIALS, rng)
    log10 = math.log10(placements.bound)
    share = mean_of(weights)
    if share.value == 0:
        return StateSpace(log10, "bound")
    error = None if share.error is None else 1.96 * share.error / share.value / math.log(10)
    return StateSpace(log10 + math.log10(share.value), "placements", error=error)
