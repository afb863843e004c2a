"""Limits how often bots may ask other players for games, and people may ask people.

A challenge is a new game, created by a bot, with a seat for another account; or by a person, with a
seat for another person. It counts for the bot, for its owner (a person's for that person), and for
each player that is asked, unless that is another bot of the same owner; but only once nothing else
refuses it, because a refused one is told to nobody. A person gets far fewer than a bot, and no
second one while the first waits for an answer. When a player declines, or does not answer in time,
neither the bot that asked nor any other bot of its owner, or that person, may ask this player again
for a while; for longer if a person has declined, but not if a person has not answered, who may not
have seen the question. Bots without an owner, which anyone can register, count as bots of one owner
where they ask people. What is counted is lost when the server ends.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..events.bus import Events
from ..hosting.room.events import InvitationDeclined, RoomFinished
from ..limits.bounded_map import BoundedMap
from ..limits.game_limits import ChallengeLimits
from ..limits.rates import Key, Rates
from ..rooms.room import Invitation, Phase, Refusal, Room
from ..rooms.timeouts import PERSON_ANSWER_MS

MAX_REMEMBERED = 10_000  # games, and pairs of an owner and a player who has declined
NO_OWNER = "-"
STANDARD = ChallengeLimits()
TOO_MANY = "{who} for games too often. Try again in {seconds} s."
ASKED_TOO_OFTEN = "{name} is asked for games too often at the moment. Try again in {seconds} s."
WAITS = "{name} already has a challenge to answer, for at most {seconds} s."
SOMEBODY = "This player"  # of people, whose name would tell a bot that they are there
RATES = ("bot_challenges", "owner_challenges", "challenges_to_bot", "challenges_to_person")
DECLINED = "{name} has declined a game with this bot, or another of the same owner, lately."
DECLINED_BY_PERSON = "{name} has declined a game with you, or has not answered, just now."


@dataclass(frozen=True, slots=True)
class Challenger:
    """The bot or person that asks. `owner`: the account that owns the bot, or the person's own;
    `is_counted`: whether its challenges count, as those from this machine do not."""

    account: str
    owner: str | None
    is_counted: bool = True

    @property
    def is_person(self) -> bool:
        """Whether it is a person."""
        return self.owner == self.account

    @property
    def source(self) -> str:
        """The owner; of a bot without one, its own account."""
        return self.owner or self.account

    def pair(self, account: str, *, bot: bool) -> str:
        """The key of this challenger's side and the player who is asked."""
        return f"{self.source if bot else self.owner or NO_OWNER} {account}"


class _Asked(NamedTuple):
    """A game of a challenge. `bots`: whether each account that has been asked, and has not
    declined, is a bot; `until_ms`: people may answer; `keys`: for which it counts."""

    challenger: Challenger
    bots: dict[str, bool]
    until_ms: int
    keys: Sequence[Key] = ()


