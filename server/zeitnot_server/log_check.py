"""Checks a database: its games against the rules, its lists and its books against the games.

Everything in lists and books follows from the log, so it can be recomputed and compared. The
database is read a game or a few hundred rows at a time, so that a running server is not disturbed;
what cannot be checked is reported.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any, cast

import msgspec

import zeitnot_protocol as p

from . import verify as verification
from .books import BookRules, lines
from .rooms.room import Phase, Room
from .store import Damaged, RulesChanged, RulesFor
from .store.checks import Checks, Finding, Move, StoredGame
from .store.room_log import MAX_CRASHES

TOLERANCE = 1e-6

Progress = Callable[[int, int], None]


class LogCheck:
    """Checks all games once, then the book. `games`, `moves`: the numbers checked so far."""

    def __init__(self, checks: Checks, rules_for: RulesFor) -> None:
        self.games = self.moves = 0
        self._checks = checks
        self._rules_for = rules_for
        self._ends_of_forgotten: dict[str, set[int]] = {}  # by game type
        self._unjudged_types: set[str] = set()  # game types whose book cannot be judged
        self._indexed_before = checks.count_indexed()
        self._expected_book = checks.scratch_book()

    def close(self) -> None:
        """Deletes the expected book."""
        self._expected_book.close()

    def all_games(self, report_progress: Progress) -> Iterator[Finding]:
        """Checks every game against its rules, and its rows in lists."""
        total = self._checks.count_games()
        for game in self._checks.game_ids():
            yield from self._game(game)
            self.games += 1
            report_progress(self.games, total)

    def _game(self, game: str) -> Iterator[Finding]:
        try:
            stored = self._checks.game(game)
        except Damaged as bad:
            if (game_type := self._checks.game_type_of(game)) is not None:
                self._unjudged_types.add(game_type)
            yield Finding("wrong", f"game {game} cannot be read: {bad}")
            return
        if stored is None:
            return
        try:
            room = self._room(stored)
        except _CannotJudge as error:
            self._unjudged_types |= {stored.game_type} if stored.is_indexed else set()
            yield Finding("unjudged", f"game {game}: {error}")
            return
        except _InvalidLog as error:
            self._unjudged_types |= {stored.game_type} if stored.is_indexed else set()
            yield Finding("wrong", f"game {game}: {error}")
            return
        for text in (*stored.row_differences(room), *self._replay(room, stored)):
            yield Finding("wrong", f"game {game}: {text}")
        if stored.is_indexed:
            self._add_to_expected_book(room, stored)

    def _room(self, stored: StoredGame) -> Room:
        """The room after all entries of the log. Raises _CannotJudge, _InvalidLog."""
        numbers = [row.event.seq for row in stored.entries]
        if numbers != [*range(1, len(numbers) + 1)]:
            gap = next(at for at, number in enumerate(numbers, 1) if at != number)
            raise _InvalidLog(f"event {gap} is missing in the log")
        if stored.crashes >= MAX_CRASHES:
            raise _CannotJudge(f"it has crashed the server {stored.crashes} times")
        try:
            self._rules_for(stored.game_type, stored.settings)
        except msgspec.DecodeError as bad:
            raise _InvalidLog(f"its settings cannot be read: {bad}") from None
        except ValueError as unknown:
            raise _CannotJudge(f"{unknown}") from None
        try:
            return stored.room(self._rules_for)
        except RulesChanged as changed:
            raise _CannotJudge(f"{changed}") from None
        except Exception as bad:  # rules and fold do not check what a server has never written
            raise _InvalidLog(f"its log cannot be played: {type(bad).__name__}: {bad}") from bad

    def _replay(self, room: Room, stored: StoredGame) -> Iterator[str]:
        """Replays a game that has ended, as `zeitnot verify` does, unless it was imported."""
        game_setup = room.game_setup
        if room.phase is not Phase.FINISHED or game_setup.facts is not None:
            return
        export = p.Export(
            format=p.EXPORT_FORMAT,
            id=room.id,
            game_type=game_setup.rules.game,
            rules_version=game_setup.rules.version,
            settings=game_setup.settings,
            control=game_setup.control,
            created_at=game_setup.created_at,
            commitment=stored.commitment,
            players=[seat.view() for seat in room.seats],
            events=[row.event for row in stored.entries],
            seed=game_setup.seed.hex(),
            setup=game_setup.setup,
        )
        try:
            verification.verify(export, self._rules_for)
        except (verification.Invalid, verification.Unverifiable) as bad:
            yield f"its record does not hold: {bad}"

    def _add_to_expected_book(self, room: Room, stored: StoredGame) -> None:
        rules = cast(BookRules, room.game_setup.rules)
        book_lines = lines(rules, [row.event for row in stored.entries], room.game_setup.setup)
        self._expected_book.add(book_lines)

    # ── the book ───────────────────────────────────────────────────────────────────────────────

    def book(self) -> Iterator[Finding]:
        """Compares the server's book with the one expected from the games, after `all_games`."""
        differences = [*self._book_differences()]
        if differences and self._checks.count_indexed() != self._indexed_before:
            yield Finding("unjudged", "the book: games ended while it was compared")
            return
        for game_type in sorted(self._unjudged_types):
            yield Finding("unjudged", f"the book of {game_type}: some games could not be read")
        yield from (
            Finding("wrong", text) for game, text in differences if game not in self._unjudged_types
        )

    def _book_differences(self) -> Iterator[tuple[str, str]]:
        """Game type and sentence for every move on which book and games differ."""
        book = self._checks.server_book()
        for move, stored in book.all():
            self.moves += 1
            expected = self._expected_book.one(move)
            if expected is None:
                yield move.game_type, f"{_move_name(move)} was not learnt from any game"
                continue
            for name in self._different(move.game_type, stored, expected)[:1]:
                text = f"{_move_name(move)}: {name} is {stored[name]}, must be {expected[name]}"
                yield move.game_type, text
        for move, _ in self._expected_book.all():
            if book.one(move) is None:
                yield move.game_type, f"{_move_name(move)} is missing"

    def _different(
        self, game_type: str, stored: dict[str, Any], expected: dict[str, Any]
    ) -> list[str]:
        """The names of the values that differ by more than rounding."""
        different = [name for name in stored if stored[name] != expected[name]]
        dates = stored["last_played"], expected["last_played"]
        if "last_played" in different and self._dates_from_forgotten(game_type, *dates):
            different.remove("last_played")
        return [name for name in different if not _are_close(stored[name], expected[name])]

    def _dates_from_forgotten(
        self, game_type: str, stored: int | None, expected: int | None
    ) -> bool:
        """Whether a move was last played in a game that the book has forgotten: its date stays."""
        if game_type not in self._ends_of_forgotten:
            self._ends_of_forgotten[game_type] = self._checks.ends_of_removed(game_type)
        return stored in self._ends_of_forgotten[game_type] and (
            expected is None or stored is None or stored >= expected
        )


class _CannotJudge(Exception):
    """The message says why."""


class _InvalidLog(Exception):
    """The message says how."""


def _move_name(move: Move) -> str:
    game, settings, key, text = move
    return f"book of {game}, settings {settings}, position {key}, move {text}"


def _are_close(one: Any, other: Any) -> bool:
    """Weights are floating-point sums, which depend a little on their order."""
    if isinstance(one, float) and isinstance(other, float | int):
        return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return bool(one == other)
