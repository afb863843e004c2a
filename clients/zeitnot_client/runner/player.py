"""One game of a bot whose moves come from an external engine.

A search whose turn has ended is interrupted by the driver, which then keeps the engine if its
protocol allows it.
"""

import asyncio
import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import zeitnot_protocol as p

from ..choosing import Choice
from ..drivers.failures import (
    ClaimsEnd,
    Failed,
    FoundNoMove,
    HasResigned,
    Interrupted,
    PlayedIllegal,
    Unsupported,
)
from ..drivers.situation import Choice as EngineChoice
from ..drivers.situation import Limits, Situation, Start, Thinking
from ..faults import Evidence, NoUsableMove, Resigns, illegal
from ..game_end import seconds_text
from ..hooks import Hooks, Verdict
from ..infos import Infos
from ..room import Room, Turn
from ..server_book import PATIENCE_S, ServerBook
from ..session_events import EventReceived, Rewound, SessionEvent, Synced
from ..state import RoomState
from ..turn_clock import TurnClock
from .book import LineBook
from .config import Config
from .engine import Engine, MakeEngine
from .evidence import command_of, detail_of, kind_of
from .lag import Lag
from .policies import RematchCounts, chat_text
from .situations import limits_of, situation_of, start_of
from .thoughts import info_of, report_of, score_of

SHOWN_LINES = 20  # of the dialogue and of stderr, in the log of a failure
logger = logging.getLogger("zeitnot.bot")


@dataclass(frozen=True, slots=True)
class Shared:
    """What all games of the bot have in common. `make_engine` raises Unsupported for a game that
    the engine's protocol cannot play; `supports` tells. `games`: as the server describes them.
    `lines`, `server_book`: the books, None without them."""

    config: Config
    make_engine: MakeEngine
    supports: Callable[[Start], bool]
    games: Mapping[str, p.CatalogueGame]
    rematches: RematchCounts
    rng: random.Random
    lines: LineBook | None = None
    server_book: ServerBook | None = None


