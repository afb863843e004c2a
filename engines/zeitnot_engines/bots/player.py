"""The house bot in one room: it thinks on its own turn, and ponders on the opponent's.

After each event the player decides what it should do (`_desired_goal`), and switches if it does
something else. Thinking and pondering share one engine, and so one transposition table.
"""

import asyncio
import logging
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal, cast

import zeitnot_protocol as p
from zeitnot_client.end_log import EndLog
from zeitnot_client.faults import Faults, illegal
from zeitnot_client.game_end import GameWatch, seconds_text
from zeitnot_client.idle import IdleRooms
from zeitnot_client.offers import agree_to_rematch, answer_offers
from zeitnot_client.room import Room
from zeitnot_client.room_events import RoomEventsUntilDone
from zeitnot_client.server_book import PATIENCE_S, ServerBook
from zeitnot_client.session_events import Rejected, Rewound, SessionEvent
from zeitnot_client.state import RoomState

from ..engine import StartSearch, StopToken, in_loop
from ..games import History
from ..interfaces import GameLike, HistoryLike, ReportLike
from ..levels import Level, level, usual_method
from ..timing import MIN_MS
from .answer_time import AnswerTime, answer_ms
from .choice import FILLS_ITS_TIME, best_or_any, legal_best, quick_move, search_full_time
from .history import NoSample, history_of
from .infos import SearchInfos
from .marking import agreed_move, may_agree
from .memory import is_shortage, raise_shortage
from .own_clock import OwnClock
from .pondering import Pondered, Profile, can_ponder, profile_of
from .scheduler import Job
from .search_queue import SearchQueue
from .situation import is_connected, opponent_of, own_value, search_name
from .soundness import CHECK_MS, first_sound
from .variations import engine_report

PONDER_MS = 600_000  # so that an opponent who does not move cannot keep a core busy for ever
FULL_SHARE = 0.9  # of the wanted time; a search that is granted as much counts as unrestricted
WAIT_LOGGED_MS = 1_000  # shorter waits for a core are not logged
logger = logging.getLogger("zeitnot.bot")


@dataclass(frozen=True, slots=True)
class Goal:
    """What the bot should do. `at`: the length of the game's record at that time."""

    kind: Literal["think", "ponder"]
    at: int


