"""What a bot takes, and its answers to invitations."""

from typing import Annotated, Literal

from msgspec import Meta

from .constants import MAX_DECLINE_TEXT
from .parts import ControlKind, GameId, Message, SettingNumber, SettingText, Value

DeclineReason = Literal[
    "generic",
    "later",
    "tooFast",
    "tooSlow",
    "timeControl",
    "rated",
    "casual",
    "standard",
    "variant",
    "noBot",
    "onlyBot",
]

Bound = Annotated[int, Meta(ge=-(2**31), le=10**12)]


class Range(Value):
    """Whole numbers from `least` to `most`, both included; null: without this bound."""

    least: Bound | None = None
    most: Bound | None = None


TakenValues = Annotated[list[SettingText | SettingNumber | bool], Meta(min_length=1, max_length=32)]
TakenSettings = Annotated[dict[SettingText, Range | TakenValues], Meta(max_length=8)]


class Takes(Value):
    """Games that a bot takes: those that meet all of these conditions.

    `games`: by the game's id, the settings that it takes, each with a list of its values or a
    range; other settings may have any value. Without games: all that it plays.

    `kinds`: the kinds of time control, empty: all. `base_ms`: the time on the clock at the start
    (in `stages`, of the first stage). `increment_ms`: what is added for each move, also as a delay;
    in `per_move` the time of a move, in `byoyomi` of a period; in `canadian` that of a period
    divided by its moves. Times that the control does not have count as 0. `days`: of correspondence
    games. If `base_ms` has a `most`, correspondence games are taken only with `days`, and games
    without a clock not at all.

    `rated`, `casual`: whether it takes rated and unrated games. `people`, `bots`:
    whether people and other bots may be among its opponents; a free seat counts as a person's.
    `strength`: the rating of its opponents, which has no effect so far.
    """

    games: Annotated[
        dict[Annotated[str, Meta(max_length=32)], TakenSettings], Meta(max_length=64)
    ] = {}
    kinds: Annotated[list[ControlKind], Meta(max_length=16)] = []
    base_ms: Range | None = None
    increment_ms: Range | None = None
    days: Range | None = None
    rated: bool = True
    casual: bool = True
    people: bool = True
    bots: bool = True
    strength: Range | None = None


class Accept(Message, tag="accept"):
    """A bot, or a person whom a bot has asked, accepts the invitation to a game: it gets its
    reserved seats without connecting to the room, so that a bot may start its engine first. To sit
    down accepts, too."""

    game: GameId


class Decline(Message, tag="decline"):
    """A bot, or a person whom a bot has asked, declines the invitation to a game, before it has sat
    down. Its seats are then open to all, and the room shows the reason and the text (`declined` of
    `seated`). `reason`, as on lichess: `generic`: not now; `later`: ask again later; `tooFast`,
    `tooSlow`, `timeControl`: the clock does not suit it; `rated`, `casual`: it takes only rated, or
    only casual games; `standard`, `variant`: it takes only the game with its usual settings, or not
    this game; `noBot`, `onlyBot`: it does not play bots, or only bots. `text` is treated like chat:
    while the sender is muted, or has sent too much chat, it is left out."""

    game: GameId
    reason: DeclineReason = "generic"
    text: Annotated[str, Meta(max_length=MAX_DECLINE_TEXT)] = ""


class Declined(Value):
    """Part of `seated`: the player for whom the seat was reserved, `name`, will not come, and the
    seat is open to all. `reason`, `text`: as in `decline`; reason null: it did not answer in
    time."""

    name: str
    reason: str | None = None
    text: str = ""
