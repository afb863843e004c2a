"""Queries on books: the list of books, and the page of a position."""

import itertools
from typing import Any

import zeitnot_protocol as p

from .book_store import BookReads
from .entry import BookPosition, Entry
from .rules import BookRules
from .scopes import SCOPES

THROWS_SHOWN = 36


async def listing(books: BookReads) -> p.BookList:
    """All books, with their sizes."""
    return p.BookList(books=await books.sizes(SCOPES))


async def lookup(
    books: BookReads, scope: str, rules: BookRules, position: str | None
) -> p.BookPage:
    """The page of a position (None: the start). Raises ValueError for text that is not a
    position."""
    state = rules.start() if position is None else rules.parse(position)
    book_position = BookPosition(rules.game, rules.settings_key, rules.key(state))
    entries = await books.entries(SCOPES.get(scope, (scope,)), book_position)
    return page(rules, scope, state, entries)


def page(rules: BookRules, scope: str, state: Any, entries: list[Entry]) -> p.BookPage:
    """The page of a position, pure. Moves that are not legal here are left out."""
    legal = rules.legal(state)
    moves = [entry for entry in entries if entry.move in legal]
    return p.BookPage(
        scope=scope,
        game_type=rules.game,
        position=rules.position(state, None),
        moves=[_book_move(entry) for entry in moves],
        legal=legal,
        after={e.move: rules.position(rules.play(state, e.move), None) for e in moves},
        throws=_throws(rules, state),
        turn=rules.turn(state),
    )


def _book_move(entry: Entry) -> p.BookMove:
    return p.BookMove(
        move=entry.move,
        weight=entry.weight,
        wins=entry.wins,
        draws=entry.draws,
        losses=entry.losses,
        score=entry.score,
        last_played=entry.last_played,
    )


def _throws(rules: BookRules, state: Any) -> dict[str, str]:
    """The position after each throw of the dice, so that a reader can look it up next."""
    throw = rules.throw(state)
    if throw is None or throw.kind != "dice":
        return {}
    faces = itertools.product(*(range(1, sides + 1) for sides in throw.sizes))
    shown = itertools.islice(faces, THROWS_SHOWN)
    return {
        "-".join(map(str, values)): rules.position(rules.chance(state, values), None)
        for values in shown
    }
