"""A harness for one room: it sends commands at chosen instants and records the log and all
steps."""

from typing import Any

import msgspec

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Command, Flag, NewGameIds, Outage, Resume
from zeitnot_server.rooms.players import StandIn
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, LogEntry, Now, Room, Step
from zeitnot_server.rooms.setup import LEGACY_SETUP, with_defaults
from zeitnot_server.rooms.steps.step import step
from zeitnot_server.rooms.value import replace

from .games import Duel

GAME = "game0"
SEED = bytes(range(32))
MINUTE = p.Control(kind="sudden_death", base_ms=60_000)
PEOPLE = [Actor(f"a{i}", name) for i, name in enumerate(["Ann", "Bob", "Cyd", "Dan", "Eve"])]
STRANGER = Actor("x", "Xan")
FRESH = NewGameIds("game1", bytes(32))  # id and seed of a rematch


class Rig:
    """One room, its log, and a clock that the test advances."""

    def __init__(
        self,
        rules: Any = None,
        control: p.Control = MINUTE,
        invitations: tuple[Invitation | None, ...] | None = None,
        game: str = GAME,
        setup: p.Setup = LEGACY_SETUP,
        creator: str | None = None,
    ) -> None:
        self.rules = rules or Duel()
        invited = invitations or (None,) * self.rules.seats
        game_setup = GameSetup(game, self.rules, {}, control, SEED, 1_000, invited)
        game_setup = replace(
            game_setup, setup=with_defaults(setup, control, self.rules), creator=creator
        )
        self.new = Room.new(game_setup)  # the room before the first event
        self.room = self.new
        self.log: list[LogEntry] = []
        self.steps: list[tuple[tuple[LogEntry, ...], Room]] = []
        self.people = list(PEOPLE)
        self.ms = 0
        self.lag_ms = 0  # lag that every connection may be given back
        self.run = 1
        self._ids = 0
        self.stand_in: StandIn | None = None  # takes the seats of people who leave

    def now(self) -> Now:
        return Now(self.run, self.ms, 1_700_000_000_000 + self.ms, self.lag_ms)

    def send(self, command: Command, actor: Actor | None = None, after: int = 0) -> Step:
        """Steps the room `after` ms later; updates the log and the room."""
        self.ms += after
        result = step(self.room, command, actor, self.now(), FRESH, self.stand_in)
        self.room = result.room
        self.log += result.entries
        self.steps.append((result.entries, result.room))
        return result

    def command(self, kind: type[p.Message], **fields: Any) -> Any:
        """A player's command with a new id."""
        if kind is not p.Chat:
            self._ids += 1
            fields = {"id": f"c{self._ids}", **fields}
        return kind(game=self.new.id, **fields)

    def do(self, who: int, kind: type[p.Message], after: int = 0, **fields: Any) -> Step:
        """Sends a command of people[who]; usually people[i] is on seat i."""
        return self.send(self.command(kind, **fields), self.people[who], after)

    def move(self, move: str, after: int = 0, seat: int | None = None) -> Step:
        """Sends a move of the seat to move, or of another seat."""
        mover = self.room.turn if seat is None else seat
        assert mover is not None
        return self.do(mover, p.Move, after, ply=self.room.ply, move=move)

    def start(self) -> "Rig":
        """Makes all players sit down and be ready."""
        for seat in range(len(self.room.seats)):
            self.do(seat, p.Sit, seat=seat)
        for seat in range(len(self.room.seats)):
            self.do(seat, p.Ready, salt=f"salt{seat}")
        return self

    def pause(self, elapsed: int = 0) -> "Rig":
        """Restarts the server, which pauses the room."""
        self.run += 1
        self.ms = 0
        self.send(Outage(elapsed))
        return self

    def resume(self, after: int = 0) -> Step:
        return self.send(Resume(), after=after)

    def flag(self, after: int = 0) -> Step:
        return self.send(Flag(), after=after)

    @property
    def events(self) -> list[str]:
        """The kinds of all events so far."""
        return [type(entry.event).__name__ for entry in self.log]

    @property
    def end(self) -> p.Finished:
        assert self.room.finished
        return self.room.finished

    def export(self) -> p.Export:
        """The game as an exported file has it, encoded and decoded as JSON."""
        game_setup = self.room.game_setup
        record = p.Export(
            format="zeitnot-game-1",
            id=game_setup.id,
            game_type=self.rules.game,
            rules_version=self.rules.version,
            settings=game_setup.settings,
            control=game_setup.control,
            created_at=game_setup.created_at,
            commitment=game_setup.commitment,
            players=[seat.view() for seat in self.room.seats],
            events=[entry.event for entry in self.log],
            seed=game_setup.seed.hex() if self.room.finished else None,
            setup=game_setup.setup,
        )
        return msgspec.json.decode(p.encode(record), type=p.Export)
