"""A room after a guest with a part in it was merged into an account.

The guest's name stays, because a game has one name for a player throughout, and so does the log
(`store.sql.logs.load`).
"""

from types import MappingProxyType

from .idempotency import IdempotencyCache
from .room import Actor, Invitation, Room, Seat
from .tally import Tally
from .value import replace


def merged(room: Room, guest: str, account: str) -> Room:
    """The room with this account in the place of a guest: on its seats, in its invitations, as the
    creator, and in what is counted. Unchanged if the guest has no part in the game, or if the
    account has a seat here too."""
    if not (room.is_player(guest) or room.game_setup.creator == guest) or room.is_player(account):
        return room
    setup = room.game_setup
    return replace(
        room,
        seats=tuple(_seat(seat, guest, account) for seat in room.seats),
        game_setup=replace(
            setup,
            invitations=tuple(_invitation(each, guest, account) for each in setup.invitations),
            creator=account if setup.creator == guest else setup.creator,
        ),
        answers=_answers(room.answers, guest, account),
        tally=_tally(room.tally, guest, account),
    )


def _seat(seat: Seat, guest: str, account: str) -> Seat:
    return replace(
        seat,
        invited=_invitation(seat.invited, guest, account),
        actor=_actor(seat.actor, guest, account),
        left=_actor(seat.left, guest, account),
    )


def _actor(actor: Actor | None, guest: str, account: str) -> Actor | None:
    return replace(actor, account=account) if actor and actor.account == guest else actor


def _invitation(each: Invitation | None, guest: str, account: str) -> Invitation | None:
    return replace(each, account=account) if each and each.account == guest else each


def _answers(answers: IdempotencyCache, guest: str, account: str) -> IdempotencyCache:
    """The answers to recent commands, which a client may send again, are the account's now; only
    hashes of the older ones are known."""
    recent = {
        (account if sender == guest else sender, command_id): answer
        for (sender, command_id), answer in answers.recent.items()
    }
    return replace(answers, recent=MappingProxyType(recent))


def _tally(tally: Tally, guest: str, account: str) -> Tally:
    lines, sittings = dict(tally.chat_lines), dict(tally.sittings)
    for counts in (lines, sittings):
        if guest in counts:
            counts[account] = counts.get(account, 0) + counts.pop(guest)
    unready = {account if name == guest else name: n for name, n in tally.unready.items()}
    return replace(
        tally,
        chat_lines=MappingProxyType(lines),
        sittings=MappingProxyType(sittings),
        unready=MappingProxyType(unready),
    )
