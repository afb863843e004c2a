"""Renders a room as text: the full screen, and a line for each event; pure."""

from collections.abc import Sequence

from rich.text import Text

import zeitnot_protocol as p

from ..clocks import ClockReading
from ..controls import format_control
from ..ranks import partners_of, sides_of
from ..seat_value import SeatValue
from ..session_events import (
    CommitmentChanged,
    Disconnected,
    Dropped,
    EventReceived,
    Notice,
    Rejected,
    Rewound,
    SessionEvent,
)
from ..state import RoomState
from . import boards, moves, texts
from .boards import board, piece
from .clock_words import describe
from .face import Change
from .names import name_of
from .results import result
from .styles import QUIET_STYLE

PV_MOVES = 4  # how many moves of an engine's line are shown
LOW_MS = 20_000  # below this, tenths of a second are shown
DAY_MS = 86_400_000


def room_text(state: RoomState, seat_names: Sequence[str], now_ms: int) -> Text:
    """The board, the players with their clocks, and the legal moves."""
    room = state.room
    if room is None:
        return Text("")
    last = state.moves[-1].move if state.moves else None
    position = state.position or ""
    parts = [board(room.game_type, position, state.legal, last, state.you, room.settings)]
    parts.append(Text(""))
    parts += [_player_line(state, seat, seat_names, now_ms) for seat in range(len(state.seats))]
    if state.my_turn and state.legal:
        parts += [Text(""), Text(moves.legal_line(state), "green")]
    return Text("\n").join(parts)


