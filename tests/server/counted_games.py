"""`BotGames` with two bots online and a clock that the test sets; players and rooms for it."""

from collections import Counter

import zeitnot_protocol as p
from zeitnot_server.bots.games import BotGames
from zeitnot_server.events.bus import Events
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.limits.table import Limits
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, Room

ANN, BOB = Actor("a", "Ann"), Actor("b", "Bob")
DEEP, FREE = Actor("d", "Deep", bot=True), Actor("f", "Free", bot=True)
CLOCK = p.Control(kind="sudden_death", base_ms=60_000)
UNLIMITED = p.Control(kind="unlimited")
NOW_MS = 1_700_000_000_000


class CountedGames:
    """Counts games with two bots: Deep, which takes at most `max_games`, and Free, which has no
    limit. `bounds`: the limits `per_account` and `per_address`; `reached`: how often each limit
    has refused a game."""

    def __init__(self, max_games: int = 100, events: Events | None = None, **bounds: int) -> None:
        self.now_ms = 0
        self.online = [
            p.BotView(name="Deep", plays=["othello"], most_games=max_games),
            p.BotView(name="Free", plays=["othello"]),
        ]
        limits = Limits(**{f"games_{scope}_with_bots": limit for scope, limit in bounds.items()})
        self.reached = Counter[str]()
        self.games = BotGames(
            *(limits, lambda: self.now_ms, lambda: self.online, events or Events(), self.reached)
        )
        self._n_games = 0

    def make(
        self,
        creator: Actor = ANN,
        *bots: str,
        control: p.Control = CLOCK,
        address: str | None = None,
    ) -> str | None:
        """Reserves a game, named `game1`, `game2`, …; the code of the refusal, or None."""
        self._n_games += 1
        name = f"game{self._n_games}"
        refusal = self.games.reserve(name, bots or ("Deep",), creator, control, address)
        return refusal.code if refusal else None


def room(game: str, *players: Actor, control: p.Control = CLOCK, age_ms: int = 0) -> Room:
    """A room with a seat reserved for each of these players."""
    rules = rules_for("tictactoe", {})
    invitation = tuple(Invitation(player.account, player.name, player.bot) for player in players)
    seed = bytes(32)
    return Room.new(
        GameSetup(game, rules, rules.settings, control, seed, NOW_MS - age_ms, invitation)
    )
