"""How many seats an account, and an address, may hold in listed games of others before they begin.

Without a bound one could sit down in every game that waits for somebody. It is known of rooms in
memory alone: where nobody is, nobody is waited for. What is held is looked at when somebody sits
down, so that nothing has to be told when a game begins or ends. How often somebody sits down is
bounded, too, and more so if he is not ready then.
"""

from collections.abc import Callable

from zeitnot_client import protocol as p

from ..rooms.absence import may_be_stood_up
from ..rooms.commands import PlayerCommand
from ..rooms.room import Phase, Refusal, Room
from .outbox import Viewer

OF_ACCOUNT = 3
OF_ADDRESS = 10
CLAIM_MS = 10_000  # after which a seat that was to be taken is taken not to have been
REMEMBERED = 10_000
MOVES_SPENT = "So much was stored for you, or your address, that new games have to wait."
SITS_SPENT = "You, or your address, sat down too often, or too often without being ready; wait."

Place = tuple[str, str]
"""A game and an account."""


class OpenSeats:
    """Who holds what. `room`: the room of a game that is in memory; `now_ms`: any clock; `exempt`:
    the accounts of the house's own bots."""

    def __init__(
        self,
        room: Callable[[str], Room | None],
        now_ms: Callable[[], int],
        exempt: frozenset[str] = frozenset(),
    ) -> None:
        self._room = room
        self._now_ms = now_ms
        self._exempt = exempt
        self._held: dict[str, dict[Place, int]] = {}  # by account or address; since when
        self._most = REMEMBERED

    def judge(self, after: Room, command: PlayerCommand, viewer: Viewer) -> Refusal | None:
        """Why this viewer may not have done what the rules allow, and what led to the room `after`;
        None: it may, and it counts."""
        if viewer.actor is None:
            return None
        account = viewer.actor.account
        match command:
            case p.Sit():
                return self._sits(after, account, viewer)
            case p.Ready() if (after.id, account) in self._held.get(f"account {account}", {}):
                viewer.is_ready()
            case p.Leave():
                for holder in _holders(account, viewer):
                    self._held.get(holder, {}).pop((after.id, account), None)
        return None

    def _sits(self, after: Room, account: str, viewer: Viewer) -> Refusal | None:
        seat = after.seat_of(account)
        if account in self._exempt or seat is None or _is_kept(after, seat):
            return None
        if not viewer.sender.may_begin():
            return Refusal("too_fast", MOVES_SPENT)
        if not may_be_stood_up(after, seat):
            return None
        holders = _holders(account, viewer)
        for holder, most in holders.items():
            if self._count(holder) >= most:
                whose = "You hold" if most is OF_ACCOUNT else "Your address holds"
                sentence = f"{whose} {most} seats in games of others that have not begun."
                return Refusal("too_many_seats", sentence)
        if not viewer.may_sit():
            return Refusal("too_fast", SITS_SPENT)
        for holder in holders:
            self._held.setdefault(holder, {})[after.id, account] = self._now_ms()
        self._forget()
        return None

    def __len__(self) -> int:
        """Of how many accounts and addresses something is remembered."""
        return len(self._held)

    def _count(self, holder: str) -> int:
        held = self._held.get(holder, {})
        still = {place: since for place, since in held.items() if self._holds(place, since)}
        if still:
            self._held[holder] = still
        else:
            self._held.pop(holder, None)
        return len(still)

    def _holds(self, place: Place, since_ms: int) -> bool:
        game, account = place
        room = self._room(game)
        if room is None or room.phase is not Phase.OPEN:
            return False
        seat = room.seat_of(account)
        if seat is None:  # perhaps it is on its way to the disk
            return self._now_ms() - since_ms < CLAIM_MS
        return may_be_stood_up(room, seat)

    def _forget(self) -> None:
        if len(self._held) > self._most:
            for holder in list(self._held):
                self._count(holder)
            self._most = max(REMEMBERED, 2 * len(self._held))


def _is_kept(room: Room, seat: int) -> bool:
    """Whether the seat was meant for whoever sits there now: its maker has paid for the game."""
    sitter = room.seats[seat].actor
    return room.seats[seat].invited is not None or (
        sitter is not None and sitter.account == room.game_setup.maker
    )


def _holders(account: str, viewer: Viewer) -> dict[str, int]:
    """Of whom a seat counts, and how many they may hold."""
    origin = viewer.sender.origin
    holders = {f"account {account}": OF_ACCOUNT}
    return holders if origin is None else holders | {f"address {origin}": OF_ADDRESS}
