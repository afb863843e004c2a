"""A match as a job, whose tasks are its games."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from zeitnot_client.drivers.failures import Failed

from ..engine_processes import PROTOCOLS
from ..games import Game, Value, load, random_start
from ..jobs.job import Job, Stop
from ..strategy_files import strategy_bytes
from ..weights_files import weights_bytes
from .adjudication import Adjudication
from .contest import Contest, MakePlayer
from .dialogue_log import DialogueLog
from .exact import exact_score
from .played import FinishedGame
from .players import BadPlayer, ExternalEngine, Player, Spec
from .record import start_of
from .referee import Conditions
from .schedule import Fixture, letters
from .time_control import TimeControl

TABLE_HEADER_BYTES = 64  # with the checksum of the values


@dataclass(frozen=True)
class MatchJob(Job[Fixture, FinishedGame]):
    """A match. `default_ms`: time per move for an engine without limits; `control`: of players
    without their own; `ponders`: whether players think on the opponent's time, where their own
    options do not say it; `exact`: whether positions of known value end a game, and `exact_tables`
    a folder of tables for it; `dialogue`: the log of what external engines are told and say, only
    on this machine; `files`: the contents of weights and strategy files, by path, for machines that
    do not share them; `tables`: a hash of the tables in each folder."""

    word = "game"

    game: str
    settings: Mapping[str, Value]
    specs: tuple[Spec, ...]
    default_ms: int
    control: TimeControl
    seed: int
    ponders: bool = False
    adjudication: Adjudication = field(default_factory=Adjudication)
    exact: bool = False
    exact_tables: str | None = None
    dialogue: DialogueLog | None = None
    files: Mapping[str, bytes] = field(default_factory=dict)
    tables: Mapping[str, str] = field(default_factory=dict)

    def name(self, task: Fixture) -> str:
        return f"{self.word} {task.number}"

    def run(self, task: Fixture, stop: Stop) -> FinishedGame:
        """Plays one game. Raises BadPlayer, Stopped."""
        first, second = task.players
        exact = exact_score(self._game, self.exact_tables) if self.exact else None
        conditions = Conditions(
            self.control_of(first), self.control_of(second), self.adjudication, exact
        )
        makers = [self._maker(player) for player in task.players]
        return Contest(makers[0], makers[1], conditions=conditions).run(task, stop)

    def control_of(self, player: int) -> TimeControl:
        """The clock of a player, with the match's margin."""
        own = self.specs[player].control
        return (
            self.control
            if own is None
            else replace(own, time_margin_ms=self.control.time_margin_ms)
        )

    def prepare(self) -> None:
        """Raises BadPlayer if a player cannot start on this machine, or if its tables differ."""
        for folder, expected in self.tables.items():
            if tables_hash(self.game, Path(folder)) != expected:
                raise BadPlayer(
                    f"the tables of {self.game} in {folder} differ from those of the machine that "
                    "started the match."
                )
        self.try_players(everywhere=True)

    def packed(self) -> "MatchJob":
        """The job with the contents of the files that other machines need. Raises OSError."""
        files, tables = {}, {}
        for spec in self.specs:
            if spec.weights:
                files[spec.weights] = weights_bytes(Path(spec.weights))
            if spec.strategy:
                files[spec.strategy] = strategy_bytes(Path(spec.strategy))
        for folder in (self.exact_tables, *(spec.tables for spec in self.specs)):
            if folder:
                tables[folder] = tables_hash(self.game, Path(folder))
        return replace(self, files=files, tables=tables)

    def try_players(self, *, everywhere: bool) -> list[str]:
        """Starts each player once, because an engine that cannot start at all is an error rather
        than a lost game. `everywhere`: also engines that only other machines may have. Returns the
        names that the players give themselves, empty where they give none or were not started.

        Raises BadPlayer.
        """
        game, names = self._game, [""] * len(self.specs)
        for side, spec in enumerate(self.specs):
            if not spec.is_ours and game.throws and not PROTOCOLS[spec.kind].has_throws:
                raise BadPlayer(f"The protocol {spec.kind} has no throws, which {game.name} needs.")
            if not (everywhere or spec.is_ours):
                continue
            try:
                names[side] = self._try(self._maker(side)(0))
            except Failed as failed:
                raise BadPlayer(f"{' '.join(spec.command)}: {failed}.") from None
        return names

    def _try(self, player: Player) -> str:
        """Starts a player at a start that is drawn if the game has such starts; returns its own
        name. Raises Failed, BadPlayer."""
        start, _ = random_start(self._game, random.Random(0))
        try:
            player.begin(start_of(start))
            return player.own_name if isinstance(player, ExternalEngine) else ""
        finally:
            player.close()

    @property
    def _game(self) -> Game:
        return load(self.game, self.settings)

    def _maker(self, player: int) -> MakePlayer:
        spec, name = self.specs[player], letters(player).lower()

        def make(number: int) -> Player:
            rng = random.Random(f"{self.seed} {name} {number}")
            return spec.player(
                self._game,
                rng,
                self.default_ms,
                self.control.time_margin_ms,
                self.files,
                ponders=self.ponders,
                on_line=self.dialogue.of(number, letters(player)) if self.dialogue else None,
            )

        return make


def tables_hash(game: str, folder: Path) -> str:
    """A hash of the names, sizes and checksums of a game's tables, of which there may be none.
    Raises OSError."""
    found = sha256()
    for path in sorted(folder.glob(f"{game}-*.table")):
        with path.open("rb") as file:
            header = file.read(TABLE_HEADER_BYTES)
        found.update(f"{path.name} {path.stat().st_size} ".encode() + header)
    return found.hexdigest()[:16]
