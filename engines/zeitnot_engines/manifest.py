"""A game's `game.toml`: what people and tools should know of it beside its rules.

The core contains the texts of the manifests, so that they cannot be of another build.
"""

import tomllib

import msgspec

from zeitnot_client.controls import BadControlText, parse_seconds
from zeitnot_protocol import Control

from ._core import games, manifest_of


class BadManifest(ValueError):
    """A `game.toml` is invalid; the message says which one and where."""


class BenchSearch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One search of `zeitnot bench`; without a position it begins at the start."""

    depth: int
    position: str | None = None


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game. `position`: the C++ type of its positions, for the build. `order`: its place in
    lists. `names` by language tag; `seat_names` in order of seats; the first of the controls is the
    one to suggest; all their times are seconds. `word`: a regular expression for each word of a
    move, as moves are written on the wire, which engines' reports must match. `alphabet`: the
    characters of a position's text. `gtp`: black and white play it on the vertices of the Go Text
    Protocol, or pass. `level_nodes`: of the bots' highest levels, the last that of level 5,
    where those of most games are too strong or too weak. `plays_on`: of at least three seats, the
    others play on when one leaves; `sides`: by the number of seats, the seats of each side where
    several are partners.
    `first_turn_s`: how many seconds a free first turn may last. `everyday_word`: its id is one, so
    that checks of names look for it in paths alone."""

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
"""The manifest of each game by its id, in the order of lists."""
