"""Challenges on clubs' ladders: makes them, makes their games, and ends those that are overdue.

A challenge that is not answered in time counts as unanswered from then on: whatever reads or
changes the ladder settles it first (`clubs.ladder.settle`), and the leader of the nodes does so
once in TICK_SECONDS. How a game ends is written with that end (`store.end_effects.ladders`).
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

import zeitnot_protocol as p
from zeitnot_protocol import clubs as wire

from ..clubs import ladder as rules
from ..clubs.club import INVITED, NOT_IN_CLUB, NOT_MEMBER, ClubRefused, Rank
from ..clubs.club_store import StoredLadder
from ..clubs.ladder import DAY_MS, Challenge, Changed, Ladder, Terms
from ..clubs.results import outcome_of_declined
from ..hosting.registry import Registry
from ..hosting.room.events import InvitationDeclined
from ..hosting.room.inbox import ServerCommand
from ..hosting.room.room_actor import RoomActor
from ..lobby.new_games import NewGameRefused, NewGames, validated
from ..lobby.ports import Ports
from ..rooms.commands import Expire
from ..rooms.room import Actor, Phase, Room
from ..store import Store, StoreError

TICK_SECONDS = 30.0
SEATS = 2
NEW_GAME_MS = 60_000  # within which a new game is noted on its ladder
MAX_DECLINED = 1_000  # games that were declined since the last tick
BLOCKED = "You have blocked this member."
NO_CLOCK = "A ladder needs a clock, because its games must end."
FOR_TWO = "A ladder is for games of two players."


class LadderService:
    """The challenges of all ladders. `wall_ms`: Unix milliseconds."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        new_games: NewGames,
        ports: Ports,
        wall_ms: Callable[[], int],
    ) -> None:
        self._store, self._registry = store, registry
        self._new_games, self._ports, self._wall_ms = new_games, ports, wall_ms
        self._declined: dict[str, Room] = {}  # by game, as it was when the first player declined
        registry.events.subscribe(InvitationDeclined, self._note_declined)

    def check_terms(self, game_type: str, terms: wire.LadderTerms) -> None:
        """Raises ClubRefused for terms on which no game can be made."""
        if terms.control.kind == "unlimited":
            raise ClubRefused("bad_control", NO_CLOCK)
        try:
            request = _request(game_type, terms.control, rated=terms.rated)
            game_rules, setup = validated(request)
            if terms.rated:
                self._new_games.check_rated(game_rules, setup, terms.control, None)
        except NewGameRefused as refused:
            sentence = FOR_TWO if refused.code == "bad_seats" else str(refused)
            raise ClubRefused(refused.code, sentence) from None

    def settled(self, ladder: StoredLadder) -> tuple[StoredLadder, Changed]:
        """A ladder as of now, and what has changed since it was stored."""
        changed = rules.settle(ladder.ladder, self._wall_ms())
        return ladder._replace(ladder=changed.ladder), changed

    # ── acts of members ────────────────────────────────────────────────────────────────────────

    async def take_place(self, ladder: StoredLadder, account: str) -> StoredLadder:
        """Puts a member at the end of a ladder; returns the ladder. Raises ClubRefused,
        StoreError."""
        return await self._change(
            ladder.id, lambda now: Changed(rules.take_last_place(now, account)), member=account
        )

    async def leave(self, ladder: StoredLadder, account: str) -> None:
        """Takes a member off a ladder. Raises ClubRefused, StoreError."""
        at = self._wall_ms()

        await self._change(ladder.id, lambda now: rules.take_off(now, account, at))

    async def challenge(self, ladder: StoredLadder, challenger: str, challenged: str) -> Challenge:
        """Makes a challenge; returns it. Raises ClubRefused, StoreError."""
        if challenged in self._ports.blocked_by(challenger):
            raise ClubRefused("blocked", BLOCKED)
        at, terms = self._wall_ms(), ladder.terms

        def challenge(now: Ladder) -> Changed:
            return Changed(rules.challenge(now, terms, challenger, challenged, at)[0])

        after = (await self._change(ladder.id, challenge, member=challenger)).ladder
        return rules.find(after, after.numbers)

    async def answer(
        self, ladder: StoredLadder, number: int, account: str, answer: str
    ) -> str | None:
        """Answers or withdraws a challenge; returns the game after `accept`. Raises ClubRefused,
        StoreError."""
        settled, _ = self.settled(ladder)
        rules.check_answers(rules.find(settled.ladder, number), account, answer)
        if answer == "accept":
            return await self._accept(settled, number, account)
        at = self._wall_ms()

        def end(now: Ladder) -> Changed:
            rules.check_answers(rules.find(now, number), account, answer)
            if answer == "withdraw":
                return rules.withdraw(now, number, at)
            return rules.end(now, number, "declined", at)

        await self._change(ladder.id, end)
        return None

    async def _accept(self, ladder: StoredLadder, number: int, account: str) -> str:
        """Makes the game, and then accepts: a game of no challenge changes nothing, and ends by
        itself."""
        challenge = rules.find(ladder.ladder, number)
        terms = rules.terms_of(challenge, ladder.terms)
        seat, pair = number % SEATS, [challenge.challenger, challenge.challenged]
        room_actor = await self._new_game(ladder, terms, pair if seat == 0 else pair[::-1])
        game, until = room_actor.room.id, self._wall_ms() + terms.days * DAY_MS

        def accept(now: Ladder) -> Changed:
            rules.check_answers(rules.find(now, number), account, "accept")
            return Changed(rules.accept(now, number, game, seat, until))

        try:
            await self._change(ladder.id, accept)
        except (ClubRefused, StoreError):
            room_actor.post(ServerCommand(Expire()))
            raise
        return game

    async def _new_game(
        self, ladder: StoredLadder, terms: Terms, accounts: Sequence[str]
    ) -> RoomActor:
        people = await self._store.people.people(accounts)
        if len(people) < len(accounts):
            raise ClubRefused("not_member", NOT_MEMBER)
        players = [Actor(each, people[each].name, kept=True) for each in accounts]
        control = msgspec.json.decode(terms.control, type=p.Control)
        request = _request(ladder.game_type, control, rated=terms.rated)
        try:
            return await self._new_games.pair(request, players, ladder=ladder.id)
        except NewGameRefused as refused:
            raise ClubRefused(refused.code, str(refused)) from None

    async def _change(
        self,
        ladder: str,
        act: Callable[[Ladder], Changed],
        member: str | None = None,
    ) -> StoredLadder:
        """Settles a ladder and changes it. `member`: the account that must be in the club. Raises
        ClubRefused, StoreError."""
        at = self._wall_ms()

        def change(now: StoredLadder, ranks: Mapping[str, Rank]) -> Changed:
            if member is not None and ranks.get(member, INVITED) == INVITED:
                raise ClubRefused("not_member", NOT_IN_CLUB)
            settled = rules.settle(now.ladder, at)
            done = act(settled.ladder)
            return Changed(done.ladder, (*settled.results, *done.results))

        accounts = [] if member is None else [member]
        return await self._store.clubs.change_ladder(ladder, accounts, change)

    # ── what is overdue ────────────────────────────────────────────────────────────────────────

    def _note_declined(self, declined: InvitationDeclined) -> None:
        """Notes that a player has declined the game of an accepted challenge. If this is lost, the
        end of the game says so."""
        room = declined.room
        if room.game_setup.ladder is not None and len(self._declined) < MAX_DECLINED:
            self._declined.setdefault(room.id, room)

    async def run(self) -> None:
        """Ends what is overdue, until cancelled."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            await self.tick()

    async def tick(self) -> None:
        """Ends the challenges that are overdue or declined, and the games that have not begun in
        time. Raises StoreError."""
        declined, self._declined = self._declined, {}
        for room in declined.values():
            await self._end_declined(room)
        now, is_leader = self._wall_ms(), await self._store.nodes.is_leader()
        for ladder in await self._store.clubs.due(now):
            await self._settle(ladder, is_leader=is_leader)
        gone = await self._store.clubs.games_without_challenge(now - NEW_GAME_MS)
        await self._expire(gone, is_leader=is_leader)

    async def _expire(self, games: Iterable[str], *, is_leader: bool) -> None:
        """Ends these games if they have not begun: those in memory here, and on the leader of the
        nodes those that are nowhere in memory."""
        own = [game for game in games if is_leader or self._registry.in_memory(game)]
        await self._registry.end_games(await self._registry.ownership.exclude_remote(own), Expire())

    async def _end_declined(self, room: Room) -> None:
        """Ends the challenge of a game that a player has declined."""
        at = self._wall_ms()

        def end(now: Ladder) -> Changed:
            challenge = rules.of_game(now, room.id)
            outcome = challenge and outcome_of_declined(room, challenge)
            return rules.end_of_game(now, room.id, outcome, at) if outcome else Changed(now)

        if (ladder := room.game_setup.ladder) is not None:
            await self._changed(ladder, end)

    async def _settle(self, ladder: str, *, is_leader: bool) -> None:
        """Ends what is overdue on one ladder. A game that has not begun in time ends, and that end
        decides."""
        late = await self._changed(ladder, lambda now: Changed(now))
        games = rules.unstarted(late.ladder, self._wall_ms()) if late else []
        if not games:
            return
        stored = await self._store.games.states(games)
        states = {game: stored.get(game) for game in games}
        if begun := [game for game, state in states.items() if state in _BEGUN]:
            await self._changed(ladder, lambda now: Changed(rules.note_begun(now, begun)))
        for game, state in states.items():
            if state is None or state == Phase.FINISHED.value:
                await self._end_of_game(ladder, game, "ended")
        waiting = [game for game, state in states.items() if state == Phase.OPEN.value]
        await self._expire(waiting, is_leader=is_leader)

    async def _end_of_game(self, ladder: str, game: str, outcome: wire.Outcome) -> None:
        at = self._wall_ms()
        await self._changed(ladder, lambda now: rules.end_of_game(now, game, outcome, at))

    async def _changed(self, ladder: str, act: Callable[[Ladder], Changed]) -> StoredLadder | None:
        """Like `_change`; None: the ladder does not exist any more."""
        try:
            return await self._change(ladder, act)
        except ClubRefused:
            return None


_BEGUN = frozenset({Phase.RUNNING.value, Phase.PAUSED.value, Phase.ADJOURNED.value})


def _request(game_type: str, control: p.Control, *, rated: bool) -> p.NewGame:
    """A game on a ladder. Its clock runs from the start, so that both must be there where an absent
    player would soon lose (`absence.must_be_present_to_start`), and nobody can lose in a free first
    turn."""
    seats = [p.SeatRequest(kind="open")] * SEATS
    setup = p.Setup(rated=rated, clock_starts="start")
    return p.NewGame(
        game_type=game_type, settings={}, control=control, seats=seats, listed=False, setup=setup
    )
