"""What a bot's file says, as values. `reading` reads the file."""

from dataclasses import dataclass, field
from pathlib import Path

import zeitnot_protocol as p

from ..challenges import Challenge
from ..turn_clock import MOVE_OVERHEAD_MS
from .policies import ChatPolicy, DrawPolicy, RematchPolicy, ResignPolicy, TakebackPolicy
from .takes import Takes


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """The engine. `command`: its words; `folder`: where it runs, None: here; `options`: names and
    values, as texts. `ponder`: whether it thinks on the opponent's time; `overhead_ms`: of each
    move, kept back for the network; `move_timeout_ms`: the owner's limit for a move, None: all of
    its time; `think_ms`: for each move in a game without a clock; `start_s`: how long its start may
    take; `hang_s`: after how many silent seconds it counts as hung; at half of them it is asked for
    a sign of life. `first_cell`: of ecui, the number of the first cell."""

    command: tuple[str, ...]
    protocol: str
    folder: Path | None = None
    options: tuple[tuple[str, str], ...] = ()
    ponder: bool = False
    overhead_ms: int = MOVE_OVERHEAD_MS
    move_timeout_ms: int | None = None
    think_ms: int = 4_000
    start_s: float = 15.0
    hang_s: float = 20.0
    first_cell: int = 1


@dataclass(frozen=True, slots=True)
class Limits:
    """What each of the engine's processes may use, where the system has such limits."""

    memory_mb: int = 4096
    cpu_s: int = 86_400
    file_mb: int = 1024
    files: int = 256
    processes: int = 2048


@dataclass(frozen=True, slots=True)
class BookConfig:
    """The opening book: `lines`, a file with one line of moves in each line, and `from_server`, the
    server's own book; for the first `plies` plies of a game."""

    lines: Path | None = None
    from_server: bool = False
    plies: int = 24


@dataclass(frozen=True, slots=True)
class Config:
    """Everything of the file. `server`, `token_file`, `version`, `log`: None if it does not say.
    `log_dialogue`: the log has the dialogue with the engine; `pool`, `challenges`: as in `run_bot`.
    """

    engine: EngineConfig
    takes: Takes
    server: str | None = None
    token_file: Path | None = None
    version: str | None = None
    log: Path | None = None
    log_dialogue: bool = False
    max_games: int | None = None
    limits: Limits = field(default_factory=Limits)
    book: BookConfig = field(default_factory=BookConfig)
    draw: DrawPolicy = field(default_factory=DrawPolicy)
    resign: ResignPolicy = field(default_factory=ResignPolicy)
    takeback: TakebackPolicy = field(default_factory=TakebackPolicy)
    rematch: RematchPolicy = field(default_factory=RematchPolicy)
    chat: ChatPolicy = field(default_factory=ChatPolicy)
    pool: tuple[p.PoolEntry, ...] = ()
    challenges: tuple[Challenge, ...] = ()
