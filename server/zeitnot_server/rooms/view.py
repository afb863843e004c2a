"""Each viewer's version of the events: one frame for each viewer, with the same number for all.

The log has everything, and while a game lasts it is shown only through this module: to sockets, in
records, exports and the feed. Two things are not for everybody. An engine's analysis would help its
opponent, so only its own seat gets it; spectators get it if the setup says so, which requires that
all players are bots. And in a game that hides something (`rules.Hidden`), every position, move and
throw is shown as the viewer may see it. After the end nothing is hidden; but the rematch of a link
game is a link game, too, and only the players are told its link.
"""

from collections.abc import Sequence

import msgspec

import zeitnot_protocol as p

from .fold import fold_steps
from .room import LogEntry, Phase, Room
from .rules import Hidden


def view(event: p.RoomEvent, room: Room, viewer: int | None) -> p.RoomEvent:
    """The event as this seat (None: a spectator) may see it; `room` is the room just after it, or
    any later one of a game that has ended or hides nothing."""
    if room.phase is Phase.FINISHED:
        return without_link(event, room.game_setup.listed, viewer)
    hidden = room.game_setup.rules.hidden
    if hidden is None:
        return without_engine_lines(event, room.game_setup.setup, viewer)
    return _redacted(event, room, viewer, hidden)


def without_engine_lines(event: p.RoomEvent, setup: p.Setup, viewer: int | None) -> p.RoomEvent:
    """The event as this seat (None: a spectator) may see it while a game lasts that hides nothing
    but engines' analysis."""
    if not isinstance(event, p.Moved) or event.engine is None:
        return event
    if _may_see_engine_lines(setup, event.seat, viewer):
        return event
    return msgspec.structs.replace(event, engine=None)


def without_link(event: p.RoomEvent, listed: bool, viewer: int | None) -> p.RoomEvent:
    """The event of a game that has ended as this seat (None: a spectator) may see it. This also
    holds if the next game has begun. An empty `next` is no link, and the record is still valid: no
    rule depends on the next game's id."""
    if listed or viewer is not None or not isinstance(event, p.Rematch) or event.next is None:
        return event
    return msgspec.structs.replace(event, next="")


def _may_see_engine_lines(setup: p.Setup, seat: int, viewer: int | None) -> bool:
    """Whether this viewer may get the analysis of the engine on a seat."""
    return viewer == seat or (viewer is None and setup.engine_lines == "spectators")


def _redacted(event: p.RoomEvent, room: Room, viewer: int | None, hidden: Hidden) -> p.RoomEvent:
    match event:
        case p.Started() | p.TakenBack() | p.Withdrew():
            return msgspec.structs.replace(event, position=room.position(viewer))
        case p.Threw():
            values = hidden.visible_throw(room.state, tuple(event.values), viewer)
            position = room.position(viewer)
            return msgspec.structs.replace(event, values=list(values), position=position)
        case p.Moved():
            return msgspec.structs.replace(
                event,
                move=hidden.visible_move(room.state, event.seat, event.move, viewer),
                position=room.position(viewer),
                engine=event.engine if viewer == event.seat else None,
            )
        case _:
            return event


def same_for_all(event: p.RoomEvent, room: Room) -> bool:
    """Whether `view` returns the event itself for every viewer."""
    match event:
        case p.Rematch():
            return room.game_setup.listed or event.next is None
        case p.Moved() if event.engine is not None:
            return room.phase is Phase.FINISHED
        case p.Moved() | p.Threw() | p.Started() | p.TakenBack() | p.Withdrew():
            return shows_all(room)
        case _:
            return True


def shows_all(room: Room) -> bool:
    """Whether no position, move or throw up to now is hidden from anybody."""
    return room.game_setup.rules.hidden is None or room.phase is Phase.FINISHED


def shown(
    entries: Sequence[LogEntry], rooms: Sequence[Room]
) -> list[tuple[p.RoomEvent, Room, bool]]:
    """Each of these entries' events with the room by which `view` judges it, and whether it is
    `same_for_all`. `rooms`: the room after each; if the last one hides nothing, neither do those
    before."""
    if rooms and shows_all(rooms[-1]):
        rooms = [rooms[-1]] * len(rooms)
    events = zip(entries, rooms, strict=True)
    return [(entry.event, room, same_for_all(entry.event, room)) for entry, room in events]


def history(
    entries: list[LogEntry], now: Room, viewer: int | None, since: int = 0
) -> list[p.RoomEvent]:
    """The events after number `since` as this viewer may see them; `entries`: the whole log."""
    hides_nothing = shows_all(now)
    rooms = [now] * len(entries) if hides_nothing else fold_steps(Room.new(now.game_setup), entries)
    past = zip(entries, rooms, strict=True)
    return [view(entry.event, room, viewer) for entry, room in past if entry.event.seq > since]


def turn(room: Room, viewer: int | None) -> p.Turn | None:
    """The legal moves: only for the seat to move, and only while the game is running."""
    if viewer is None or room.phase is not Phase.RUNNING or room.clock.running != viewer:
        return None
    legal = list(room.game_setup.rules.legal(room.state))
    return p.Turn(
        game=room.game_setup.id, ply=room.ply, legal=legal, against=_against(room, viewer)
    )


def _against(room: Room, viewer: int) -> list[str]:
    """The accounts on the other seats; only for a bot, which shares its time among opponents, and
    without its own, which may have several of them."""
    own = room.seats[viewer].actor
    if own is None or not own.bot:
        return []
    actors = [seat.actor for seat in room.seats]
    return [actor.account for actor in actors if actor and actor.account != own.account]


def visible_info(info: p.Info, room: Room, viewer: int | None) -> p.Info | None:
    """The part that this seat (None: a spectator) may see of the analysis of the engine on
    `info.seat`: all of it, or only depth and time. None where cards are hidden: it must not even
    learn that there is a report, since how many are sent, and when, depends on the hand."""
    seat = info.seat
    if seat is None:
        raise AssertionError("analysis without a seat")
    if room.game_setup.rules.hidden is not None:
        return info if viewer == seat else None
    if _may_see_engine_lines(room.game_setup.setup, seat, viewer):
        return info
    return p.Info(
        game=info.game,
        ply=info.ply,
        mode=info.mode,
        depth=info.depth,
        time_ms=info.time_ms,
        seat=seat,
    )