def status(state: RoomState, now_ms: int, *, lost: bool = False) -> str:
    """The status line: clocks, absent players, and the engines' analysis. `lost`: there is no
    connection, so it is not known whether the clocks run."""
    game_type = state.room.game_type if state.room else ""
    uncertain = "?" if lost and state.phase == "running" else ""
    clocks = " · ".join(
        f"{piece(game_type, seat).plain} {seat_clock(state.clock_of(seat, now_ms))}{uncertain}"
        for seat in range(len(state.seats))
    )
    if lost:
        return f"{clocks}   {texts.NO_CONNECTION}"
    away = [texts.AWAY.format(name=name_of(state, seat)) for seat in _seats_away(state)]
    engines = [engine_line(state, info) for info in state.engines.values()]
    free_ms = state.free_ms(now_ms) if state.phase == "running" else None
    free_text = texts.UNCHARGED if state.is_uncharged else texts.FIRST_MOVE
    free = [] if free_ms is None else [free_text.format(seconds=-(-free_ms // 1000))]
    if state.has_any_time:
        free = [texts.FIRST_MOVE_ANY]
    return "   ".join([clocks, *free, *away, *engines])


def seat_clock(clock: ClockReading | None) -> str:
    """The time and what some controls add: `0:25 +3` three more periods, `4:10 /12` twelve moves to
    make in that time, `2:40 (0:14.0)` a limit for this move."""
    if clock is None:
        return texts.UNTIMED
    periods = f" +{clock.periods}" if clock.periods else ""
    moves = f" /{clock.moves}" if clock.moves is not None else ""
    limit = f" ({clock_text(clock.limit_ms)})" if clock.limit_ms is not None else ""
    return f"{clock_text(clock.remaining_ms)}{periods}{moves}{limit}"


def clock_text(remaining_ms: int | None) -> str:
    """`12:34`, `1:02:03`, `2 d 03:04`, or `0:09.4` below twenty seconds."""
    if remaining_ms is None:
        return texts.UNTIMED
    if remaining_ms >= DAY_MS:
        days, ms = divmod(remaining_ms, DAY_MS)
        return f"{days} d {ms // 3_600_000:02}:{ms // 60_000 % 60:02}"
    minutes, ms = divmod(remaining_ms, 60_000)
    if remaining_ms < LOW_MS:
        return f"0:{ms // 1000:02}.{ms % 1000 // 100}"
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{ms // 1000:02}" if hours else f"{minutes}:{ms // 1000:02}"


def engine_line(state: RoomState, info: p.Info) -> str:
    """`Ponderer is pondering · depth 14 · 2.5 s`, or, if the server sends all fields,
    `Ponderer is pondering: f6 d6 · depth 14 · 2.1 M nodes · 2.5 s · +4`."""
    name = name_of(state, info.seat) if info.seat is not None else ""
    template = texts.PONDERS if info.mode == "pondering" else texts.THINKS
    pv = moves.analysis_line(state, info.pv.split()[:PV_MOVES])
    activity = template.format(name=name)
    parts = [f"{activity}: {' '.join(pv)}" if pv else activity]
    if info.depth:
        parts.append(texts.DEPTH.format(depth=info.depth))
    if info.nodes:
        parts.append(_nodes(info.nodes))
    if info.time_ms:
        parts.append(texts.SECONDS.format(seconds=info.time_ms / 1000))
    if (value := _own_value(state, info)) is not None:
        parts.append(_value(value, info.unit))
    return " · ".join(parts)


def _own_value(state: RoomState, info: p.Info) -> float | None:
    """The value from the side of the engine's seat, or None if it is not known."""
    if info.value is None or info.seat is None:
        return info.value
    mover = state.turn if info.ply == state.ply else None
    of = next((seat for seat in (info.value_seat, mover) if seat is not None), info.seat)
    seen = SeatValue(of, info.value, info.unit or "", len(state.seats)).seen_by(info.seat)
    return None if seen is None else seen.value


def session_event_line(session_event: SessionEvent, state: RoomState) -> str | None:
    """The line to print for an event, or None. `state`: the room after the event."""
    match session_event:
        case EventReceived(event=event, live=True):
            return _event_line(event, state)
        case Rejected(error=error) if error.code == "read_only":
            return texts.HALTED
        case Rejected(error=error):
            return error.message
        case Dropped(command=p.Move(move=move)):
            return texts.DROPPED_MOVE.format(move=move)
        case Rewound():
            return texts.REWOUND
        case Disconnected():
            return texts.LOST if state.phase == "running" else texts.LOST_WITHOUT_CLOCKS
        case CommitmentChanged(first=first, now=now):
            return texts.COMMITMENT_CHANGED.format(first=first, now=now)
        case Notice(message=message):
            return _notice_line(message, state)
        case _:
            return None


def _notice_line(message: p.RoomOut, state: RoomState) -> str | None:
    """The line to print for a message without a number, or None."""
    match message:
        case p.Countdown(seat=seat, ends_in_ms=None):
            return (
                None if _is_away(state, seat) else texts.IS_BACK.format(name=name_of(state, seat))
            )
        case p.Countdown(seat=seat, ends_in_ms=int(left)):
            name, seconds = name_of(state, seat), -(-left // 1000)
            return texts.AWAY_FOR.format(name=name, seconds=seconds)
        case p.Ratings(seats=changes):
            return texts.RATINGS.format(
                changes=", ".join(_change(state, seat, each) for seat, each in enumerate(changes))
            )
        case _:
            return None


def _change(state: RoomState, seat: int, change: p.RatingChange) -> str:
    """`Ann 1500 → 1662?`"""
    mark = "?" if change.provisional else ""
    return f"{name_of(state, seat)} {change.before} → {change.after}{mark}"


def part_result_line(session_event: SessionEvent, state: RoomState) -> str | None:
    """The result of the part of the game (such as a hand) that a move or throw has ended, or None.
    `state`: the room after the event, or later."""
    match session_event:
        case EventReceived(event=p.Moved() | p.Threw() as event, live=True) if state.room:
            names = [name_of(state, seat) for seat in range(len(state.seats))]
            change = Change(moves.position_before(event, state), event.position, names)
            return boards.part_result(state.room.game_type, change)
        case _:
            return None


def room_line(game_type: str, control: p.Control) -> str:
    """`chess · 3+2 (3 minutes + 2 seconds a move)`."""
    short, words = format_control(control), describe(control)
    return texts.ROOM.format(game=game_type, control=short, words=words)


def waiting(state: RoomState) -> str:
    """The line while the game cannot begin; with more than two seats it counts the empty ones."""
    if len(state.seats) <= 2:
        return texts.WAITING
    return texts.WAITING_MANY.format(count=sum(seat.player is None for seat in state.seats))


def _seats_away(state: RoomState) -> list[int]:
    """The other seats that still play and are not connected; none while the game is paused, because
    an outage disconnects everybody."""
    if state.phase == "paused":
        return []
    gone = state.left | state.done | {state.you}
    players = [seat for seat, view in enumerate(state.seats) if view.player and seat not in gone]
    return [seat for seat in players if _is_away(state, seat)]


def _is_away(state: RoomState, seat: int) -> bool:
    """Whether this player is disconnected, as far as is known. A countdown may be dropped while the
    player is still away, for example because play is halted."""
    return state.presence is not None and not state.presence.seats[seat]


# ── parts ──────────────────────────────────────────────────────────────────────────────────────


def _player_line(state: RoomState, seat: int, seat_names: Sequence[str], now_ms: int) -> Text:
    """`● black  Ponderer BOT level 3   2:58  to move`."""
    player = state.seats[seat].player
    marks = []
    if player and player.bot:
        marks.append(texts.BOT)
    if player and player.level is not None:
        marks.append(texts.LEVEL.format(level=player.level))
    if player and player.version is not None:
        marks.append(texts.VERSION.format(version=player.version))
    if (person := state.seats[seat].left) is not None:
        marks.append(f"({texts.PLAYS_FOR.format(name=person.name)})")
    if seat in state.left:
        marks.append(f"({texts.HAS_LEFT})")
    elif seat in state.done:
        marks.append(f"({texts.HAS_FINISHED})")
    elif seat == state.you:
        marks.append(f"({texts.YOU})")
    if state.you is not None and seat in partners_of(state.you, sides_of(state.room)):
        marks.append(f"({texts.PARTNER})")
    player_text = " ".join([name_of(state, seat), *marks])
    colour = seat_names[seat] if seat < len(seat_names) else ""
    clock = seat_clock(state.clock_of(seat, now_ms)) if state.clock else ""
    line = Text.assemble(
        piece(state.room.game_type if state.room else "", seat),
        (f" {colour:<6} ", QUIET_STYLE),
        f"{player_text:<32} ",
        (f"{clock:>8}", "bold"),
    )
    if state.turn == seat:
        line.append(f"  {texts.TO_MOVE}", "green")
    return line


def _event_line(event: p.RoomEvent, state: RoomState) -> str | None:
    match event:
        case p.Seated():
            return _seat_line(event, state)
        case p.Started():
            return texts.STARTED if state.you is None else texts.STARTED_SELF
        case p.Moved():
            return _move_line(event, state)
        case p.Threw():
            return _throw_line(event, state)
        case p.TakenBack(plies=plies):
            count = texts.PLY if plies == 1 else texts.PLIES.format(count=plies)
            return texts.TAKEN_BACK.format(count=count)
        case p.Paused(reason=reason):
            return {"agreed": texts.ADJOURNED, "crashed": texts.CRASHED}.get(reason, texts.PAUSED)
        case p.Resumed():
            return texts.RESUMED
        case p.Withdrew(seat=seat, reason=reason):
            return texts.WITHDREW.get(reason, texts.LEFT).format(name=name_of(state, seat))
        case p.Finished():
            return result(state, event)
        case _:
            return _talk_line(event, state)


def _seat_line(event: p.Seated, state: RoomState) -> str | None:
    """A seat that is free again; a bot that plays on for somebody; who does not come, and why. A
    reason that a newer server has sent is shown as it is."""
    declined, left = event.declined, state.seats[event.seat].left
    if declined is None and left is not None:
        return texts.PLAYS_ON.format(name=left.name, bot=name_of(state, event.seat))
    if declined is None:
        return None if event.seat_view.player else texts.SEAT_FREE
    name, reason = declined.name, declined.reason
    if reason is None:
        return texts.NO_ANSWER.format(name=name)
    line = texts.DECLINES.format(name=name, reason=texts.DECLINE_REASONS.get(reason, reason))
    said = texts.SAID.format(name=name, text=declined.text)
    return f"{line} {said}" if declined.text else line


def _throw_line(event: p.Threw, state: RoomState) -> str:
    values = " ".join(moves.values_of(event))
    if event.kind != "dice":
        return texts.SHUFFLED
    if event.seat is None:  # the throw belongs to no seat, or the seat is not known
        return texts.THREW.format(values=values)
    return texts.THREW_BY.format(name=name_of(state, event.seat), values=values)


def _talk_line(event: p.RoomEvent, state: RoomState) -> str | None:
    """The line for chat, an offer, an answer, or a request for a rematch."""
    match event:
        case p.Said(name=name, text=text):
            return texts.SAID.format(name=name, text=text)
        case p.Offered(seat=seat, what=what) if seat == state.you:
            return texts.OFFERED_SELF.get(what, what)
        case p.Offered(seat=seat, what=what):
            offered = texts.OFFERED.get(what, texts.OFFERED_OTHER)
            return offered.format(name=name_of(state, seat), what=what)
        case p.Answered(seat=seat, what=what, accept=accept):
            declined = texts.DECLINED.get(what, texts.DECLINED_OTHER)
            answer = texts.AGREES if accept else declined
            return answer.format(name=name_of(state, seat))
        case p.Rematch(seat=seat) if seat == state.you:
            return texts.REMATCH_SELF
        case p.Rematch(seat=seat):
            return texts.REMATCH_ASKED.format(name=name_of(state, seat))
        case p.RematchDropped(seat=seat, declined=declined):
            dropped = texts.REMATCH_DECLINED if declined else texts.REMATCH_WITHDRAWN
            return dropped.format(name=name_of(state, seat))
        case _:
            return None


def _move_line(event: p.Moved, state: RoomState) -> str:
    receipt = event.receipt
    ms = receipt.elapsed_ms if receipt.free else receipt.charged_ms
    line = texts.MOVED.format(
        number=moves.number_of(event, state),
        name=name_of(state, event.seat),
        move=moves.text_of(event, state),
        time=texts.SECONDS.format(seconds=ms / 1000),
    )
    return line if event.engine is None else f"{line}   {engine_report(event.engine)}"


def engine_report(report: p.EngineReport) -> str:
    """A bot's report on its move: depth, nodes and value, or that it is from the book."""
    parts = [texts.FROM_BOOK] if report.book else []
    if report.depth:
        parts += [texts.DEPTH.format(depth=report.depth), _nodes(report.nodes)]
    if report.depth and report.value is not None:
        parts.append(_value(report.value, report.unit))
    if report.ponder is not None:
        ponder_text = texts.PONDER_HIT if report.ponder.hit else texts.PONDER_MISS
        parts.append(ponder_text.format(nodes=_count(report.ponder.nodes)))
        if report.ponder.depth_gain:
            parts.append(texts.PONDER_GAIN.format(gain=report.ponder.depth_gain))
    return " · ".join(parts)


def _nodes(nodes: int) -> str:
    return texts.NODES.format(nodes=_count(nodes))


def _count(number: int) -> str:
    for size, sign in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number / size:.1f} {sign}"
    return str(number)


def _value(value: float, unit: str | None) -> str:
    if unit == "win_probability":
        return f"{value:.0%}"
    if unit in ("pawns", "centipawns"):
        return f"{value if unit == 'pawns' else value / 100:+.2f}"
    if unit == "tricks":
        return f"{value:.3g}"
    if unit == "points" and value % 1:
        return f"{value:+.2f}"
    return f"{value:+.3g}" if value else "±0"
