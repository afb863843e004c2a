"""A ladder of challenges, as plain values: places, challenges, and what each act changes.

A challenger who beats somebody higher takes that place, and those between go down by one. The
challenged member also loses by declining, by not answering in time, or by not coming to the game.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from zeitnot_protocol import clubs as wire

from ..rooms.value import replace
from .club import ClubRefused

MAX_PLACES = 500
MAX_PAUSES = 1_000
DAY_MS = 86_400_000
TAKES_PLACE: frozenset[wire.Outcome] = frozenset(
    {"won", "declined", "unanswered", "not_begun", "left"}
)


class Challenge(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A challenge that is not over. `until`: when the answer is due, or with `game`, when that must
    have begun (Unix ms); None: it has begun. `seat`: the challenger's in the game. `control`
    (JSON), `rated`, `days`: the ladder's terms when it was made; None: those of now."""

    number: int
    challenger: str
    challenged: str
    at: int
    until: int | None
    game: str | None = None
    seat: int = 0
    control: str | None = None
    rated: bool | None = None
    days: int | None = None


class Pause(msgspec.Struct, frozen=True, gc=False):
    """Until when (Unix ms) the one account cannot challenge the other again."""

    challenger: str
    challenged: str
    until: int


class Ladder(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A ladder. `places`: accounts, the top first; `numbers`: how many challenges there have been;
    `sequence`: how many of them are over. `pauses`: at most MAX_PAUSES, the newest last."""

    places: tuple[str, ...] = ()
    challenges: tuple[Challenge, ...] = ()
    numbers: int = 0
    sequence: int = 0
    pauses: tuple[Pause, ...] = ()

    def place(self, account: str) -> int | None:
        """The place of an account, from 1."""
        return self.places.index(account) + 1 if account in self.places else None


class Terms(NamedTuple):
    """The terms of a ladder, as in `wire.LadderTerms`; `control` is the JSON of a time control."""

    control: str
    reach: int
    days: int
    rated: bool


class Result(NamedTuple):
    """A challenge that is over. `sequence`: from 1; the places are those after it, from 1."""

    sequence: int
    at: int
    challenger: str
    challenged: str
    outcome: wire.Outcome
    game: str | None
    challenger_place: int | None
    challenged_place: int | None


class Changed(NamedTuple):
    """A ladder after an act, and the challenges that it has ended."""

    ladder: Ladder
    results: tuple[Result, ...] = ()


_decoder: msgspec.json.Decoder[Ladder] = msgspec.json.Decoder(Ladder)


def encode(ladder: Ladder) -> str:
    """The ladder as JSON."""
    return msgspec.json.encode(ladder).decode()


def decode(body: str) -> Ladder:
    """Raises msgspec.DecodeError."""
    return _decoder.decode(body)


def next_at(ladder: Ladder) -> int | None:
    """When the next answer, or the start of a game, is due (Unix ms)."""
    return min((each.until for each in ladder.challenges if each.until is not None), default=None)


# ── places ─────────────────────────────────────────────────────────────────────────────────────


def take_last_place(ladder: Ladder, account: str) -> Ladder:
    """The ladder with this account at its end. Raises ClubRefused."""
    if account in ladder.places:
        raise ClubRefused("member_already", "You are on this ladder already.")
    if len(ladder.places) >= MAX_PLACES:
        raise ClubRefused("list_full", f"This ladder has {MAX_PLACES} places, the maximum.")
    return replace(ladder, places=(*ladder.places, account))


def leave(ladder: Ladder, account: str, at: int) -> Changed:
    """The settled ladder without this account, whose challenges end without an effect."""
    now, results = settle(ladder, at)
    places = tuple(each for each in now.places if each != account)
    own = [c for c in now.challenges if account in (c.challenger, c.challenged)]
    left = _ended(replace(now, places=places), [(each, "ended") for each in own], at)
    return Changed(left.ladder, (*results, *left.results))


def take_off(ladder: Ladder, account: str, at: int) -> Changed:
    """Like `leave`. Raises ClubRefused if this account is not on the ladder."""
    if account not in ladder.places:
        raise ClubRefused("not_member", "This person is not on this ladder.")
    return leave(ladder, account, at)


# ── challenges ─────────────────────────────────────────────────────────────────────────────────


def reason_against(ladder: Ladder, reach: int, challenger: str, challenged: str) -> str | None:
    """Why the one account cannot challenge the other, for people; None: it can."""
    own, other = ladder.place(challenger), ladder.place(challenged)
    if own is None:
        return "You are not on this ladder. Take a place first."
    if other is None:
        return "This person is not on this ladder."
    if other >= own:
        return "You can challenge only members above you."
    if own - other > reach:
        return f"You can challenge only members at most {reach} places above you."
    if any(each.challenger == challenger for each in ladder.challenges):
        return "You have a challenge on this ladder that is not over."
    if any(each.challenged == challenged for each in ladder.challenges):
        return "This member has a challenge to answer or to play first."
    if any(
        {each.challenger, each.challenged} == {challenger, challenged} for each in ladder.challenges
    ):
        return "You two already have an open challenge."
    if any(
        (each.challenger, each.challenged) == (challenger, challenged) for each in ladder.pauses
    ):
        return "Your last challenge of this member ended without a game. Wait some days."
    return None


def challenge(
    ladder: Ladder, terms: Terms, challenger: str, challenged: str, now: int
) -> tuple[Ladder, Challenge]:
    """A new challenge. Raises ClubRefused."""
    if reason := reason_against(ladder, terms.reach, challenger, challenged):
        raise ClubRefused("not_challengeable", reason)
    made = Challenge(
        number=ladder.numbers + 1,
        challenger=challenger,
        challenged=challenged,
        at=now,
        until=now + terms.days * DAY_MS,
        control=terms.control,
        rated=terms.rated,
        days=terms.days,
    )
    challenges = (*ladder.challenges, made)
    return replace(ladder, challenges=challenges, numbers=made.number), made


def terms_of(challenge: Challenge, terms: Terms) -> Terms:
    """The terms of a challenge's game. `terms`: the ladder's."""
    return terms._replace(
        control=terms.control if challenge.control is None else challenge.control,
        rated=terms.rated if challenge.rated is None else challenge.rated,
        days=challenge.days or terms.days,
    )


def find(ladder: Ladder, number: int) -> Challenge:
    """The challenge with this number, unless it is over. Raises ClubRefused."""
    for each in ladder.challenges:
        if each.number == number:
            return each
    raise ClubRefused("no_such_challenge", "There is no such challenge, or it is over.")


def of_game(ladder: Ladder, game: str) -> Challenge | None:
    """The challenge that is played in this game, unless it is over."""
    return next((each for each in ladder.challenges if each.game == game), None)


def check_answers(challenge: Challenge, account: str, answer: str) -> None:
    """Checks that this account may give this answer now. Raises ClubRefused."""
    by = challenge.challenger if answer == "withdraw" else challenge.challenged
    if account != by:
        whose = "challenger" if answer == "withdraw" else "challenged member"
        raise ClubRefused("not_permitted", f"Only the {whose} may do this.")
    if challenge.game is not None:
        raise ClubRefused("too_late", "This challenge has been accepted: its game decides.")


def accept(ladder: Ladder, number: int, game: str, seat: int, until: int) -> Ladder:
    """The ladder with a game for this challenge, which must begin by `until`. Raises
    ClubRefused."""
    accepted = replace(find(ladder, number), game=game, seat=seat, until=until)
    return _with(ladder, accepted)


def note_begun(ladder: Ladder, games: Iterable[str]) -> Ladder:
    """The ladder, in which these games have begun."""
    begun = frozenset(games)
    for each in ladder.challenges:
        if each.game in begun:
            ladder = _with(ladder, replace(each, until=None))
    return ladder


def _with(ladder: Ladder, changed: Challenge) -> Ladder:
    challenges = (changed if c.number == changed.number else c for c in ladder.challenges)
    return replace(ladder, challenges=tuple(challenges))


# ── their ends ─────────────────────────────────────────────────────────────────────────────────


def end(ladder: Ladder, number: int, outcome: wire.Outcome, at: int) -> Changed:
    """Ends a challenge. Raises ClubRefused if it is over."""
    return _ended(ladder, [(find(ladder, number), outcome)], at)


def withdraw(ladder: Ladder, number: int, at: int) -> Changed:
    """Ends a challenge that has not been accepted, without a result: otherwise a few people could
    push the results of others out of the list. Raises ClubRefused if it is over."""
    return Changed(end(ladder, number, "ended", at).ladder)


def end_of_game(ladder: Ladder, game: str, outcome: wire.Outcome, at: int) -> Changed:
    """Ends the challenge that is played in this game, unless it is over."""
    found = of_game(ladder, game)
    return Changed(ladder) if found is None else _ended(ladder, [(found, outcome)], at)


def settle(ladder: Ladder, now: int) -> Changed:
    """Ends the challenges whose time to answer is over, in the order of these times, and the pauses
    that are over."""
    pauses = tuple(each for each in ladder.pauses if each.until > now)
    if pauses != ladder.pauses:
        ladder = replace(ladder, pauses=pauses)
    due = [c for c in ladder.challenges if c.game is None and c.until is not None]
    overdue = sorted((c for c in due if (c.until or 0) <= now), key=lambda c: (c.until, c.number))
    results = list[Result]()
    for each in overdue:
        ladder, ended = _ended(ladder, [(each, "unanswered")], each.until or now)
        results += ended
    return Changed(ladder, tuple(results))


def unstarted(ladder: Ladder, now: int) -> list[str]:
    """The games that should have begun by now, as far as is known."""
    return [c.game for c in ladder.challenges if c.game and c.until is not None and c.until <= now]


def _ended(ladder: Ladder, ends: Sequence[tuple[Challenge, wire.Outcome]], at: int) -> Changed:
    results = list[Result]()
    for over, outcome in ends:
        places = ladder.places
        if outcome in TAKES_PLACE:
            places = _promoted(places, over.challenger, over.challenged)
        ladder = replace(
            ladder,
            places=places,
            challenges=tuple(each for each in ladder.challenges if each.number != over.number),
            sequence=ladder.sequence + 1,
            pauses=_pauses(ladder, over, outcome, at),
        )
        results.append(
            Result(
                sequence=ladder.sequence,
                at=at,
                challenger=over.challenger,
                challenged=over.challenged,
                outcome=outcome,
                game=over.game,
                challenger_place=ladder.place(over.challenger),
                challenged_place=ladder.place(over.challenged),
            )
        )
    return Changed(ladder, tuple(results))


def _pauses(ladder: Ladder, over: Challenge, outcome: wire.Outcome, at: int) -> tuple[Pause, ...]:
    """The pauses after the end of this challenge. After one that has moved nobody, its challenger
    leaves the other alone for some days, so that nobody keeps others from challenging a member, or
    makes game after game."""
    if outcome != "ended" or over.days is None:
        return ladder.pauses
    pause = Pause(over.challenger, over.challenged, at + over.days * DAY_MS)
    return (*ladder.pauses, pause)[-MAX_PAUSES:]


def _promoted(places: tuple[str, ...], winner: str, loser: str) -> tuple[str, ...]:
    """The places after `winner` has beaten `loser`: nothing changes if it is above already, because
    others have moved meanwhile."""
    if winner not in places or loser not in places:
        return places
    before, after = places.index(loser), places.index(winner)
    if after < before:
        return places
    rest = [each for each in places if each != winner]
    return (*rest[:before], winner, *rest[before:])
