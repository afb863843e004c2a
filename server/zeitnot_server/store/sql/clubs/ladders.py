"""Ladders in SQL; see `club_store.Clubs`. A transaction locks the row of a ladder's state before it
changes it; where it locks the club, that comes first."""

import json
import secrets
from collections.abc import Collection, Sequence
from typing import Any

from ....clubs import ladder as rules
from ....clubs.club import MAX_LADDERS, NO_LADDER, STANDINGS, Club, ClubRefused
from ....clubs.club_store import (
    MAX_DUE,
    MAX_RESULTS,
    Change,
    NewChallenge,
    OwnClub,
    StoredLadder,
)
from ....clubs.ladder import Changed, Ladder, Result, Terms
from ..base import dialect
from ..base.connection import Connection
from ..base.now import wall_ms
from . import rows

_LADDER = (
    "SELECT ladder.id, ladder.club, ladder.game_type, ladder.control, ladder.reach, ladder.days,"
    " ladder.rated, ladder_state.body"
    " FROM ladder JOIN ladder_state ON ladder_state.ladder = ladder.id"
)
OF_CLUB = f"{_LADDER} WHERE ladder.club = ? AND ladder.game_type = ?"
OF_CLUBS = (
    f"{_LADDER} WHERE ladder.club IN (SELECT value FROM {{}}) ORDER BY ladder.club,"
    " ladder.game_type"
)
BY_ID = f"{_LADDER} WHERE ladder.id = ?"
DUE = "SELECT ladder FROM ladder_state WHERE next_at <= ? ORDER BY next_at LIMIT ?"
# Ids of games are long, so that a ladder has one only where its challenge has it.
WITHOUT_CHALLENGE = (
    "SELECT game.id FROM game LEFT JOIN ladder_state ON ladder_state.ladder = game.ladder"
    " WHERE game.state = 'open' AND game.private IN (FALSE, TRUE) AND game.created_at < ?"
    " AND game.ladder IS NOT NULL AND (ladder_state.body IS NULL"
    " OR ladder_state.body NOT LIKE '%\"' || game.id || '\"%')"
    " ORDER BY game.created_at LIMIT ?"
)
RESULTS = (
    f"SELECT {', '.join(Result._fields)} FROM ladder_result WHERE ladder = ?"
    " ORDER BY sequence DESC LIMIT ?"
)
_STATE = "SELECT body FROM ladder_state WHERE ladder = ?"
_WRITE = "UPDATE ladder_state SET body = ?, next_at = ?, changed_at = ? WHERE ladder = ?"
CHANGED = (
    "SELECT club.slug, club.name, ladder.game_type, ladder.id, ladder_state.body FROM ladder_state"
    " JOIN ladder ON ladder.id = ladder_state.ladder JOIN club ON club.id = ladder.club"
    " WHERE ladder_state.changed_at >= ? ORDER BY ladder_state.changed_at DESC LIMIT ?"
)
_ADD_RESULT = (
    f"INSERT INTO ladder_result (ladder, {', '.join(Result._fields)})"
    f" VALUES (?, {', '.join('?' * len(Result._fields))})"
)


def _stored(row: Sequence[Any]) -> StoredLadder:
    id, club, game_type, control, reach, days, rated, body = row
    terms = Terms(control, reach, days, bool(rated))
    return StoredLadder(id, club, game_type, terms, rules.decode(body))


def one(connection: Connection, club: str, game_type: str) -> StoredLadder | None:
    """See `club_store.Clubs.ladder`."""
    row = connection.execute(OF_CLUB, (club, game_type)).fetchone()
    return None if row is None else _stored(row)


def of_clubs(connection: Connection, clubs: Collection[str]) -> list[StoredLadder]:
    """See `club_store.Clubs.ladders`."""
    query = OF_CLUBS.format(dialect.of(connection).texts_of.format("?"))
    found = connection.execute(query, (json.dumps(list(clubs)),)).fetchall()
    return [_stored(row) for row in found]


def results(connection: Connection, ladder: str) -> list[Result]:
    """See `club_store.Clubs`."""
    return [Result(*row) for row in connection.execute(RESULTS, (ladder, MAX_RESULTS)).fetchall()]


def due(connection: Connection, now: int) -> list[str]:
    """See `club_store.Clubs`."""
    return [ladder for (ladder,) in connection.execute(DUE, (now, MAX_DUE)).fetchall()]


def games_without_challenge(connection: Connection, before: int) -> list[str]:
    """See `club_store.Clubs`."""
    found = connection.execute(WITHOUT_CHALLENGE, (before, MAX_DUE)).fetchall()
    return [game for (game,) in found]


def challenged_since(connection: Connection, at: int) -> list[NewChallenge]:
    """See `club_store.Clubs`."""
    changed = connection.execute(CHANGED, (at, MAX_DUE)).fetchall()
    return [
        NewChallenge(slug, club, game_type, ladder, each)
        for slug, club, game_type, ladder, body in changed
        for each in rules.decode(body).challenges
        if each.game is None and each.at >= at
    ]


