"""How many seats an account, and an address, may hold in other people's listed games before they
begin, and how often they may take a seat without playing.

Without a bound one client could sit down in every open game. Only rooms in memory count: in other
rooms nobody waits. The seats held are counted when somebody sits down. How often somebody may sit
down is bounded, too, and more strictly if they do not become ready.
"""

from collections import Counter
from collections.abc import Callable

import zeitnot_protocol as p

from ..events.bus import Events
from ..hosting.room.events import FirstMove, RoomFinished
from ..hosting.room.send_queue import Viewer
from ..limits.table import STANDARD
from ..rooms.absence import may_lose_seat
from ..rooms.commands import Command, PlayerCommand
from ..rooms.room import Phase, Refusal, Room, Step

OF_ACCOUNT = STANDARD.account_open_seats
OF_ADDRESS = STANDARD.address_open_seats
RESERVED_MS = 10_000  # for a seat to be stored; then it counts only if it was
MAX_REMEMBERED = 10_000  # holders, and deposits
MOVES_SPENT = (
    "You or your address stored too many events today to start a new game. Try again later."
)
SITS_SPENT = "You or your address took seats too often, or too often without a move. Wait a while."

SeatKey = tuple[str, str]
"""A game and an account."""


class OpenSeats:
    """The seats held, by account and address. `room`: the room of a game, if it is in memory;
    `now_ms`: any clock; `exempt`: the accounts of the server's own bots; `reached`: counts, by the
    name of the limit, how often one was reached."""

    def __init__(
        self,
        room: Callable[[str], Room | None],
        now_ms: Callable[[], int],
        events: Events,
        exempt: frozenset[str] = frozenset(),
        reached: Counter[str] | None = None,
    ) -> None:
        self._room = room
        self._now_ms = now_ms
        self._exempt = exempt
        self._reached = Counter[str]() if reached is None else reached
        self._held: dict[str, dict[SeatKey, int]] = {}  # by account or address; since when
        self._forget_above = MAX_REMEMBERED
        self._refunds: dict[SeatKey, Callable[[], None]] = {}  # of the deposit for a seat
        events.subscribe(FirstMove, lambda first: self.plays(first.game, first.account))
        events.subscribe(RoomFinished, lambda finished: self.ended(finished.room))

    def admit(self, room: Room, done: Step, command: Command, viewer: Viewer | None) -> Step:
        """The step, or its refusal (`hosting.room.terms.Policy`)."""
        if viewer is None or not isinstance(command, PlayerCommand):
            return done
        refusal = self.judge(done.room, command, viewer)
        return Step(room, refusal=refusal) if refusal else done

    def judge(self, after: Room, command: PlayerCommand, viewer: Viewer) -> Refusal | None:
        """The refusal of a command that the rules allow and that has led to the room `after`; None:
        it is accepted, and counted."""
        if viewer.actor is None:
            return None
        account = viewer.actor.account
        match command:
            case p.Sit():
                return self._refusal_to_sit(after, account, viewer)
            case p.Ready() if after.phase is Phase.OPEN:
                self.plays(after.id, account)  # before the others are ready
            case p.Leave() | p.Abort() if after.phase is Phase.OPEN:
                self._refunds.pop((after.id, account), None)
                for holder in _holders(account, viewer):
                    self._held.get(holder, {}).pop((after.id, account), None)
        return None

    def _refusal_to_sit(self, after: Room, account: str, viewer: Viewer) -> Refusal | None:
        seat = after.seat_of(account, viewer.actor.seat if viewer.actor else None)
        if account in self._exempt or seat is None or _belongs_to_player(after, seat):
            return None
        if not viewer.sender.may_begin():
            return Refusal("too_fast", MOVES_SPENT)
        if not may_lose_seat(after, seat):
            return None
        holders = _holders(account, viewer)
        for holder, most in holders.items():
            if self._count(holder) >= most:
                kind = "account" if most is OF_ACCOUNT else "address"
                self._reached[f"{kind}_open_seats"] += 1
                subject = "You hold" if most is OF_ACCOUNT else "Your address holds"
                sentence = (
                    f"{subject} the maximum number of seats in other people's games that "
                    f"have not begun ({most}). Leave one first."
                )
                return Refusal("too_many_seats", sentence)
        give_back = viewer.permits.may_sit()
        if give_back is None:
            return Refusal("too_fast", SITS_SPENT)
        self._take_deposit(after.id, account, give_back)
        for holder in holders:
            self._held.setdefault(holder, {})[after.id, account] = self._now_ms()
        self._forget_old()
        return None

    def _take_deposit(self, game: str, account: str, give_back: Callable[[], None]) -> None:
        self._refunds.pop((game, account), None)
        self._refunds[game, account] = give_back
        if len(self._refunds) > MAX_REMEMBERED:
            del self._refunds[next(iter(self._refunds))]

    def plays(self, game: str, account: str) -> None:
        """The player has made a first move, or is ready: refunds the deposit for the seat."""
        if give_back := self._refunds.pop((game, account), None):
            give_back()

    def ended(self, room: Room) -> None:
        """The game is over: refunds the deposits of its players, except that of the one who ended
        it; a player who has moved has got it back before."""
        for index, seat in enumerate(room.seats):
            if seat.actor is None:
                continue
            if _has_ended_it(room.finished, index):
                self._refunds.pop((room.id, seat.actor.account), None)
            else:
                self.plays(room.id, seat.actor.account)

    def __len__(self) -> int:
        """How many accounts and addresses are remembered."""
        return len(self._held)

    def _count(self, holder: str) -> int:
        counted = self._held.get(holder, {})
        held = {key: since for key, since in counted.items() if self._holds(key, since)}
        if held:
            self._held[holder] = held
        else:
            self._held.pop(holder, None)
        return len(held)

    def _holds(self, key: SeatKey, since_ms: int) -> bool:
        game, account = key
        room = self._room(game)
        if room is None or room.phase is not Phase.OPEN:
            return False
        seat = room.seat_of(account)
        if seat is None:  # it may still be being stored
            return self._now_ms() - since_ms < RESERVED_MS
        return may_lose_seat(room, seat)

    def _forget_old(self) -> None:
        if len(self._held) > self._forget_above:
            for holder in list(self._held):
                self._count(holder)
            self._forget_above = max(MAX_REMEMBERED, 2 * len(self._held))


def _belongs_to_player(room: Room, seat: int) -> bool:
    """Whether the seat belongs to its player: it was reserved, or the player has made the game, for
    which another bound holds."""
    sitter = room.seats[seat].actor
    return room.seats[seat].invited is not None or (
        sitter is not None and sitter.account == room.game_setup.maker
    )


def _has_ended_it(end: p.Finished | None, seat: int) -> bool:
    """Whether this seat has aborted, resigned, left or run out of time."""
    if end is None or end.ended_by is not None:
        return end is not None and end.ended_by == seat
    return end.reason == "abandoned" if end.scores is None else end.scores[seat] == 0


def _holders(account: str, viewer: Viewer) -> dict[str, int]:
    """The account and the address that a seat counts for, and how many each may hold."""
    origin = viewer.sender.origin
    holders = {f"account {account}": OF_ACCOUNT}
    return holders if origin is None else holders | {f"address {origin}": OF_ADDRESS}
