"""The page of a bot, over HTTP: its results, times and faults."""

from typing import Annotated, Literal

from msgspec import Meta

from .lobby import BotView
from .parts import Control, GameId, PositionText, Settings, Value, Version

FaultKind = Literal["crash", "no_answer", "illegal_move", "bad_answer", "limit"]


class NewFault(Value):
    """POST faults: what a bot's engine did wrong in a game of this bot, which only the bot's
    owner sees. `kind`: it ended (`crash`), did not answer in time, chose an illegal move,
    answered what cannot be read, or used more memory or time than it may (`limit`). `position`: as
    the engine was given it; `detail`: for example the last lines of its error output; `command`:
    how to reproduce it."""

    game: GameId
    ply: Annotated[int, Meta(ge=0, le=1_000_000)]
    kind: FaultKind
    position: PositionText
    detail: Annotated[str, Meta(max_length=2_000)] = ""
    command: Annotated[str, Meta(max_length=1_000)] = ""
    version: Version = ""


class Fault(Value):
    """One row of GET bots/{name}/faults, as the bot has reported it. `at`: when (Unix ms)."""

    at: int
    game: str
    game_type: str
    ply: int
    kind: str
    position: str
    detail: str = ""
    command: str = ""
    version: str = ""


class Faults(Value):
    """GET bots/{name}/faults: the newest hundred, newest first; only for the bot and its owner, and
    without those in games with hidden cards that are not over."""

    faults: list[Fault]


class BotVersion(Value):
    """The results of one version of a bot; null: not named. `first_at`, `last_at`: when its first
    and last of the examined games were made (Unix ms)."""

    first_at: int
    last_at: int
    version: str | None = None
    wins: int = 0
    draws: int = 0
    losses: int = 0


class BotOpponent(Value):
    """A bot's results against one opponent, under the name of their last game. The account is not
    shown: a bot that knows a person's account may be allowed to invite that person."""

    name: str
    last_at: int
    bot: bool = False
    wins: int = 0
    draws: int = 0
    losses: int = 0


class BotClock(Value):
    """A bot's results in one game with one time control."""

    game_type: str
    control: Control
    wins: int = 0
    draws: int = 0
    losses: int = 0


class MoveTimes(Value):
    """How long a bot has thought for moves number `first` to `last`, its own counted from 1: of
    `moves` of them the median, the 90th percentile and the maximum, in ms."""

    first: int
    last: int
    moves: int
    median_ms: int
    p90_ms: int
    max_ms: int


class ThinkingTimes(Value):
    """The times of a bot's moves in one game with one time control, in its newest `games` of
    them."""

    game_type: str
    control: Control
    games: int
    times: list[MoveTimes]


class Lag(Value):
    """The network's part of the times of `moves` moves: the median and the 95th percentile, in
    ms."""

    moves: int
    median_ms: int
    p95_ms: int


class BotPage(Value):
    """GET bots/{name}: a bot's public page. `games`: how many it has played to a result;
    `examined`: of how many of these, the newest public ones, there are results here. `versions`,
    `opponents`, `clocks`: the latest or most frequent first. `times`, `lag`: from the newest games.
    `online`: as the lobby shows it, with what it takes; null: it is offline. `owned`: the caller is
    the bot or its owner, and may see its faults and losses. The answer may be a minute old."""

    account: str
    name: str
    created_at: int
    games: int
    examined: int
    versions: list[BotVersion] = []
    opponents: list[BotOpponent] = []
    clocks: list[BotClock] = []
    times: list[ThinkingTimes] = []
    lag: Lag | None = None
    online: BotView | None = None
    owned: bool = False


class CostlyMove(Value):
    """A move of a bot that lost some of the exact value of `position`. `result_loss`: of the
    result, 0 to 1: a win that became a draw is 0.5, a win that became a loss 1. `margin_loss`: of
    the margin or of the expected gain, in the game's unit; 0 where only results are known. `best`:
    a best move."""

    game: str
    game_type: str
    settings: Settings
    created_at: int
    ply: int
    seat: int
    move: str
    best: str
    position: str
    result_loss: float
    margin_loss: float = 0.0


class GradedGame(Value):
    """What a bot's moves lost in one game, as in `CostlyMove`; `moves`: how many have an exact
    value."""

    game: str
    moves: int
    result_loss: float = 0.0
    margin_loss: float = 0.0


class Losses(Value):
    """GET bots/{name}/losses: where a bot's engine erred, in finished games with `exact_values` in
    the catalogue, and in endings of the server's tables; only for the bot and its owner.
    `costliest`: the ten moves that lost most. `games`: the newest games that have been compared.
    The request queues up to ten more for comparison; `waiting`: how many are queued, so ask
    again."""

    costliest: list[CostlyMove]
    games: list[GradedGame]
    waiting: int = 0
