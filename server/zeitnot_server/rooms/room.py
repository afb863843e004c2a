"""The values a room is made of. All frozen; a room is never changed, only replaced."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

import zeitnot_protocol as p

from . import dice, series
from .clock import Clock
from .idempotency import Answer, IdempotencyCache
from .offer import NO_OFFERS, Offers
from .players import Actor as Actor
from .players import Invitation as Invitation
from .players import Seat as Seat
from .rules import Rules, still_plays
from .setup import LEGACY_SETUP, first_state, first_turn_ms, with_defaults
from .tally import Tally
from .value import Value, replace


class Phase(StrEnum):
    """The phase of a room, from its creation to the end of its game."""

    OPEN = "open"
    RUNNING = "running"
    PAUSED = "paused"
    ADJOURNED = "adjourned"
    FINISHED = "finished"


IN_PROGRESS = frozenset({Phase.RUNNING, Phase.PAUSED, Phase.ADJOURNED})
"""The phases of a game that has begun and not ended."""


class Now(Value, frozen=True):
    """One instant: `run` and `ms` on the server's adjusted clock, `wall` in Unix milliseconds.

    `lag_ms`: the lag that the connection of the seat to move is owed (`lag`), as measured.
    """

    run: int
    ms: int
    wall: int
    lag_ms: int = 0


class GameSetup(Value, frozen=True):
    """What is fixed when a room is created. `listed`: shown in lists before it has begun.
    `creator`: the account that made the game, or the first of a series; None: not known. `facts`:
    of an imported game, as in `GameSummary`. `ladder`: the club's ladder for which it is played."""

    id: str
    rules: Rules
    settings: p.Settings
    control: p.Control
    seed: bytes
    created_at: int
    invitations: tuple[Invitation | None, ...]
    listed: bool = True
    setup: p.Setup = LEGACY_SETUP
    creator: str | None = None
    facts: Mapping[str, str] | None = None
    ladder: str | None = None

    def view(self) -> p.RoomView:
        """The public part of the game setup; never the seed."""
        return p.RoomView(
            game_type=self.rules.game,
            rules_version=self.rules.version,
            settings=self.settings,
            control=self.control,
            seats=self.rules.seats,
            draws=self.rules.draws,
            created_at=self.created_at,
            setup=self.setup,
            plays_on=self.rules.plays_on,
            sides=[list(side) for side in self.rules.sides],
            kept=[seat for seat, invited in enumerate(self.invitations) if invited],
        )

    @property
    def commitment(self) -> str:
        """The seed's hash, which all viewers see from the start (`dice`)."""
        return dice.commitment(self.seed)


class LogEntry(Value, frozen=True):
    """One entry of the log: an event, and what only the server knows of it.

    `account`: the sender of the command, or the player whose invitation was answered; None: the
    server. `command_id`: from `idempotency.stored_id`; `digest`: of the command's content, for
    resends. `seat`: the one that has acted, or to which an end without a result is attributed;
    None for a throw, which the server makes, even if its event names a seat.
    """

    event: p.RoomEvent
    run: int
    at_ms: int
    ply: int
    seat: int | None = None
    account: str | None = None
    command_id: str | None = None
    digest: str | None = None


SAVE_EVERY = 64  # plies between two saved states


