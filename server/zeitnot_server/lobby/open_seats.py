"""Limits how many seats an account, and an address, may hold in other people's listed games before
these begin, and how often they may take a seat without playing.

Without a limit one client could sit down in every open game. Only rooms in memory count, because no
player waits in others. The seats held are counted when a player sits down. How often a player may
sit down is limited too, and more strictly for a player who does not become ready.
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

MAX_PER_ACCOUNT = STANDARD.account_open_seats
MAX_PER_ADDRESS = STANDARD.address_open_seats
RESERVED_MS = 10_000  # how long a seat counts before it is stored
MAX_REMEMBERED = 10_000  # holders, and deposits
MOVES_SPENT = (
    "You or your address stored too many events today to start a new game. Try again later."
)
SITS_SPENT = "You or your address took seats too often, or too often without a move. Wait a while."

SeatKey = tuple[str, str]
"""A game and an account."""


class OpenSeats:
    """The seats held, by account and address. `room`: returns the room of a game, if it is in
    memory; `now_ms`: any clock; `exempt`: the accounts of the house bots; `reached`: counts, by the
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
        self._held: dict[str, dict[SeatKey, int]] = {}  # by account or address: the time of each
        self._forget_above = MAX_REMEMBERED
        self._refunds: dict[SeatKey, Callable[[], None]] = {}  # returns the deposit for a seat
        events.subscribe(FirstMove, lambda first: self.refund_deposit(first.game, first.account))
        events.subscribe(RoomFinished, lambda finished: self.game_over(finished.room))

    def admit(self, room: Room, done: Step, command: Command, viewer: Viewer | None) -> Step:
        """The step, or its refusal (`hosting.room.host.Policy`)."""
        if viewer is None or not isinstance(command, PlayerCommand):
            return done
        refusal = self.check(done.room, command, viewer)
        return Step(room, refusal=refusal) if refusal else done

    def check(self, after: Room, command: PlayerCommand, viewer: Viewer) -> Refusal | None:
        """The refusal of a command that the rules allow and whose step leads to the room `after`;
        None: it is accepted, and counted."""
        if viewer.actor is None:
            return None
        account = viewer.actor.account
        match command:
            case p.Sit():
                return self._refusal_to_sit(after, account, viewer)
            case p.Ready() if after.phase is Phase.OPEN:
                self.refund_deposit(after.id, account)  # before the others are ready
            case p.Leave() | p.Abort() if after.phase is Phase.OPEN:
                self._refunds.pop((after.id, account), None)
                for holder in _holders(account, viewer):
                    self._held.get(holder, {}).pop((after.id, account), None)
        return None

    def _refusal_to_sit(self, after: Room, account: str, viewer: Viewer) -> Refusal | None:
        seat = after.seat_of(account, viewer.actor.seat if viewer.actor else None)
        if account in self._exempt or seat is None or _is_own_seat(after, seat):
            return None
        if not viewer.sender.may_start_game():
            return Refusal("too_fast", MOVES_SPENT)
        if not may_lose_seat(after, seat):
            return None
        holders = _holders(account, viewer)
        for holder, max_seats in holders.items():
            if self._count(holder) >= max_seats:
                kind = "account" if max_seats is MAX_PER_ACCOUNT else "address"
                self._reached[f"{kind}_open_seats"] += 1
                subject = "You hold" if max_seats is MAX_PER_ACCOUNT else "Your address holds"
                sentence = (
                    f"{subject} the maximum number of seats in other people's games that "
                    f"have not begun ({max_seats}). Leave one first."
                )
                return Refusal("too_many_seats", sentence)
        refund = viewer.permits.may_sit()
        if refund is None:
            return Refusal("too_fast", SITS_SPENT)
        self._take_deposit(after.id, account, refund)
        for holder in holders:
            self._held.setdefault(holder, {})[after.id, account] = self._now_ms()
        self._forget_old()
        return None

    def _take_deposit(self, game: str, account: str, refund: Callable[[], None]) -> None:
        self._refunds.pop((game, account), None)
        self._refunds[game, account] = refund
        if len(self._refunds) > MAX_REMEMBERED:
            del self._refunds[next(iter(self._refunds))]

    def refund_deposit(self, game: str, account: str) -> None:
        """Refunds the deposit for a seat whose player has made a first move, or is ready."""
        if refund := self._refunds.pop((game, account), None):
            refund()

    def game_over(self, room: Room) -> None:
        """Refunds the deposits of the players of a game that is over, except that of the player who
        ended it without having moved."""
        for index, seat in enumerate(room.seats):
            if seat.actor is None:
                continue
            if _has_ended_it(room.finished, index):
                self._refunds.pop((room.id, seat.actor.account), None)
            else:
                self.refund_deposit(room.id, seat.actor.account)

    def __len__(self) -> int:
        """The number of accounts and addresses that are remembered."""
        return len(self._held)

    def _count(self, holder: str) -> int:
        counted = self._held.get(holder, {})
        held = {key: since for key, since in counted.items() if self._is_held(key, since)}
        if held:
            self._held[holder] = held
        else:
            self._held.pop(holder, None)
        return len(held)

    def _is_held(self, key: SeatKey, since_ms: int) -> bool:
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


def _is_own_seat(room: Room, seat: int) -> bool:
    """Whether the seat is the player's own: it was reserved, or the player has created the game, to
    which another limit applies."""
    sitter = room.seats[seat].actor
    return room.seats[seat].invited is not None or (
        sitter is not None and sitter.account == room.game_setup.creator
    )


def _has_ended_it(end: p.Finished | None, seat: int) -> bool:
    """Whether this seat has aborted, resigned, left or run out of time."""
    if end is None or end.ended_by is not None:
        return end is not None and end.ended_by == seat
    return end.reason == "abandoned" if end.scores is None else end.scores[seat] == 0


def _holders(account: str, viewer: Viewer) -> dict[str, int]:
    """The account and the address that a seat counts for, and how many each may hold."""
    origin = viewer.sender.origin
    holders = {f"account {account}": MAX_PER_ACCOUNT}
    return holders if origin is None else holders | {f"address {origin}": MAX_PER_ADDRESS}
