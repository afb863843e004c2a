"""The native games as `Rules`: the C++ core behind the rooms' interface."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import cast

from zeitnot_engines import games
from zeitnot_engines.formats.record import unrepeated
from zeitnot_engines.games import MANIFESTS, Game, History, load
from zeitnot_protocol import Settings

from ..rooms.rules import (
    Hidden,
    IllegalMove,
    Outcome,
    Reason,
    Rules,
    Sides,
    Throw,
    ThrowKind,
    UnchargedTurn,
)


class BadSettings(ValueError):
    """An unknown game or a setting that it does not have; the message says which."""


class NativeHidden:
    """What the viewers of a native game may see; see `Hidden`."""

    def full_position(self, state: History) -> str:
        return state.text

    def visible_move(self, state: History, seat: int, move: str, viewer: int | None) -> str:
        return state.move_seen(seat, move, viewer)

    def visible_throw(
        self, state: History, values: tuple[int, ...], viewer: int | None
    ) -> tuple[int, ...]:
        return state.throw_seen(values, viewer)


_NATIVE_HIDDEN = NativeHidden()


def _throw(due: tuple[str, tuple[int, ...]]) -> Throw:
    kind, sizes = due
    return Throw(cast(ThrowKind, kind), tuple(sizes))


@dataclass(frozen=True)
class NativeRules(Rules):
    """One native game; its states are `History` values. What a room asks at each move is looked up
    once."""

    native: Game

    @property
    def game(self) -> str:
        return self.native.name

    @property
    def version(self) -> int:
        return self.native.version

    @property
    def seats(self) -> int:
        return self.native.seats

    @property
    def draws(self) -> bool:
        return self.native.draws

    @property
    def settings(self) -> Settings:
        return dict(self.native.settings)

    @cached_property
    def plays_on(self) -> bool:
        return self.native.plays_on

    @property
    def sides(self) -> Sides:
        return MANIFESTS[self.native.name].sides.get(str(self.seats), ())

    @property
    def first_turn_ms(self) -> int:
        """How long a free first turn may last; see `rooms.setup`."""
        return MANIFESTS[self.native.name].first_turn_s * 1000

    @cached_property
    def hidden(self) -> Hidden | None:
        return _NATIVE_HIDDEN if self.native.hides else None

    @property
    def word(self) -> str:
        """A pattern for each word of a move, for `rooms.report`."""
        return MANIFESTS[self.native.name].word

    @property
    def settings_key(self) -> int:
        """The settings' part of a book's key."""
        return self.native.settings_key

    def key(self, state: History) -> int:
        """The position's key, for books."""
        return state.key

    def parse(self, text: str) -> History:
        """A position from its text. Raises ValueError."""
        return self.native.parse(text)

    def start(self) -> History:
        return self.native.start()

    def start_throw(self) -> Throw | None:
        due = self.native.start_throw
        return None if due is None else _throw(due)

    def drawn_start(self, values: tuple[int, ...]) -> History:
        return self.native.drawn_start(values)

    def without_claim(self, state: History) -> History:
        return unrepeated(state)

    def turn(self, state: History) -> int | None:
        return state.turn

    def throw(self, state: History) -> Throw | None:
        due = state.due  # usually None
        return None if due is None else _throw(due)

    def outcome(self, state: History) -> Outcome | None:
        if state.result is None:
            return None
        scores, reason, word = state.result
        return Outcome(tuple(scores), cast(Reason, reason), word)

    def legal(self, state: History) -> list[str]:
        return state.legal()

    def play(self, state: History, move: str) -> History:
        try:
            return state.play(move)
        except games.IllegalMove as illegal:
            raise IllegalMove(str(illegal)) from None

    @cached_property
    def spelling(self) -> Callable[[History, str], str]:
        """The native function itself, so that a move costs no further call of Python. That of the
        game's own module: the toy games of the tests have another `History`."""
        return type(self.native.start()).spelling

    def chance(self, state: History, values: tuple[int, ...]) -> History:
        return state.throw(values)

    def withdraw(self, state: History, seat: int) -> History:
        return state.withdraw(seat)

    def still_plays(self, state: History, seat: int) -> bool:
        """See `Rules`. Relies on the core's promise that leaving changes nothing for a seat without
        turns to come."""
        return state.withdraw(seat).key != state.key

    def thrower(self, state: History) -> int | None:
        return state.thrower

    def uncharged(self, state: History) -> UnchargedTurn | None:
        turn = state.uncharged
        return None if turn is None else UnchargedTurn(*turn)

    def position(self, state: History, viewer: int | None) -> str:
        return state.view(viewer)

    def full_position(self, state: History) -> str:
        return state.text

    def can_win(self, state: History, seat: int) -> bool:
        return state.can_win(seat)


@lru_cache(maxsize=256)
def _rules(game: str, settings: tuple[tuple[str, str | int | bool], ...]) -> NativeRules:
    return NativeRules(load(game, dict(settings)))


def rules_for(game: str, settings: Mapping[str, str | int | bool]) -> NativeRules:
    """The rules of a game with these settings. Raises BadSettings."""
    try:
        return _rules(game, tuple(sorted(settings.items())))
    except ValueError as bad:
        raise BadSettings(str(bad)) from None
