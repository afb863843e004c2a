"""Games with bots, counted: people, bots, rooms and the count."""

import zeitnot_protocol as p
from zeitnot_server.play.bot_games import BotGames, Bounds
from zeitnot_server.play.native import rules_for
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, Room

ANN, BOB = Actor("a", "Ann"), Actor("b", "Bob")
DEEP, FREE = Actor("d", "Deep", bot=True), Actor("f", "Free", bot=True)
CLOCK = p.Control(kind="sudden_death", base_ms=60_000)
SLOW = p.Control(kind="unlimited")
NOW_MS = 1_700_000_000_000


class Count:
    """Counts games with Deep, who takes `most`, and Free, who has no bound."""

    def __init__(self, most: int = 100, **bounds: int) -> None:
        self.now_ms = 0
        self.online = [
            p.BotView(name="Deep", plays=["othello"], most_games=most),
            p.BotView(name="Free", plays=["othello"]),
        ]
        self.games = BotGames(Bounds(**bounds), lambda: self.now_ms, lambda: self.online)
        self._made = 0

    def make(
        self,
        maker: Actor = ANN,
        *bots: str,
        control: p.Control = CLOCK,
        address: str | None = None,
    ) -> str | None:
        """The code of the refusal, if it is one; the game is named by its number."""
        self._made += 1
        name = f"game{self._made}"
        refusal = self.games.reserve(name, bots or ("Deep",), maker, control, address)
        return refusal.code if refusal else None


def room(game: str, *players: Actor, control: p.Control = CLOCK, age_ms: int = 0) -> Room:
    """A room in which seats are kept for these."""
    rules = rules_for("tictactoe", {})
    invitation = tuple(Invitation(one.account, one.name, one.bot) for one in players)
    seed = bytes(32)
    return Room.new(
        GameSetup(game, rules, rules.settings, control, seed, NOW_MS - age_ms, invitation)
    )
