"""A game's `game.toml`: facts about the game other than its rules, for people and tools.

The core contains the text of the manifests, so that both always belong to the same build.
"""

import tomllib

import msgspec

from zeitnot_client.controls import BadControlText, parse_seconds
from zeitnot_protocol import Control

from ._core import games, manifest_of


class BadManifest(ValueError):
    """A `game.toml` is invalid; the message says which one and where."""


class BenchSearch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A search of `zeitnot bench`; by default from the start."""

    depth: int
    position: str | None = None


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The manifest of a game. `position`: the C++ type of its positions, for the build. `order`:
    its rank in lists. `names`: by language tag; `seat_names`: in the order of seats. `controls`:
    time controls to offer, the default first, with all times in seconds. `word`: a regular
    expression for each word of a move on the wire, which engines' reports must match. `alphabet`:
    the characters of a position's text. `gtp`: black and white play on the vertices of the Go Text
    Protocol, or pass. `level_nodes`: node limits of the bots' highest levels up to level 5, if the
    usual ones are too strong or too weak. `plays_on`: with at least three seats, the others play on
    when one leaves; `sides`: by the number of seats, the seats of each side if there are partners.
    `first_turn_s`: how many seconds a free first turn may last. `everyday_word`: the id is an
    ordinary word, so checks of names look for it only in paths."""

    position: str
    order: int
    names: dict[str, str]
    seat_names: tuple[str, ...]
    word: str
    alphabet: str
    control_texts: tuple[str, ...] = msgspec.field(name="controls")
    bench: tuple[BenchSearch, ...] = ()
    gtp: bool = False
    level_nodes: tuple[int, ...] = ()
    plays_on: bool = False
    sides: dict[str, tuple[tuple[int, ...], ...]] = {}
    first_turn_s: int = 30
    everyday_word: bool = False

    @property
    def controls(self) -> tuple[Control, ...]:
        """The time controls to offer."""
        return tuple(map(parse_seconds, self.control_texts))


def parse(game: str, text: str) -> Manifest:
    """The manifest of a game from the text of its `game.toml`. Raises BadManifest."""
    try:
        manifest = msgspec.convert(tomllib.loads(text), Manifest)
        _ = manifest.controls
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, BadControlText) as bad:
        raise BadManifest(f"games/{game}/game.toml: {bad}") from None
    return manifest


def _in_order() -> dict[str, Manifest]:
    unordered = {game: parse(game, manifest_of(game)) for game in games()}
    return dict(sorted(unordered.items(), key=lambda item: (item[1].order, item[0])))


MANIFESTS: dict[str, Manifest] = _in_order()
"""The manifest of each game by its id, in the order in which lists show the games."""
