"""Limits how often bots may ask other players for games.

A challenge is a new game, created by a bot, with a seat for another account. It counts for the bot,
for the owner of the bot, and for each player that is asked, unless that is another bot of the same
owner. When a player declines, or does not answer in time, no bot of that owner may ask this player
again for a while. What is counted is lost when the server ends.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from ..events.bus import Events
from ..hosting.room.events import InvitationDeclined, RoomFinished
from ..limits.bounded_map import BoundedMap
from ..limits.game_limits import ChallengeLimits
from ..limits.rates import Key, Rates
from ..rooms.room import Invitation, Refusal

MAX_REMEMBERED = 10_000  # games, and pairs of an owner and a player who has declined
STANDARD = ChallengeLimits()
TOO_MANY = "This bot, or its owner, asks for games too often. Try again in {seconds} s."
ASKED_TOO_OFTEN = "{name} is asked for games too often at the moment. Try again in {seconds} s."
DECLINED = "{name} has declined a game with this bot, or another of the same owner, lately."


@dataclass(frozen=True, slots=True)
class Challenger:
    """The bot that asks. `owner`: the account that owns it, or its own; `is_counted`: whether its
    challenges count, as those from this machine do not."""

    account: str
    owner: str
    is_counted: bool = True


class Challenges:
    """Counts challenges. `now_ms`: any clock; `reached`: counts, by the name of the limit, how
    often one was reached."""

    def __init__(
        self,
        now_ms: Callable[[], int],
        events: Events,
        limits: ChallengeLimits = STANDARD,
        reached: Counter[str] | None = None,
    ) -> None:
        self._now_ms = now_ms
        counts = Counter[str]() if reached is None else reached
        self._rates = Rates(
            {
                "bot_challenges": limits.bot_challenges,
                "owner_challenges": limits.owner_challenges,
                "challenges_to_bot": limits.challenges_to_bot,
            },
            lambda kind: counts.update((kind,)),
        )
        self._decline_ms = round(1000 * limits.decline_seconds)
        self._asked: OrderedDict[str, tuple[str, tuple[str, ...]]] = OrderedDict()
        self._declined = BoundedMap[int](MAX_REMEMBERED, lambda until, now: max(0, until - now))
        events.subscribe(InvitationDeclined, self._on_declined)
        events.subscribe(RoomFinished, lambda finished: self._asked.pop(finished.room.id, None))

    def check(
        self, challenger: Challenger, asked: Sequence[Invitation], owners: Mapping[str, str]
    ) -> Refusal | None:
        """The refusal of a challenge; None: it is allowed, and counted. `asked`: the invitations to
        others; `owners`: the owners of those that are bots, by account."""
        now_ms = self._now_ms()
        for each in asked:
            if (self._declined.get(_pair(challenger.owner, each.account)) or 0) > now_ms:
                return Refusal("declined_lately", DECLINED.format(name=each.name))
        if not challenger.is_counted:
            return None
        own: list[Key] = [
            ("bot_challenges", challenger.account),
            ("owner_challenges", challenger.owner),
        ]
        if wait_ms := self._rates.wait_ms(own, now_ms):
            self._rates.take(own, now_ms)  # counts which limit was reached
            return Refusal("too_fast", TOO_MANY.format(seconds=_seconds(wait_ms)))
        others = [each for each in asked if owners.get(each.account) != challenger.owner]
        keys: list[Key] = [("challenges_to_bot", each.account) for each in others]
        if wait_ms := self._rates.take(keys, now_ms):
            name = " or ".join(each.name for each in others)
            sentence = ASKED_TOO_OFTEN.format(name=name, seconds=_seconds(wait_ms))
            return Refusal("too_fast", sentence)
        self._rates.take(own, now_ms)
        return None

    def created(self, game: str, challenger: Challenger, asked: Sequence[Invitation]) -> None:
        """Notes the game of a challenge, which may be declined."""
        self._asked[game] = challenger.owner, tuple(each.account for each in asked)
        if len(self._asked) > MAX_REMEMBERED:
            self._asked.popitem(last=False)

    def _on_declined(self, fact: InvitationDeclined) -> None:
        if (known := self._asked.get(fact.room.id)) is None:
            return
        owner, asked = known
        holders = (seat.actor or seat.invited for seat in fact.room.seats)
        present: Collection[str] = {each.account for each in holders if each is not None}
        now_ms = self._now_ms()
        for account in asked:
            if account not in present:
                self._declined.put(_pair(owner, account), now_ms + self._decline_ms, now_ms)


def _pair(owner: str, account: str) -> str:
    return f"{owner} {account}"


def _seconds(wait_ms: float) -> int:
    return max(1, -(-int(wait_ms) // 1000))
