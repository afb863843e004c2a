"""A match as a job, whose tasks are its games."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from zeitnot_client.drivers.failures import Failed

from ..engine_processes import PROTOCOLS
from ..games import Game, Value, load, random_start
from ..jobs.job import Job, Stop
from ..strategy_files import strategy_bytes
from ..weights_files import weights_bytes
from .contest import Contest, Fixture, Played, TimeControl
from .players import BadPlayer, Player, Spec
from .record import start_of

TABLE_HEADER_BYTES = 64  # with the checksum of the values


@dataclass(frozen=True)
class MatchJob(Job[Fixture, Played]):
    """A match of A and B. `default_ms`: time per move for an engine without limits; `files`: the
    contents of weights and strategy files, by path, for machines that do not share them; `tables`:
    a hash of the tables in each folder."""

    word = "game"

    game: str
    settings: Mapping[str, Value]
    specs: tuple[Spec, Spec]
    default_ms: int
    control: TimeControl
    seed: int
    files: Mapping[str, bytes] = field(default_factory=dict)
    tables: Mapping[str, str] = field(default_factory=dict)

    def name(self, task: Fixture) -> str:
        return f"{self.word} {task.number}"

    def run(self, task: Fixture, stop: Stop) -> Played:
        """Plays one game. Raises BadPlayer, Stopped."""
        return Contest(self._maker(0), self._maker(1), self.control).run(task, stop)

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
            if spec.tables:
                tables[spec.tables] = tables_hash(self.game, Path(spec.tables))
        return replace(self, files=files, tables=tables)

    def try_players(self, *, everywhere: bool) -> None:
        """Starts each player once, because an engine that cannot start at all is an error rather
        than a lost game. `everywhere`: also engines that only other machines may have.

        Raises BadPlayer.
        """
        game = self._game
        for side, spec in enumerate(self.specs):
            if not spec.is_ours and game.throws and not PROTOCOLS[spec.kind].has_throws:
                raise BadPlayer(f"The protocol {spec.kind} has no throws, which {game.name} needs.")
            if not (everywhere or spec.is_ours):
                continue
            try:
                self._try(self._maker(side)(0))
            except Failed as failed:
                raise BadPlayer(f"{' '.join(spec.command)}: {failed}.") from None

    def _try(self, player: Player) -> None:
        """Starts a player at a start that is drawn if the game has such starts. Raises Failed,
        BadPlayer."""
        start, _ = random_start(self._game, random.Random(0))
        try:
            player.begin(start_of(start))
        finally:
            player.close()

    @property
    def _game(self) -> Game:
        return load(self.game, self.settings)

    def _maker(self, side: int) -> Callable[[int], Player]:
        spec, name = self.specs[side], "ab"[side]

        def make(number: int) -> Player:
            rng = random.Random(f"{self.seed} {name} {number}")
            return spec.player(self._game, rng, self.default_ms, self.control.margin_ms, self.files)

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