class Challenges:
    """Counts challenges. `now_ms`: any clock; `reached`: counts, by the name of the limit, how
    often one was reached; `room`: the room of a game, None: it is not in memory."""

    def __init__(
        self,
        now_ms: Callable[[], int],
        events: Events,
        limits: ChallengeLimits = STANDARD,
        reached: Counter[str] | None = None,
        room: Callable[[str], Room | None] = lambda game: None,
    ) -> None:
        self._now_ms, self._room = now_ms, room
        counts = Counter[str]() if reached is None else reached
        self._rates = Rates(
            {name: getattr(limits, name) for name in RATES}, lambda kind: counts.update((kind,))
        )
        self._decline_ms = {  # by whether a bot has declined, or a person has not answered
            True: round(1000 * limits.decline_seconds),
            False: round(1000 * limits.person_decline_seconds),
        }
        self._between_people_ms = round(1000 * limits.between_people_seconds)
        self._asked: OrderedDict[str, _Asked] = OrderedDict()  # by game
        self._declined = BoundedMap[int](MAX_REMEMBERED, lambda until, now: max(0, until - now))
        events.subscribe(InvitationDeclined, self._on_declined)
        events.subscribe(RoomFinished, lambda finished: self._asked.pop(finished.room.id, None))

    def count(
        self,
        game: str,
        challenger: Challenger,
        asked: Sequence[Invitation],
        owners: Mapping[str, str | None],
        answer_ms: int = PERSON_ANSWER_MS,
    ) -> Refusal | None:
        """Counts a challenge whose game is about to be created, or returns its refusal: see
        `refusal`. `answer_ms`: how long people have to answer. Call `cancel` if the game is not
        created."""
        if refusal := self.refusal(challenger, asked, owners):
            return refusal
        now_ms = self._now_ms()
        counted = _counted(challenger, asked, owners)
        keys = [*_own_keys(challenger), *(_key(each) for each in counted)]
        self._rates.take(keys, now_ms)
        bots = {each.account: each.bot for each in asked}
        self._asked[game] = _Asked(challenger, bots, now_ms + answer_ms, keys)
        if len(self._asked) > MAX_REMEMBERED:
            self._asked.popitem(last=False)
        return None

    def cancel(self, game: str) -> None:
        """Uncounts a challenge whose game was not created."""
        if (asked := self._asked.pop(game, None)) is not None:
            self._rates.refund(asked.keys)

    def refusal(
        self, challenger: Challenger, asked: Sequence[Invitation], owners: Mapping[str, str | None]
    ) -> Refusal | None:
        """The refusal of a challenge; None: it is allowed. `asked`: the invitations to others;
        `owners`: the owners of those that are bots, by account."""
        now_ms = self._now_ms()
        for each in asked:
            if (self._declined.get(challenger.pair(each.account, bot=each.bot)) or 0) > now_ms:
                sentence = DECLINED_BY_PERSON if challenger.is_person else DECLINED
                return Refusal("declined_lately", sentence.format(name=_name(each)))
            if not each.bot and (wait_ms := self._waits_ms(each.account, now_ms)):
                return _too_fast(WAITS, wait_ms, name=_name(each))
        if wait_ms := self._wait_ms(_own_keys(challenger), now_ms):
            who = "You ask" if challenger.is_person else "This bot, or its owner, asks"
            return _too_fast(TOO_MANY, wait_ms, who=who)
        counted = _counted(challenger, asked, owners)
        if wait_ms := self._wait_ms([_key(each) for each in counted], now_ms):
            name = " or ".join(map(_name, counted))
            return _too_fast(ASKED_TOO_OFTEN, wait_ms, name=name)
        return None

    def _wait_ms(self, keys: Sequence[Key], now_ms: int) -> float:
        """How long until these can be taken; counts which limit was reached."""
        if wait_ms := self._rates.wait_ms(keys, now_ms):
            self._rates.take(keys, now_ms)  # takes nothing, because it has to wait
        return wait_ms

    def _waits_ms(self, account: str, now_ms: int) -> float:
        """How long challenges wait at most for this person's answer, as far as is known; 0: none
        waits."""
        waiting = (
            asked.until_ms
            for game, asked in self._asked.items()
            if account in asked.bots
            and now_ms < asked.until_ms
            and not self._has_come(game, account)
        )
        return max(waiting, default=now_ms) - now_ms

    def _has_come(self, game: str, account: str) -> bool:
        """Whether no seat of this game is reserved for this account any more, because it has sat
        down or the game has begun."""
        if (room := self._room(game)) is None:
            return False
        free = (seat.invited for seat in room.seats if seat.actor is None)
        return room.phase is not Phase.OPEN or account not in {
            each.account for each in free if each
        }

    def _on_declined(self, fact: InvitationDeclined) -> None:
        if (asked := self._asked.get(fact.room.id)) is None:
            return
        holders = (seat.actor or seat.invited for seat in fact.room.seats)
        present = {each.account for each in holders if each is not None}
        now_ms = self._now_ms()
        for account in asked.bots.keys() - present:
            bot = asked.bots.pop(account)
            is_person, is_short = asked.challenger.is_person, bot or not fact.has_answered
            until_ms = now_ms + (
                self._between_people_ms if is_person else self._decline_ms[is_short]
            )
            self._declined.put(asked.challenger.pair(account, bot=bot), until_ms, now_ms)


def _own_keys(challenger: Challenger) -> list[Key]:
    """What a challenge counts for on the side that asks."""
    if not challenger.is_counted:
        return []
    return [("bot_challenges", challenger.account), ("owner_challenges", challenger.source)]


def _counted(
    challenger: Challenger, asked: Sequence[Invitation], owners: Mapping[str, str | None]
) -> list[Invitation]:
    """The invitations that count for the players who are asked."""
    own_bots = {account for account, owner in owners.items() if owner == challenger.owner}
    others = [each for each in asked if not challenger.owner or each.account not in own_bots]
    return [each for each in others if challenger.is_counted or not each.bot]


def _name(invited: Invitation) -> str:
    return invited.name if invited.bot else SOMEBODY


def _key(invited: Invitation) -> Key:
    return "challenges_to_bot" if invited.bot else "challenges_to_person", invited.account


def _too_fast(sentence: str, wait_ms: float, **names: str) -> Refusal:
    """A refusal until this time has passed."""
    seconds = max(1, -(-int(wait_ms) // 1000))
    return Refusal("too_fast", sentence.format(seconds=seconds, **names), seconds)