class Room(Value, frozen=True):
    """A room after the entries of its log. `state`: the game's; `seq` and `at` (Unix ms): the last
    event's.

    `undoable`: the moves since the last throw, with their seats, which may be taken back;
    `saved_states`: the states before the first of them and before every SAVE_EVERY-th, so that a
    takeback does not cost more in a longer game. `offered`: the offers, with their seats, since the
    position last changed. `turn_at`: when the present turn began (Unix ms). `uncharged_moves`:
    how many moves in a row have cost no time. `moved`: the seats that have moved; `left`: those
    that left while the others play on. `has_declined`: an invited player will not come; `counts`:
    as in `Started`. `rematch`, `rematch_declined`: the seats that want one, and that declined.
    """

    game_setup: GameSetup
    seats: tuple[Seat, ...]
    clock: Clock
    state: Any
    saved_states: tuple[Any, ...]
    undoable: tuple[tuple[int, str], ...] = ()
    phase: Phase = Phase.OPEN
    seq: int = 0
    at: int = 0
    ply: int = 0
    uncharged_moves: int = 0
    throws: int = 0
    turn_at: int = 0
    moved: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    offers: Offers = NO_OFFERS
    offered: frozenset[tuple[p.What, int]] = frozenset()
    rematch: frozenset[int] = frozenset()
    rematch_declined: frozenset[int] = frozenset()
    next_game: str | None = None
    finished: p.Finished | None = None
    has_declined: bool = False
    counts: bool = True
    answers: IdempotencyCache = IdempotencyCache()
    tally: Tally = Tally()

    @staticmethod
    def new(game_setup: GameSetup) -> "Room":
        """The room before its first event. Raises BadControl, BadSetup, AssertionError."""
        if len(game_setup.invitations) != game_setup.rules.seats:
            raise AssertionError("one invitation (or None) a seat")
        start = first_state(game_setup.rules, game_setup.setup)
        free = game_setup.setup.clock_starts == "first_move"
        return Room(
            game_setup,
            tuple(Seat(invited) for invited in game_setup.invitations),
            Clock.new(
                game_setup.control,
                game_setup.rules.seats,
                free=free,
                free_ms=game_setup.setup.first_move_ms or first_turn_ms(game_setup.rules),
            ),
            state=start,
            saved_states=(start,),
        )

    @property
    def id(self) -> str:
        """The game's id."""
        return self.game_setup.id

    @property
    def turn(self) -> int | None:
        """The seat to move in a game in progress, else None."""
        return self.clock.running

    @property
    def private(self) -> bool:
        """Whether only accounts that have the link may see it. A link game is public once it has
        begun; one that ended before the first move stays private, with its chat. An imported game
        is always private, and so is one that leaves no trace."""
        if self.game_setup.facts is not None or self.leaves_no_trace:
            return True
        waiting = self.phase in (Phase.OPEN, Phase.FINISHED) and self.ply == 0
        return waiting and not self.game_setup.listed

    @property
    def leaves_no_trace(self) -> bool:
        """Whether the game is in no list, not even of its creator: it ended before it began, an
        invited player did not come, and only the creator, or one of a pair, has ever sat down."""
        ended_early = self.phase is Phase.FINISHED and not self.turn_at and self.has_declined
        others = self.tally.sittings.keys() - {self.game_setup.creator}
        return ended_early and len(others) <= (self.game_setup.creator is None)

    def instant(self, now: Now) -> int:
        """The instant in this room's time: adjusted clock, or UTC in correspondence."""
        return now.wall if self.clock.uses_utc else now.ms

    def instant_of(self, entry: LogEntry) -> int:
        """The instant of an entry of the log, in this room's time."""
        return entry.event.at if self.clock.uses_utc else entry.at_ms

    def seat_of(self, account: str, seat: int | None = None) -> int | None:
        """This account's seat, the first if it has several; or `seat`, if it is the account's."""
        for index, row in enumerate(self.seats):
            if row.actor and row.actor.account == account and seat in (None, index):
                return index
        return None

    def seats_of(self, account: str) -> list[int]:
        """All seats of this account: a person has one, a bot may have several."""
        seats = enumerate(self.seats)
        return [i for i, seat in seats if seat.actor and seat.actor.account == account]

    @property
    def clock_at_start(self) -> Clock:
        """The clocks when all seats are ready. The free first turn of the only person among bots,
        who keeps no person waiting, has no bound, except in games of older versions, stored without
        a `first_move_ms`."""
        if self.game_setup.setup.first_move_ms is None:
            return self.clock
        people = [i for i, seat in enumerate(self.seats) if seat.actor and not seat.actor.bot]
        is_only_person = len(people) == 1 < len(self.seats)
        return replace(self.clock, unbounded=frozenset(people)) if is_only_person else self.clock

    @property
    def playing_seats(self) -> list[int]:
        """The seats that have neither left the game nor finished before the others."""
        return [seat for seat in range(len(self.seats)) if self.still_plays(seat)]

    def still_plays(self, seat: int) -> bool:
        """Whether the seat has neither left the game nor finished before the others."""
        return seat not in self.left and still_plays(self.game_setup.rules, self.state, seat)

    def finished_seats(self, state: Any) -> list[int]:
        """The seats that have not left and have finished in a state of this game."""
        rules = self.game_setup.rules
        if not rules.plays_on:
            return []
        staying = (seat for seat in range(len(self.seats)) if seat not in self.left)
        return [seat for seat in staying if not still_plays(rules, state, seat)]

    @property
    def all_have_moved(self) -> bool:
        """Whether every seat still in the game has moved; then it can no longer be aborted."""
        missing = set(range(len(self.seats))) - self.moved
        return not any(map(self.still_plays, missing))

    def has_joined(self, seat: int) -> bool:
        """Whether a player other than the creator has taken this seat, which was open to all; False
        if the creator is not known."""
        sitter, creator = self.seats[seat].actor, self.game_setup.creator
        is_other = sitter is not None and creator is not None and sitter.account != creator
        return is_other and self.seats[seat].invited is None

    def is_player(self, account: str) -> bool:
        """Whether this account has or had a seat here, or one is reserved for it."""
        named = (each for seat in self.seats for each in (seat.invited, seat.left) if each)
        return any(each.account == account for each in named) or self.seat_of(account) is not None

    def renamed(self, account: str, name: str) -> "Room":
        """The room with another name for this account, on its seat and in its invitations."""
        seats = tuple(seat.renamed(account, name) for seat in self.seats)
        invited = self.game_setup.invitations
        invitations = tuple(each and each.renamed(account, name) for each in invited)
        if seats == self.seats and invitations == invited:
            return self
        game_setup = replace(self.game_setup, invitations=invitations)
        return replace(self, seats=seats, game_setup=game_setup)

    def position(self, viewer: int | None) -> str:
        """The position's text for this viewer; after the end nothing is hidden."""
        rules = self.game_setup.rules
        if self.phase is Phase.FINISHED:
            return rules.full_position(self.state)
        return rules.position(self.state, viewer)

    def state_before(self, plies: int) -> Any:
        """The state `plies` ago, which must not be before the last throw."""
        at = len(self.undoable) - plies
        index = at // SAVE_EVERY
        state = self.saved_states[index]
        for _, move in self.undoable[index * SAVE_EVERY : at]:
            state = self.game_setup.rules.play(state, move)
        return state

    def saved_states_after(self, plies: int) -> tuple[Any, ...]:
        """The part of `saved_states` that remains if `undoable` is shortened to this length."""
        return self.saved_states[: plies // SAVE_EVERY + 1]


class NextGame(Value, frozen=True):
    """The effect of an agreed rematch: a room to create in the same transaction."""

    id: str
    seed: bytes
    created_at: int
    invitations: tuple[Invitation | None, ...]

    def room(self, last: Room) -> Room:
        """The room of the next game: like the last one, with new seats and seed, for no ladder. Its
        first turns are free in any case, since a player may not notice its start."""
        setup = series.next_setup(last.game_setup.setup, last.finished)
        game_setup = replace(
            last.game_setup,
            id=self.id,
            seed=self.seed,
            created_at=self.created_at,
            invitations=self.invitations,
            setup=with_defaults(setup, last.game_setup.control, last.game_setup.rules),
            ladder=None,
        )
        return Room.new(game_setup)


class Refusal(Value, frozen=True):
    """Why a command was not carried out. `retry_after_s`: until it may be, None: unknown."""

    code: p.ErrorCode
    message: str
    retry_after_s: int | None = None


class Step(Value, frozen=True):
    """The outcome of a command: the room after it, the entries to append, and the answer to give.
    `rooms`: the room after each of the entries; `next_game`: to be created, for a rematch.

    Without entries nothing has changed. An answer without entries: the command was sent again, and
    gets its first answer. A refusal has entries only if a flag had fallen before the command.
    `vacates`: the seat of a person who leaves, which a bot might have taken.
    """

    room: Room
    entries: tuple[LogEntry, ...] = ()
    answer: Answer | None = None
    refusal: Refusal | None = None
    next_game: NextGame | None = None
    rooms: tuple[Room, ...] = ()
    vacates: int | None = None

    def after(self, entries: Sequence[LogEntry], rooms: Sequence[Room]) -> "Step":
        """The step with these entries before its own. `rooms`: the room after each of them."""
        return replace(self, entries=(*entries, *self.entries), rooms=(*rooms, *self.rooms))
