"""Games for the store's tests: minimal rules, and a room that is played by them and stored."""

from dataclasses import dataclass, field
from typing import Any

import zeitnot_protocol as p
from zeitnot_server.rooms.commands import Command, NewGameIds
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, Now, Room, Step
from zeitnot_server.rooms.rules import IllegalMove, Outcome, Rules, Throw
from zeitnot_server.rooms.setup import LEGACY_SETUP
from zeitnot_server.rooms.steps.step import step
from zeitnot_server.store import Commit, Store

ANN = Actor("ann1", "Ann")
BOB = Actor("bob2", "Bob", bot=True)
CONTROL = p.Control(kind="fischer", base_ms=60_000, increment_ms=1_000)


@dataclass(frozen=True)
class Count(Rules):
    """Players take 1 or 2 from a heap in turn; the player who takes the last one wins.

    With `die` a throw decides the size of the heap. A state is the size of the heap and the seat to
    move, or at the end the loser + 2.
    """

    chosen: p.Settings = field(default_factory=lambda: {"heap": 4, "die": False})
    version: int = 1
    game: str = "count"
    seats: int = 2
    draws: bool = True
    hidden: None = None

    @property
    def settings(self) -> p.Settings:
        return self.chosen

    def start(self) -> tuple[int, int]:
        return (0 if self.settings["die"] else int(self.settings["heap"]), 0)

    def turn(self, state: tuple[int, int]) -> int | None:
        return state[1] if state[0] > 0 else None

    def throw(self, state: tuple[int, int]) -> Throw | None:
        return Throw("dice", (6,)) if state == (0, 0) and self.settings["die"] else None

    def chance(self, state: tuple[int, int], values: tuple[int, ...]) -> tuple[int, int]:
        return (values[0], 0)

    def outcome(self, state: tuple[int, int]) -> Outcome | None:
        if state[0] > 0 or self.throw(state):
            return None
        scores = (0.0, 1.0) if state[1] == 2 else (1.0, 0.0)
        return Outcome(scores, "rules", "last one taken")

    def legal(self, state: tuple[int, int]) -> list[str]:
        return [str(n) for n in (1, 2) if n <= state[0]]

    def play(self, state: tuple[int, int], move: str) -> tuple[int, int]:
        if move not in self.legal(state):
            raise IllegalMove(f"{move} cannot be taken.")
        remaining = state[0] - int(move)
        return (remaining, 1 - state[1]) if remaining else (0, 3 - state[1])

    def position(self, state: tuple[int, int], viewer: int | None) -> str:
        return f"{state[0]} {state[1] % 2}"

    def can_win(self, state: tuple[int, int], seat: int) -> bool:
        return True


def rules_for(game: str, settings: p.Settings) -> Any:
    """The rules for the store; see `RulesFor`."""
    if game != "count":
        raise ValueError(f"no game {game}")
    return Count(settings)


class Game:
    """A room that is played and stored step by step; its clock advances only in `move`."""

    def __init__(
        self,
        store: Store,
        id: str = "game1",
        *,
        created_at: int = 1_000,
        invitations: tuple[Invitation | None, ...] = (None, None),
        players: tuple[Actor, Actor] = (ANN, BOB),
        run: int = 1,
        listed: bool = True,
        creator: str | None = None,
        setup: p.Setup = LEGACY_SETUP,
        ladder: str | None = None,
        **settings: int | bool,
    ) -> None:
        rules = Count({"heap": 4, "die": False, **settings})
        seed = id.encode().ljust(32, b".")
        game_setup = GameSetup(
            *(id, rules, rules.settings, CONTROL, seed, created_at, invitations),
            listed=listed,
            creator=creator,
            setup=setup,
            ladder=ladder,
        )
        self.store = store
        self.room = Room.new(game_setup)
        self.players = players
        self.run = run
        self.ms = 0
        self._ids = 0

    async def create(self) -> "Game":
        """Stores the room before its first event."""
        await self.store.log.commit(Commit(self.room, created=(self.room,)))
        return self

    def step(self, command: Command, actor: Actor | None) -> Step:
        """Returns the step of a command; neither stores nor applies it."""
        now = Now(self.run, self.ms, 1_700_000_000_000 + self.ms)
        result = step(self.room, command, actor, now, NewGameIds(self.room.id + "next", bytes(32)))
        assert result.refusal is None, result.refusal
        return result

    def command(self, kind: type[p.Message], **fields: Any) -> Any:
        """A command with a new id."""
        self._ids += 1
        return kind(game=self.room.id, id=f"c{self._ids}", **fields)

    async def do(self, seat: int | None, command: Command) -> Step:
        """Steps, stores and then applies a command."""
        result = self.step(command, None if seat is None else self.players[seat])
        await self.store.log.commit(Commit(result.room, result.entries))
        self.room = result.room
        return result

    async def start(self) -> "Game":
        """Makes both players sit down and be ready."""
        for seat in (0, 1):
            await self.do(seat, self.command(p.Sit, seat=seat))
        for seat in (0, 1):
            await self.do(seat, self.command(p.Ready, salt=f"salt{seat}"))
        return self

    async def move(self, move: str = "1", after: int = 100) -> Step:
        """Plays a move of the seat to move."""
        self.ms += after
        seat = self.room.turn
        assert seat is not None
        return await self.do(seat, self.command(p.Move, ply=self.room.ply, move=move))

    async def play_moves(self, *moves: str) -> "Game":
        """Plays these moves."""
        for move in moves:
            await self.move(move)
        return self

    def next_move(self, move: str = "1") -> Commit:
        """The commit of a move that is not applied yet."""
        assert self.room.turn is not None
        actor = self.players[self.room.turn]
        result = self.step(self.command(p.Move, ply=self.room.ply, move=move), actor)
        return Commit(result.room, result.entries)


async def account_of_token(store: Store, token: str) -> Actor | None:
    """The account of a valid token."""
    result = await store.tokens.credential(token)
    return result.actor if result else None
