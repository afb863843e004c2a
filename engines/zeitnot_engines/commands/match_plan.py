"""A match as its command line asks for it: checked, and ready to be played."""

from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Any, TextIO

import click

from ..games import Game
from ..matches.adjudication import Adjudication, DrawRule, ResignRule
from ..matches.checking import SEED_STEP
from ..matches.contest import without_marking
from ..matches.gamelog import GameLog, WrongLog
from ..matches.luck import LuckName
from ..matches.match_job import MatchJob
from ..matches.openings import Opening, default_opening_plies, random_openings
from ..matches.players import BadPlayer, Spec
from ..matches.schedule import TWO, Fixture, Tournament, fixtures, letters, pairings
from ..matches.standing import Sprt
from ..matches.time_control import TimeControl
from ..sentences import sentence
from .match_openings import OpeningFile
from .match_record import Record
from .options import require_two_seats

MAX_GAMES = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The values of the command line; `games`: of each pairing."""

    game: Game
    players: tuple[Spec, ...]
    tournament: Tournament
    games: int
    seconds: float
    control: TimeControl | None
    time_margin: int
    ponders: bool
    concurrency: int | None
    cluster: str | None
    openings: Path | None
    order: str
    plies: int | None
    balance: float | None
    seed: int
    luck: LuckName
    resign: ResignRule | None
    draw: DrawRule | None
    max_moves: int | None
    exact: bool
    tables: Path | None
    sprt: Sprt | None
    log: Path | None
    record: Path | None
    dialogue: Path | None


class Plan:
    """The match requested on the command line. Raises click.UsageError."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.game = game = without_marking(require_two_seats(options.game))
        self._check_players()
        count = len(options.players)
        self.pairings = pairings(count, options.tournament) if count > 2 else TWO
        if options.games * len(self.pairings) > MAX_GAMES:
            raise click.UsageError(f"A match has at most {MAX_GAMES} games.")
        self._check_exact()
        self._own_names = [""] * count
        self.job = self._job()
        self._plies = options.plies
        if options.plies is None and options.openings is None:
            self._plies = default_opening_plies(game)
        self._file = None
        if options.openings:
            shuffle = options.seed if options.order == "random" else None
            self._file = OpeningFile(game, options.openings, options.plies, shuffle)
        elif options.order == "random":
            raise click.UsageError("--order is for a file of openings.")

    def _check_players(self) -> None:
        options = self.options
        if len(options.players) < 2:
            raise click.UsageError("Missing argument: a match needs at least two players.")
        if options.sprt is not None and len(options.players) > 2:
            raise click.UsageError("--sprt compares two players; this match has more.")
        if options.cluster is not None and options.dialogue is not None:
            raise click.UsageError("--dialogue is only for this machine.")

    def _check_exact(self) -> None:
        options, game = self.options, self.game
        if options.tables is not None and not options.exact:
            raise click.UsageError("--tables needs --exact; a player has its own, as tables=DIR.")
        if options.exact and (game.throws or game.hides or not game.zero_sum):
            raise click.UsageError(
                f"--exact is for games without throws and secrets, which {game.name} is not."
            )

    def _job(self) -> MatchJob:
        options, game = self.options, self.game
        clock = options.control or TimeControl()
        job = MatchJob(
            game.name,
            game.settings,
            options.players,
            max(1, round(1000 * options.seconds)),
            TimeControl(clock.base_ms, clock.increment_ms, options.time_margin, clock.moves),
            options.seed,
            options.ponders,
            Adjudication(options.resign, options.draw, options.max_moves),
            options.exact,
            str(options.tables) if options.tables else None,
        )
        try:
            self._own_names = job.try_players(everywhere=options.cluster is None)
            return job if options.cluster is None else job.packed()
        except (BadPlayer, ValueError, OSError) as bad:
            raise click.UsageError(sentence(bad)) from None

    def fixtures(self) -> list[Fixture]:
        """All games of the match, finished or not."""
        options = self.options
        return fixtures(
            self._openings(), options.games, options.seed * SEED_STEP, self.pairings, options.luck
        )

    def _openings(self) -> list[Opening]:
        cycles = (self.options.games + 1) // 2
        if self._file is not None:
            return self._file.read(cycles)
        seed, balance = self.options.seed, self.options.balance
        return random_openings(self.game, cycles, seed, self._plies or 0, balance)

    @property
    def names(self) -> list[str]:
        """The names of the players, for people."""
        return [spec.title for spec in self.options.players]

    def open_record(self, date: str) -> AbstractContextManager[Record | None]:
        """The file of games as a context manager, or one that yields None. `date`: as in PGN."""
        path, players = self.options.record, range(len(self.options.players))
        if path is None:
            return nullcontext()
        names = record_names(self.options.players, self._own_names)
        controls = [self.job.control_of(player) for player in players]
        facts = {"Event": "zeitnot match", "Site": "?", "Date": date}
        return Record(path, self.game, names, controls, facts)

    def open_dialogue(self) -> AbstractContextManager[TextIO | None]:
        """The file of dialogues as a context manager, or one that yields None."""
        path = self.options.dialogue
        try:
            return nullcontext() if path is None else path.open("a", encoding="utf-8")
        except OSError as bad:
            raise click.UsageError(f"{path}: {bad.strerror}.") from None

    # ── the log ────────────────────────────────────────────────────────────────────────────────

    def open_log(self) -> AbstractContextManager[GameLog | None]:
        """The log as a context manager, or one that yields None."""
        path = self.options.log
        if path is None:
            return nullcontext()
        try:
            return GameLog(path, self._log_header())
        except (WrongLog, OSError) as bad:
            raise click.UsageError(sentence(bad)) from None

    def _log_header(self) -> dict[str, Any]:
        """What a log must agree in to be continued. What is newer than the first format of logs is
        left out where it has its default, so that old logs can be continued."""
        options, job = self.options, self.job
        players = [spec_dict(spec) for spec in options.players]
        is_two = len(players) == 2
        clock = options.control
        newer = {
            "moves": clock.moves if clock else None,
            "tournament": None if is_two else options.tournament,
            "luck": None if options.luck == "pair" else options.luck,
            "ponders": options.ponders or None,
            "resign": _rule_list(options.resign),
            "draw": _rule_list(options.draw),
            "max_moves": options.max_moves,
            "exact": options.exact or None,
            "order": options.order if self._file and self._file.shuffle is not None else None,
            "opening_plies": options.plies if self._file else None,
        }
        return {
            "game": self.game.name,
            "settings": self.game.settings,
            **({"a": players[0], "b": players[1]} if is_two else {"players": players}),
            "time_ms": job.default_ms if clock is None else None,
            "clock_ms": [clock.base_ms, clock.increment_ms] if clock else None,
            "margin_ms": options.time_margin,
            "seed": options.seed,
            "openings": self._file.hash() if self._file else self._plies,
            "balance": options.balance,
            **{name: value for name, value in newer.items() if value is not None},
        }


def record_names(specs: Sequence[Spec], own_names: Sequence[str]) -> list[str]:
    """The players' names in files of games, which rating tools take for who they are: the option
    `name`, else what the engine calls itself, else the description. Equal ones get a letter."""
    names = [spec.name or own or spec.title for spec, own in zip(specs, own_names, strict=True)]
    counts = Counter(names)
    return [
        name if counts[name] == 1 else f"{name} ({letters(player)})"
        for player, name in enumerate(names)
    ]


def _rule_list(rule: ResignRule | DrawRule | None) -> list[Any] | None:
    return None if rule is None else [getattr(rule, each.name) for each in fields(rule)]


def spec_dict(spec: Spec) -> dict[str, Any]:
    """The fields of a player that differ from their defaults."""
    values = {each.name: getattr(spec, each.name) for each in fields(spec) if each.compare}
    for name in ("weights", "strategy"):
        if values[name]:
            values[name] = sha256(Path(values[name]).read_bytes()).hexdigest()[:16]
    if spec.control is not None:
        values["control"] = spec.control.text
    return {
        name: [list(x) if isinstance(x, tuple) else x for x in v] if isinstance(v, tuple) else v
        for name, v in values.items()
        if v not in (None, ())
    }
