"""The players of a room: who they are, their seats, and statistics that limit aborts.

A player who aborts whenever the first throw is bad plays with better dice than others. So games
that a player ended without a result after a throw are counted and shown to all, and in rated games
too many such aborts are refused.
"""

import zeitnot_protocol as p

from .value import Value, replace

MIN_GAMES = 10
MAX_ABORTED_PERCENT = 10


class PlayerStats(Value, frozen=True):
    """The statistics of one account. `games`: those with a result; `dice_games`: those with a
    throw; `aborted_after_throw`: those of the latter that the account ended without a result."""

    games: int = 0
    dice_games: int = 0
    aborted_after_throw: int = 0


def may_abort(stats: PlayerStats | None) -> bool:
    """Whether another abort after a throw is allowed: always in the first ten games, then one in
    ten games. `stats` None: not known, so it is allowed."""
    if stats is None or stats.dice_games < MIN_GAMES:
        return True
    return 100 * stats.aborted_after_throw <= MAX_ABORTED_PERCENT * stats.dice_games


class Actor(Value, frozen=True):
    """The sender of a command. `stats`, `rating`, `provisional`: only in rated games. `seat`,
    `version`: as this connection of a bot names them. `kept`: a password keeps the name."""

    account: str
    name: str
    bot: bool = False
    stats: PlayerStats | None = None
    seat: int | None = None
    version: str | None = None
    kept: bool = False
    rating: int | None = None
    provisional: bool = False


class Invitation(Value, frozen=True):
    """The account for which a free seat is reserved, and its shown name."""

    account: str
    name: str
    bot: bool = False
    level: int | None = None

    def renamed(self, account: str, name: str) -> "Invitation":
        """The invitation with another name, if it is this account's."""
        return replace(self, name=name) if self.account == account else self


class StandIn(Value, frozen=True):
    """The bot that takes the seat of a person who leaves, and its level, if it has levels."""

    actor: Actor
    level: int | None = None


class Seat(Value, frozen=True):
    """One seat: reserved, taken, or open to all. `since`: when it was taken (Unix ms). `left`: the
    person who has left it for good, and whose place a bot has taken, which plays at `level`."""

    invited: Invitation | None = None
    actor: Actor | None = None
    salt: str | None = None
    since: int = 0
    left: Actor | None = None
    level: int | None = None

    def renamed(self, account: str, name: str) -> "Seat":
        """The seat with another name for this account."""
        return replace(
            self,
            invited=self.invited and self.invited.renamed(account, name),
            actor=_renamed(self.actor, account, name),
            left=_renamed(self.left, account, name),
        )

    @property
    def bot_level(self) -> int | None:
        """The level at which a bot on this seat plays."""
        if self.left is not None:
            return self.level
        return self.invited.level if self.invited else None

    def with_stand_in(self, stand_in: StandIn) -> "Seat":
        """The seat after a bot has taken the place of the person who left it."""
        return replace(self, actor=stand_in.actor, level=stand_in.level)

    def view(self) -> p.SeatView:
        """The seat as all viewers see it."""
        view = self.view_in_event()
        if self.left is not None:
            view.left = p.Player(name=self.left.name, bot=self.left.bot, kept=self.left.kept)
        return view

    def view_in_event(self) -> p.SeatView:
        """The seat as events show it: each names only the account that the event is about."""
        actor, invited = self.actor, self.invited  # without more calls: a deal has a budget
        level = self.level if self.left is not None else invited.level if invited else None
        player = actor and p.Player(
            name=actor.name,
            bot=actor.bot,
            level=level,
            version=actor.version,
            kept=actor.kept,
            rating=actor.rating,
            provisional=actor.provisional,
        )
        reserved = invited.name if invited and not actor else None
        return p.SeatView(player=player or None, reserved=reserved, salt=self.salt)


def _renamed(actor: Actor | None, account: str, name: str) -> Actor | None:
    is_theirs = actor is not None and actor.account == account
    return replace(actor, name=name) if actor and is_theirs else actor