def own(connection: Connection, account: str) -> list[OwnClub]:
    """See `club_store.Clubs`."""
    found = rows.of_account(connection, account)
    places: dict[str, dict[str, int]] = {club.id: {} for club, _ in found}
    for ladder in of_clubs(connection, list(places)):
        if place := ladder.ladder.place(account):
            places[ladder.club][ladder.game_type] = place
    return [
        OwnClub(
            club.slug,
            club.name,
            STANDINGS[rank],
            rows.since(connection, club.id, account),
            club.founder == account,
            places[club.id],
        )
        for club, rank in found
    ]


def set_terms(connection: Connection, club: Club, game_type: str, terms: Terms) -> bool:
    """Opens a ladder of this club, which is locked, or changes its terms; whether it is new. Raises
    ClubRefused."""
    known = one(connection, club.id, game_type)
    if known is not None:
        connection.execute(
            "UPDATE ladder SET control = ?, reach = ?, days = ?, rated = ? WHERE id = ?",
            (*terms, known.id),
        )
        return False
    if len(of_clubs(connection, [club.id])) >= MAX_LADDERS:
        sentence = f"This club has {MAX_LADDERS} ladders, the maximum."
        raise ClubRefused("list_full", sentence)
    id = secrets.token_hex(8)
    connection.execute(
        "INSERT INTO ladder (id, club, game_type, control, reach, days, rated)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (id, club.id, game_type, *terms),
    )
    query = "INSERT INTO ladder_state (ladder, body, changed_at) VALUES (?, ?, ?)"
    connection.execute(query, (id, rules.encode(Ladder()), wall_ms()))
    return True


def close(connection: Connection, club: Club, game_type: str) -> None:
    """Ends a ladder of this club, which is locked. Raises ClubRefused."""
    known = one(connection, club.id, game_type)
    if known is None:
        raise ClubRefused("no_such_ladder", NO_LADDER)
    _delete(connection, known.id)


def delete_all(connection: Connection, club: str) -> None:
    """Ends all ladders of a club."""
    for ladder in of_clubs(connection, [club]):
        _delete(connection, ladder.id)


def _delete(connection: Connection, ladder: str) -> None:
    connection.execute("DELETE FROM ladder_state WHERE ladder = ?", (ladder,))
    connection.execute("DELETE FROM ladder_result WHERE ladder = ?", (ladder,))
    connection.execute("DELETE FROM ladder WHERE id = ?", (ladder,))


def leave_all(connection: Connection, club: str, account: str, at: int) -> None:
    """Takes an account off all ladders of a club, which is locked."""
    for ladder in of_clubs(connection, [club]):
        state = _locked(connection, ladder.id)
        if state is not None:
            _write(connection, ladder.id, state, rules.leave(state, account, at))


def remove(connection: Connection, club: Club, game_type: str, account: str, at: int) -> None:
    """Takes an account off a ladder of this club, which is locked. Raises ClubRefused."""
    known = one(connection, club.id, game_type)
    state = None if known is None else _locked(connection, known.id)
    if known is None or state is None:
        raise ClubRefused("no_such_ladder", NO_LADDER)
    _write(connection, known.id, state, rules.take_off(state, account, at))


def _locked(connection: Connection, ladder: str) -> Ladder | None:
    """The state of a ladder, which nobody else changes until the transaction ends."""
    query = f"{_STATE} {dialect.of(connection).row_lock}"
    row = connection.execute(query, (ladder,)).fetchone()
    return None if row is None else rules.decode(row[0])


def _write(connection: Connection, ladder: str, before: Ladder, after: Changed) -> None:
    if after.ladder != before:
        state = (rules.encode(after.ladder), rules.next_at(after.ladder), wall_ms())
        connection.execute(_WRITE, (*state, ladder))
    connection.executemany(_ADD_RESULT, [(ladder, *each) for each in after.results])


def change(
    connection: Connection, ladder: str, accounts: Collection[str], changing: Change
) -> StoredLadder:
    """See `club_store.Clubs.change_ladder`."""
    row = connection.execute("SELECT club FROM ladder WHERE id = ?", (ladder,)).fetchone()
    if row is None:
        raise ClubRefused("no_such_ladder", NO_LADDER)
    lock = dialect.of(connection).row_lock
    connection.execute(f"SELECT id FROM club WHERE id = ? {lock}", (row[0],)).fetchone()
    state = _locked(connection, ladder)
    found = connection.execute(BY_ID, (ladder,)).fetchone()
    if state is None or found is None:
        raise ClubRefused("no_such_ladder", NO_LADDER)
    stored = _stored(found)
    ranks = rows.ranks_in(connection, stored.club, accounts)
    after = changing(stored._replace(ladder=state), ranks)
    _write(connection, ladder, state, after)
    return stored._replace(ladder=after.ladder)
