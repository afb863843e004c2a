"""Queries on stored games: lists, records, exports. Lists leave out games that cannot be read, and
report them to `unreadable`."""

import msgspec
from sqlalchemy import (
    Select,
    func,
    select,
    tuple_,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

import zeitnot_protocol as p

from ....rooms.fold import fold
from ....rooms.players import StandIn
from ....rooms.room import Actor, Phase, Room, Seat
from ....rooms.view import history, without_engine_lines, without_link
from ...errors import BadFilter
from ...filters import GameFilter, write_cursor
from ...invitations import InvitedGame, invitations_to
from ...room_log import RulesFor
from ..base import dialect
from ..base.readable import OnUnreadable, raise_damaged, readable
from ..base.tables import UNFINISHED, GameRow, SeatRow
from ..logs.listed import with_newest
from ..logs.load import (
    control_of,
    facts_of,
    find,
    game_setup_of,
    holder_of,
    invitation_of,
    rules_of,
    settings_of,
    setup_of,
)
from ..logs.log import read_entries, read_events, view_of_session
from .asking import asked_list
from .conditions import Viewer, account_of, unindexed
from .turn_of_games import StoredTurn, turns_of, with_stored_turn
from .walks import walk

MAX_OWN_GAMES = 200
MAX_INVITATIONS = 500
GAMES_AT_ONCE = 50  # read in one tick of the loop
_scores: p.Decoder[list[float]] = p.Decoder(list[float])


async def list_games(
    session: AsyncSession,
    filter_: GameFilter,
    viewer: Viewer = None,
    unreadable: OnUnreadable = raise_damaged,
) -> p.GamePage:
    """A page of games that this account may see, newest first; it may be short as long as it has a
    cursor. With `mine` each game has the account's seat. Raises BadFilter."""
    ids, cursor = await list_ids(session, filter_, viewer)
    page = select(GameRow).where(GameRow.id.in_(ids)).order_by(*_NEWEST)
    account = account_of(viewer) if filter_.mine else None
    games = readable(await _games(session, page), lambda row: summary(row, account), unreadable)
    return p.GamePage(games=games, cursor=cursor)


async def list_ids(
    session: AsyncSession, filter_: GameFilter, viewer: Viewer = None
) -> tuple[list[str], str | None]:
    """The ids of the page that `list_games` returns, and its cursor; reads no game's log. Raises
    BadFilter."""
    filter_.check()
    if filter_.mine and account_of(viewer) is None:
        raise BadFilter("mine=true needs an account.")
    walked = await walk(session, await asked_list(session, filter_, viewer), filter_.limit + 1)
    page_ids = walked.games[: filter_.limit]
    last = page_ids[-1] if len(walked.games) > filter_.limit else walked.stopped_at
    return [game for _, game in page_ids], None if last is None else write_cursor(*last)


def record_of(row: GameRow, events: list[p.RoomEvent]) -> p.GameRecord:
    """A game's row and these of its events as a record."""
    return p.GameRecord(
        game=summary(row),
        commitment=row.commitment,
        rules_version=row.rules_version,
        events=events,
    )


async def _events(
    session: AsyncSession, row: GameRow, rules_for: RulesFor, account: str | None
) -> list[p.RoomEvent]:
    """The events as this account (None: a spectator) may see them. Some data of the log is hidden,
    and more until the game ends."""
    seat = next((s.seat for s in row.seats if account and s.account == account), None)
    if row.state == Phase.FINISHED:
        events = await read_events(session, row.id)
        return [without_link(event, row.listed, seat) for event in events]
    if rules_of(row, settings_of(row), rules_for).hidden is None:
        setup, events = setup_of(row), await read_events(session, row.id)
        return [without_engine_lines(event, setup, seat) for event in events]
    rows = await read_entries(session, row.id)
    room = fold(Room.new(game_setup_of(row, rules_for)), rows)
    return history(rows, room, room.seat_of(account) if account else None)


async def export(session: AsyncSession, game: str, rules_for: RulesFor) -> p.Export | None:
    """The file that `zeitnot verify` reads. Until the game ends it has no seed, and only what a
    spectator may see. Raises RulesChanged; ValueError for damage."""
    row = await find(session, game)
    if row is None:
        return None
    events = await _events(session, row, rules_for, None)
    if row.state == Phase.FINISHED:
        if not any(isinstance(event, p.Finished) for event in events):
            raise ValueError("its end is not in the log")
    elif dialect.of_session(session) is dialect.SQLITE and view_of_session(session).has_gap:
        raise ValueError("some of the newest rows of the log cannot be read")
    return export_of(row, events)


def export_of(row: GameRow, events: list[p.RoomEvent]) -> p.Export:
    """A game's row and these of its events as a file."""
    return p.Export(
        format=p.EXPORT_FORMAT,
        id=row.id,
        game_type=row.game_type,
        rules_version=row.rules_version,
        settings=settings_of(row),
        control=control_of(row),
        created_at=row.created_at,
        commitment=row.commitment,
        players=[_seat(seat).view() for seat in row.seats],
        events=events,
        seed=row.seed.hex() if row.state == Phase.FINISHED else None,
        setup=setup_of(row),
        imported=row.imported is not None,
        facts=facts_of(row) or {},
    )


async def unfinished_of(
    session: AsyncSession, account: str, unreadable: OnUnreadable
) -> list[p.GameSummary]:
    """The newest MAX_OWN_GAMES games that this account plays or is invited to, newest first; games
    that have begun are preferred to others."""
    ids = await _unfinished(session, account, MAX_OWN_GAMES)
    games = await _games(session, _by_ids(ids).order_by(*_NEWEST))
    turns = await turns_of(session, ids)
    return readable(games, lambda row: _own_row(row, account, turns.get(row.id)), unreadable)


def _own_row(row: GameRow, account: str, turn: StoredTurn | None) -> p.GameSummary:
    """The row of a game of this account, with its seat, or `your_seats` if there are several."""
    holders = ((seat.seat, holder_of(seat)) for seat in row.seats)
    own = [seat for seat, holder in holders if holder is not None and holder.account == account]
    return msgspec.structs.replace(
        with_stored_turn(summary(row), turn),
        you=own[0] if own else None,
        your_seats=own if len(own) > 1 else [],
    )


async def invitations_of(
    session: AsyncSession, account: str, unreadable: OnUnreadable
) -> list[p.Invited]:
    """The seats that this account has or that are reserved for it, of at most MAX_INVITATIONS
    games. Games that have begun are preferred: otherwise many invitations could hide a bot's
    running games."""
    invitations = list[p.Invited]()
    ids = await _unfinished(session, account, MAX_INVITATIONS)
    for at in range(0, len(ids), GAMES_AT_ONCE):
        batch = ids[at : at + GAMES_AT_ONCE]
        games = {game.id: game for game in await _games(session, _by_ids(batch))}
        found = [games[id] for id in batch if id in games]
        for invited in readable(found, lambda game: _invitations(game, account), unreadable):
            invitations += invited
    return invitations


def _invitations(game: GameRow, account: str) -> list[p.Invited]:
    invited_game = InvitedGame(
        *(game.id, game.game_type, settings_of(game), control_of(game), game.created_at),
        game.state == Phase.OPEN.value,
        tuple(map(holder_of, game.seats)),
        game.maker,
        setup_of(game).series,
        setup_of(game).answer_ms,
        setup_of(game).rated,
    )
    return invitations_to(invited_game, account)


async def public_after(
    session: AsyncSession, state: str, last: tuple[int, str], limit: int, unreadable: OnUnreadable
) -> list[p.GameSummary]:
    """Public games of this state, made after the game with this time and id, oldest first; empty
    only if no more can be read."""
    query = select(GameRow).where(GameRow.state == state, ~GameRow.private).limit(limit)
    query = query.order_by(GameRow.created_at, GameRow.id)
    while True:
        after = tuple_(GameRow.created_at, GameRow.id) > last
        games = await _games(session, query.where(after))
        summaries = readable(games, summary, unreadable)
        if summaries or not games:
            return summaries
        last = (games[-1].created_at, games[-1].id)


async def public_ends(
    session: AsyncSession, limit: int, unreadable: OnUnreadable
) -> list[p.GameSummary]:
    """The newest public games that have ended, oldest first."""
    query = (
        select(GameRow)
        .where(GameRow.state == Phase.FINISHED.value, ~GameRow.private)
        .order_by(*_NEWEST)
        .limit(limit)
    )
    return readable(reversed(await _games(session, query)), summary, unreadable)


def summary(row: GameRow, viewer: str | None = None) -> p.GameSummary:
    """A game as lists show it, with the seat of the account `viewer` if it is given; its seats must
    be loaded."""
    return p.GameSummary(
        id=row.id,
        game_type=row.game_type,
        settings=settings_of(row),
        control=control_of(row),
        state=Phase(row.state).value,
        seats=[_seat(seat).view() for seat in row.seats],
        moves=row.plies,
        position=row.position,
        created_at=row.created_at,
        scores=None if row.scores is None else _scores.decode(row.scores),
        reason=row.reason,
        word=row.word,
        finished_at=row.finished_at,
        first_move_ms=setup_of(row).first_move_ms if row.state == Phase.OPEN else None,
        rated=setup_of(row).rated,
        imported=row.imported is not None,
        facts=facts_of(row) or {},
        you=next((s.seat for s in row.seats if viewer and viewer in (s.account, s.stand_in)), None),
    )


_NEWEST = (GameRow.created_at.desc(), GameRow.id.desc())


async def in_one_row(session: AsyncSession, query: Select[str]) -> list[str]:
    """Ids in the query's order, where that is quicker as one row: see `dialect`."""
    if dialect.of_session(session) is not dialect.SQLITE:
        return list(await session.scalars(query))
    ids = await session.scalar(select(func.json_group_array(query.subquery().c.id)))
    return msgspec.json.decode(ids or "[]", type=list[str])


async def _games(session: AsyncSession, query: Select[GameRow]) -> list[GameRow]:
    rows = await session.scalars(query.options(selectinload(GameRow.seats)))
    return with_newest(session, rows.all())


def _by_ids(ids: list[str]) -> Select[GameRow]:
    return select(GameRow).where(GameRow.id.in_(ids))


async def _unfinished(session: AsyncSession, account: str, limit: int) -> list[str]:
    """Ids of games that have begun and then of others, each newest first. Uses one index for seats
    without a result that the account has, one for those that it has taken over as a bot, and one
    for seats reserved for it: reads neither all unfinished games nor all games that the account has
    played."""
    own_games = union_all(
        select(SeatRow.game).where(
            SeatRow.account == account, SeatRow.result.is_(None), SeatRow.stand_in.is_(None)
        ),
        select(SeatRow.game).where(SeatRow.stand_in == account, SeatRow.result.is_(None)),
        select(SeatRow.game).where(SeatRow.invited_account == account, SeatRow.account.is_(None)),
    )
    is_unfinished = unindexed(GameRow.state).in_(UNFINISHED)
    query = select(GameRow.id).where(GameRow.id.in_(own_games), is_unfinished)
    begun_first = GameRow.state == Phase.OPEN.value
    return await in_one_row(session, query.order_by(begun_first, *_NEWEST).limit(limit))


def _seat(row: SeatRow) -> Seat:
    is_taken = row.account is not None and row.name is not None
    if not is_taken:
        return Seat(invitation_of(row), None, row.salt)
    actor = Actor(row.account or "", row.name or "", row.bot, version=row.version, kept=row.kept)
    if row.stand_in is None:
        return Seat(invitation_of(row), actor, row.salt)
    name, version = row.stand_in_name or "", row.stand_in_version
    bot = StandIn(Actor(row.stand_in, name, True, version=version), row.stand_in_level)
    return Seat(invitation_of(row), None, row.salt, left=actor).with_stand_in(bot)