class EnginePlayer:
    """Chooses the moves of one seat (`choose`), answers its offers (`hooks`), and lets the engine
    think on the opponent's time. Pass it every event, and close it at the end."""

    def __init__(self, shared: Shared, room: Room) -> None:
        self._shared = shared
        self._room = room
        self._engine: Engine | None = None
        self._infos = Infos(room)
        self._info_task = asyncio.create_task(self._infos.run())
        self._loop = asyncio.get_running_loop()
        self._lag = Lag()
        self._scores: dict[int, float | None] = {}  # of our moves, by ply
        self._offered_ply: int | None = None  # at which we have last offered a draw
        self._pondered_at = -1
        self._ending: asyncio.Task[None] | None = None
        self.hooks = self._make_hooks()

    async def close(self) -> None:
        """Ends the engine and all its children."""
        self._info_task.cancel()
        self._finish()
        if self._ending is not None:
            await self._ending

    # ── choosing ───────────────────────────────────────────────────────────────────────────────

    async def choose(self, turn: Turn) -> Choice:
        """The engine's move and its report. Raises NoUsableMove and Resigns."""
        began_ms = self._room.now_ms()
        if book_move := await self._book_move(turn):
            choice = EngineChoice(book_move)
            report = p.EngineReport(book=True)
        else:
            choice = await self._engine_move(turn)
            report = report_of(choice.thinking)
        await self._resign_or_offer(turn, choice)
        self._lag.sent(turn.ply, self._room.now_ms() - began_ms)
        return choice.move, report

    async def _engine_move(self, turn: Turn) -> EngineChoice:
        """The engine's move. Raises NoUsableMove and Resigns."""
        situation, limits = self._situation(turn.state, turn.legal), self._limits(turn)
        began_ms = self._room.now_ms()
        try:
            return await self._begun(turn.state).move(situation, limits, turn.ended.is_set)
        except Interrupted:
            raise asyncio.CancelledError from None
        except (Failed, ClaimsEnd, Unsupported) as error:
            took_ms = self._room.now_ms() - began_ms
            raise self._fault(error, situation.seat, took_ms) from error

    def _begun(self, state: RoomState) -> Engine:
        """The engine of this game."""
        if self._engine is None:
            self._engine = self._shared.make_engine(self._start(state), self._show)
        return self._engine

    def _fault(self, error: Exception, seat: int, took_ms: int) -> Exception:
        """The error as the room and the log get it. `took_ms`: how long the engine had."""
        match error:
            case HasResigned():
                return Resigns()
            case ClaimsEnd(score=score) if score == (1.0 if seat == 1 else 0.0):
                return Resigns()
        evidence = self.evidence(str(error))
        if isinstance(error, PlayedIllegal):
            return illegal(error.move, evidence)
        reason = self._reason(error, took_ms)
        return NoUsableMove(reason, kind=kind_of(error), evidence=evidence)

    def _reason(self, error: Exception, took_ms: int) -> str:
        """Why the engine has no move that can be played."""
        if isinstance(error, ClaimsEnd):
            return "it claims that the game is over"
        if isinstance(error, FoundNoMove):
            return "it finds no move"
        timeout_ms = self._shared.config.engine.move_timeout_ms
        if timeout_ms is not None and took_ms >= timeout_ms:
            return f"no move within the limit of {seconds_text(timeout_ms)}"
        return "its program has failed"

    def _start(self, state: RoomState) -> Start:
        assert state.room is not None
        return start_of(state.room, state.start, self._shared.games[state.room.game_type])

    def _situation(self, state: RoomState, legal: tuple[str, ...] = ()) -> Situation:
        return situation_of(state, self._start(state), legal)

    def _limits(self, turn: Turn) -> Limits:
        return self._limits_at(turn.state, turn.clock)

    def _limits_at(self, state: RoomState, clock: TurnClock) -> Limits:
        engine = self._shared.config.engine
        return limits_of(
            state,
            clock,
            self._room.now_ms(),
            protocol=engine.protocol,
            think_ms=engine.think_ms,
            overhead_ms=engine.overhead_ms,
            lag_ms=self._lag.ms,
            move_timeout_ms=engine.move_timeout_ms,
        )

    def evidence(self, what: str) -> Evidence:
        """What the bot's owner is told about a fault, also in the log; `what`: what has
        happened."""
        self._log_report()
        engine = self._engine
        if engine is None:
            return Evidence(detail_of(what, ()))
        return Evidence(detail_of(what, engine.errors()), command_of(*engine.request()))

    def _log_report(self) -> None:
        """Logs what the author needs to find a fault of the engine."""
        if self._engine is not None:
            for line in self._engine.report()[-SHOWN_LINES:]:
                logger.info("game %s: %s", self._room.state.game, line)

    async def _book_move(self, turn: Turn) -> str | None:
        book, state = self._shared.config.book, turn.state
        if turn.ply >= book.plies or state.throws or state.room is None:
            return None
        setup = state.room.setup
        begins_usually = setup is None or (setup.position is None and not setup.moves)
        if self._shared.lines is not None and begins_usually:
            played = [event.move for event in state.moves]
            if move := self._shared.lines.move(played, turn.legal, self._shared.rng):
                return move
        if self._shared.server_book is None:
            return None
        left_ms = turn.remaining_ms
        patience_s = PATIENCE_S if left_ms is None else min(PATIENCE_S, left_ms / 20_000)
        moves = await self._shared.server_book.moves(
            state.room, turn.position, turn.ply, patience_s
        )
        return next((each.move for each in moves if each.move in turn.legal), None)

    # ── draws and resignation ──────────────────────────────────────────────────────────────────

    async def _resign_or_offer(self, turn: Turn, choice: EngineChoice) -> None:
        """Notes the score. Raises Resigns if the policy says so; offers a draw if the policy or the
        engine does."""
        if choice.thinking is None and len(turn.legal) == 1:
            return  # a forced move says nothing
        config, ply = self._shared.config, turn.ply
        self._scores[ply] = score_of(choice.thinking)
        scores = self._last_scores()
        if config.resign.resigns(scores, ply):
            raise Resigns
        since = None
        if self._offered_ply is not None:
            since = sum(each > self._offered_ply for each in self._scores)
        offers = choice.offers_draw or config.draw.offers(scores, ply, since)
        may_offer = turn.state.room is not None and turn.state.room.draws
        if offers and may_offer and since != 0 and turn.state.draw_offer is None:
            self._offered_ply = ply
            await self._room.draw("offer")

    def _last_scores(self) -> list[float | None]:
        return [self._scores[ply] for ply in sorted(self._scores)]

    # ── events ─────────────────────────────────────────────────────────────────────────────────

    def on_event(self, session_event: SessionEvent) -> None:
        """Reacts to an event of the room; the room's state already includes it."""
        state = self._room.state
        match session_event:
            case EventReceived(event=p.Started(), live=True) if state.you is not None:
                self._shared.rematches.began(state.game, opponents_of(state))
                self._begin(state)
            case EventReceived(event=p.Moved() as moved) if moved.seat == state.you:
                self._lag.played(moved)
            case EventReceived(event=p.TakenBack(ply=ply)):
                self._scores = {each: s for each, s in self._scores.items() if each < ply}
            case Rewound():
                self._scores.clear()
            case EventReceived(event=p.Rematch(next=str(game)), live=True):
                self._shared.rematches.agreed(opponents_of(state), game)
            case EventReceived(event=p.Finished()):
                self._finish()
        if isinstance(session_event, EventReceived | Synced):
            self._ponder()

    def _begin(self, state: RoomState) -> None:
        """Starts the engine before its first move is wanted."""
        try:
            self._begun(state).begin()
        except Unsupported as why:
            logger.warning("game %s: %s", state.game, why)

    def _finish(self) -> None:
        """Ends the engine, also while it thinks; a rematch gets a new one."""
        engine, self._engine = self._engine, None
        if engine is not None:
            self._ending = asyncio.create_task(engine.close())

    def _ponder(self) -> None:
        """Lets the engine think while the opponent is to move, once for each position."""
        state, engine = self._room.state, self._engine
        is_their_turn = state.phase == "running" and state.turn not in (None, state.you)
        if not self._shared.config.engine.ponder or engine is None or not is_their_turn:
            return
        if self._room.synced and self._pondered_at != len(state.record):
            self._pondered_at = len(state.record)
            limits = replace(self._limits_at(state, TurnClock()), give_up_ms=None, hurry_ms=None)
            engine.ponder(self._situation(state), limits)

    def _show(self, thinking: Thinking) -> None:
        """Sends a report of the search to the room."""
        state = self._room.state
        if state.my_turn and state.you is not None:
            self._infos.put(info_of(state.game, state.ply, state.you, thinking))

    # ── decisions ──────────────────────────────────────────────────────────────────────────────

    def _make_hooks(self) -> Hooks:
        config = self._shared.config
        takes, chat = config.takes, config.chat

        def settings(room: p.RoomView) -> Verdict:
            return takes.reason_against_game(room) or self._supports(room)

        def draw(state: RoomState) -> bool:
            return config.draw.accepts(self._last_scores(), state.ply)

        def takeback(state: RoomState) -> bool:
            asker = state.seats[state.offers["takeback"]].player
            return asker is not None and config.takeback.allows(
                is_bot=asker.bot, so_far=state.takebacks, is_timed=is_timed(state)
            )

        def rematch(state: RoomState) -> bool:
            so_far = self._shared.rematches.of(opponents_of(state))
            return config.rematch.allows(is_bot=has_bot(state), so_far=so_far)

        return Hooks(
            clock=lambda control: takes.clocks.reason_against(control) or True,
            settings=settings,
            opponent=lambda player: takes.opponents.reason_against(player) or True,
            draw=draw,
            takeback=takeback,
            rematch=rematch,
            greeting=lambda state: chat_line(chat.greeting, state),
            farewell=lambda state: chat_line(chat.farewell, state),
        )

    def _supports(self, room: p.RoomView) -> bool:
        """Whether the engine's protocol can play this game."""
        return self._shared.supports(start_of(room, None, self._shared.games[room.game_type]))


def opponents_of(state: RoomState) -> str:
    """The names of the other players."""
    others = (seat.player for number, seat in enumerate(state.seats) if number != state.you)
    return ", ".join(player.name for player in others if player is not None)


def has_bot(state: RoomState) -> bool:
    """Whether another bot plays."""
    others = (seat.player for number, seat in enumerate(state.seats) if number != state.you)
    return any(player.bot for player in others if player is not None)


def is_timed(state: RoomState) -> bool:
    """Whether the game has clocks."""
    return state.clock is None or any(ms is not None for ms in state.clock.remaining_ms)


def chat_line(pattern: str, state: RoomState) -> str:
    """The line of chat of this pattern; empty without one."""
    own = state.seats[state.you].player if state.you is not None else None
    return chat_text(pattern, own.name if own else "", opponents_of(state) or "you")