class Player:
    """Plays one room to its end. `book` and pondering are optional. `marks_dead_stones`: by our own
    estimates, not by the engine. `method_of`: the search method of a game. `idle`: the bot's idle
    rooms; `log`: logs the game's end. `shortage` is called with the error when memory has run
    out."""

    def __init__(
        self,
        room: Room,
        load: Callable[[str, p.Settings], GameLike],
        start_search_for: Callable[[GameLike], StartSearch],
        search_queue: SearchQueue,
        *,
        book: ServerBook | None,
        ponders: bool,
        rng: random.Random,
        marks_dead_stones: bool = False,
        method_of: Callable[[str], str | None] = usual_method,
        idle: IdleRooms | None = None,
        log: EndLog | None = None,
        shortage: Callable[[BaseException], None] = raise_shortage,
    ) -> None:
        self._room = room
        self._load = load
        self._start_search_for = start_search_for
        self._queue = search_queue
        self._clock = OwnClock(room, search_queue.now_ms)
        self._book = book
        self._ponders = ponders
        self._rng = rng
        self._marks_dead_stones = marks_dead_stones
        self._method_of = method_of
        self._idle = idle
        self._log = log or EndLog()
        self._watch = GameWatch()
        self._shortage = shortage
        self._game: GameLike | None = None
        self._start_search: StartSearch | None = None  # begins a search with this game's engine
        self._goal: Goal | None = None
        self._goal_task: asyncio.Task[None] | None = None
        self._goal_s = 0.0  # when the goal was set, by the event loop's time
        self._pondered: Pondered | None = None
        self._value: float | None = None  # of the position for us; 0 if it is equal
        self._infos = SearchInfos(room)
        self._faults = Faults(room, self._log.on_fault(room))

    async def run(self) -> None:
        """Plays until the game is over and there is no rematch."""
        info_task = asyncio.create_task(self._infos.run())
        try:
            async with RoomEventsUntilDone(self._room, self._idle) as session_events:
                async for session_event in session_events:
                    await self._handle(session_event)
        finally:
            info_task.cancel()
            await self._change_to(None)

    async def _handle(self, session_event: SessionEvent) -> None:
        await self._room.take_part(session_event)
        await agree_to_rematch(self._room, session_event)
        await self._log.note(session_event, self._room, self._watch, self._faults)
        match session_event:
            case Rejected():
                await self._refused(session_event)
            case Rewound():
                await self._change_to(None)  # its search is of an old position
        if self._room.synced:
            await self._answer_offer()
            await answer_offers(self._room, draws=False)
            await self._change_to(self._desired_goal())

    # ── what to do ─────────────────────────────────────────────────────────────────────────────

    def _desired_goal(self) -> Goal | None:
        state = self._room.state
        if state.phase != "running" or state.you is None or state.turn is None:
            return None
        at = len(state.record)
        if state.turn != state.you:
            ponders = self._ponders and is_connected(state, state.turn) and self._can_ponder(state)
            return Goal("ponder", at) if ponders else None
        if self._room.waiting_for(p.Move):
            return None
        thinking = Goal("think", at)
        return thinking if state.legal or self._goal == thinking else None

    async def _change_to(self, goal: Goal | None) -> None:
        if goal == self._goal:
            return
        self._goal, self._goal_s = goal, asyncio.get_running_loop().time()
        if self._goal_task is not None:
            self._goal_task.cancel()
            await asyncio.wait({self._goal_task})
            if not self._goal_task.cancelled() and (error := self._goal_task.exception()):
                logger.error("game %s", self._room.state.game, exc_info=error)
            self._goal_task = None
        if goal is not None:
            work = self._think() if goal.kind == "think" else self._ponder(goal.at)
            self._goal_task = asyncio.create_task(work)
        elif self._room.state.phase == "finished":
            self._start_search = None  # frees its table while a rematch is awaited

    async def _refused(self, rejected: Rejected) -> None:
        """Handles a refused command. An illegal move is our own bug; any other refusal of a move
        means that our state was outdated, and the missing events are on their way."""
        if not isinstance(rejected.command, p.Move):
            return
        if rejected.error.code == "illegal_move":
            if not await self._faults.handle(illegal(rejected.command.move)):
                return
            self._goal = None  # so that it thinks again
        else:
            logger.warning("move %s refused: %s", rejected.command.move, rejected.error.message)

    async def _answer_offer(self) -> None:
        """Accepts a draw unless we are ahead; declines where hidden cards make values unsure."""
        state = self._room.state
        if state.draw_offer in (None, state.you) or self._room.waiting_for(p.Draw):
            return
        value = None if self._game_of(state).hides else self._value
        await self._room.draw("accept" if value is not None and value <= 0 else "decline")

    # ── thinking ───────────────────────────────────────────────────────────────────────────────

    async def _think(self) -> None:
        while True:
            try:
                move, report = await self._answer(self._room.state)
            except Exception as error:
                self._start_search = None
                if is_shortage(error):
                    return self._shortage(error)
                if not await self._faults.handle(error):
                    return
            else:
                await self._room.move(move, report)
                return

    async def _answer(self, state: RoomState) -> tuple[str, p.EngineReport]:
        """Chooses a move; in a game with hidden information, in a time that reveals nothing."""
        strength = self._level(state)
        choose = self._choose_hiding if self._game_of(state).hides else self._choose
        return await choose(state, strength)

    async def _choose_hiding(self, state: RoomState, strength: Level) -> tuple[str, p.EngineReport]:
        """Searches for every move, also for a forced or random one."""
        wanted_ms = answer_ms(self._clock.budget(None).soft_ms, strength)
        answer, job = AnswerTime(self._goal_s, wanted_ms), self._job(state, wanted_ms)
        async with self._queue.acquire(job, lambda: None, self._note_wait) as allowed_ms:
            held_ms = self._clock.budget(allowed_ms).soft_ms
            self._queue.count_grant(wanted_ms, held_ms)
            answer.take_core(held_ms)
            fills = self._method_of(self._game_of(state).name) in FILLS_ITS_TIME
            start, position = self._starter(state), partial(self._history, state)
            final, profile = await search_full_time(start, position, strength, answer, fills=fills)
            await answer.wait_for_core_end()
        await answer.wait_until_due()
        quick = quick_move(state.legal, strength, self._rng)
        move = quick or best_or_any(state.legal, final, self._rng)
        report = self._report(state, final, profile)
        report.pv = report.pv if final and move == final.best else ""  # of another move
        return move, report

    async def _choose(self, state: RoomState, strength: Level) -> tuple[str, p.EngineReport]:
        marks = self._marks_dead_stones and may_agree(state.legal)
        if marks and (agreed := await self._agreed_move(state)):
            return agreed, self._report(state, None)
        if (move := quick_move(state.legal, strength, self._rng)) is not None:
            return move, self._report(state, None)
        if strength.book and (book_move := await self._book_move(state)):
            return book_move, self._report(state, None, book=True)
        final, profile = await self._search(state, strength)
        return legal_best(state.legal, final), self._report(state, final, profile)

    async def _agreed_move(self, state: RoomState) -> str | None:
        own = [e.move for e in state.record if isinstance(e, p.Moved) and e.seat == state.you]
        history = cast(History, self._history(state))
        return await asyncio.to_thread(agreed_move, history, own)

    async def _book_move(self, state: RoomState) -> str | None:
        if self._book is None or state.room is None or state.position is None:
            return None
        remaining = self._clock.remaining_ms()
        patience_s = PATIENCE_S if remaining is None else min(PATIENCE_S, remaining / 20_000)
        moves = await self._book.moves(state.room, state.position, state.ply, patience_s)
        return await self._first_sound_move(state, [move.move for move in moves]) if moves else None

    async def _first_sound_move(self, state: RoomState, moves: list[str]) -> str | None:
        """The first of these moves that is sound according to a small search."""
        start_search, history, stop = self._starter(state), self._history(state), StopToken()
        wanted_ms = min(CHECK_MS, self._clock.budget(None).soft_ms // 2)
        async with self._queue.acquire(self._job(state, wanted_ms), stop.stop, self._note_wait):
            return await first_sound(start_search, history, moves, wanted_ms, stop)

    async def _search(self, state: RoomState, strength: Level) -> tuple[ReportLike, Profile]:
        """The final report of the search, and its profile."""
        start_search, history, stop = self._starter(state), self._history(state), StopToken()
        wanted = self._clock.budget(strength.max_ms)
        job = self._job(state, wanted.soft_ms)
        async with self._queue.acquire(job, stop.stop, self._note_wait) as allowed_ms:
            # A search that gets only a part of its time uses exactly that part.
            gets_all = allowed_ms >= FULL_SHARE * wanted.soft_ms
            max_ms = strength.max_ms if gets_all else max(MIN_MS, allowed_ms)
            self._queue.count_grant(wanted.soft_ms, wanted.soft_ms if gets_all else allowed_ms)
            search = start_search(
                history,
                stop=stop,
                on_report=in_loop(lambda report: self._note("thinking", state, report)),
                depth=strength.depth,
                nodes=strength.nodes,
                **self._clock.budget(max_ms).limits,
            )
            return await search.answer(), profile_of(search.reports)

    def _job(self, state: RoomState, wanted_ms: int) -> Job:
        """The job of searching this turn's move."""
        opponent, source = opponent_of(state), state.source or ""
        return Job(
            search_name(state), "think", self._clock.deadline_ms(), opponent, wanted_ms, source
        )

    def _note_wait(self, waited_ms: int) -> None:
        self._watch.note_wait(waited_ms)
        if waited_ms >= WAIT_LOGGED_MS:
            state, waited = self._room.state, seconds_text(waited_ms)
            logger.info("game %s, ply %d: waited %s for a core", state.game, state.ply, waited)

    def _report(
        self,
        state: RoomState,
        final: ReportLike | None,
        profile: Profile = (),
        *,
        book: bool = False,
    ) -> p.EngineReport:
        return engine_report(final, self._ponder_report(state, profile), book=book)

    # ── pondering ──────────────────────────────────────────────────────────────────────────────

    async def _ponder(self, at: int) -> None:
        state = self._room.state
        if self._pondered is None or self._pondered.at != at:
            self._pondered = Pondered(at)
        while True:
            job = Job(
                search_name(state), "ponder", opponent=opponent_of(state), source=state.source or ""
            )
            stop = StopToken()
            async with self._queue.acquire(job, stop.stop):
                try:
                    await self._search_replies(state, self._pondered, stop)
                except NoSample:
                    return
                except Exception as error:
                    if is_shortage(error):
                        return self._shortage(error)
                    return logger.exception("game %s: pondering failed", state.game)
            if not stop.stopped:
                return

    async def _search_replies(self, state: RoomState, pondered: Pondered, stop: StopToken) -> None:
        """Ponders, and records the result, even if it is cancelled or fails."""
        strength = self._level(state)
        viewpoint = {"seat": state.you} if self._game_of(state).hides else {}
        search = self._starter(state)(
            self._history(state),
            stop=stop,
            on_report=in_loop(lambda report: self._note("pondering", state, report)),
            depth=strength.ponder_depth,
            nodes=strength.ponder_nodes,
            ms=PONDER_MS,
            **viewpoint,
        )
        try:
            await search.answer()
        finally:
            self._pondered = pondered.after(search.reports, search.final)

    def _ponder_report(self, state: RoomState, profile: Profile) -> p.PonderReport | None:
        pondered, self._pondered = self._pondered, None
        if pondered is None or not pondered.nodes or pondered.at >= len(state.record):
            return None
        reply = state.record[pondered.at]
        if not isinstance(reply, p.Moved):
            return None
        # With hidden cards a report is for one move, so depths cannot be compared.
        return pondered.report(reply.move, () if self._game_of(state).hides else profile)

    # ── reports to the room ────────────────────────────────────────────────────────────────────

    def _note(
        self, mode: Literal["thinking", "pondering"], state: RoomState, report: ReportLike
    ) -> None:
        """Reports to the room if the position is unchanged. It reports nothing in games that hide
        something, where the number of reports could reveal it."""
        if len(state.record) != len(self._room.state.record):
            return
        if state.you is not None:
            value = own_value(report, seat=state.you, seats=len(state.seats))
            self._value = self._value if value is None else value
        if self._game_of(state).hides:
            return
        self._infos.put_report(mode, state, report)

    # ── the game ───────────────────────────────────────────────────────────────────────────────

    def _level(self, state: RoomState) -> Level:
        player = state.seats[state.you].player if state.you is not None else None
        game = self._game_of(state).name
        return level(player.level if player else None, game, self._method_of(game))

    def _can_ponder(self, state: RoomState) -> bool:
        game = self._game_of(state)
        return not game.hides or can_ponder(game.name, self._method_of(game.name))

    def _starter(self, state: RoomState) -> StartSearch:
        self._start_search = self._start_search or self._start_search_for(self._game_of(state))
        return self._start_search

    def _game_of(self, state: RoomState) -> GameLike:
        if self._game is None:
            if state.room is None:
                raise AssertionError("a turn before welcome")
            self._game = self._load(state.room.game_type, state.room.settings)
        return self._game

    def _history(self, state: RoomState) -> HistoryLike:
        return history_of(self._game_of(state), state, self._rng)
