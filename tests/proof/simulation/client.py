"""A player's device: the real client session, an unreliable connection, and a behaviour."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import zeitnot_protocol as p
from zeitnot_client.session import Session
from zeitnot_client.session_events import (
    Disconnected,
    EventReceived,
    OutOfStep,
    Rejected,
    SessionEvent,
    Synced,
    YourTurn,
)

from .facts import Speaker
from .games import STAND_IN, engine_prefix
from .network import Latency, TcpConnection
from .server import OPENED, Socket

if TYPE_CHECKING:
    from .world import World


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How a player behaves. `thinks`: mean seconds of a turn. The other numbers are probabilities,
    such as `dawdles`: of thinking several seconds longer, `regrets`: of asking for a takeback, or
    `nonsense`: of sending an illegal move. `engine`: reports engine analysis. `plays`: False for a
    spectator."""

    thinks: float = 0.1
    dawdles: float = 0.0
    nonsense: float = 0.0
    resigns: float = 0.0
    offers: float = 0.0
    talks: float = 0.0
    regrets: float = 0.0
    pauses: float = 0.0
    aborts: float = 0.0
    rematches: float = 0.5
    engine: bool = False
    plays: bool = True


class Device:
    """A client with one socket. `token`: None for a spectator who is not signed in. `seat`: the
    seat that the player requests. `number`: of this device, for its random numbers. `multi_seat`:
    the seat is one of a bot's several seats."""

    def __init__(
        self,
        world: "World",
        token: str | None,
        seat: int | None,
        behaviour: Behaviour,
        latency: Latency,
        number: int,
        multi_seat: bool = False,
    ) -> None:
        account = world.disk.people[token].account if token else None
        self.speaker = Speaker(account, seat if multi_seat else None)
        self._world = world
        self._token = token
        self._requested_seat = seat
        self._behaviour = behaviour
        self._latency = latency
        self._rng = Random(f"{world.seed}/device/{number}")
        self.session = Session(world.game, self._rng.randbytes, self.speaker.seat)
        self._tcp: TcpConnection | None = None
        self._connection = 0  # the number of the present connection
        self._known = 0  # the last event received on this connection
        self._thinking: int | None = None  # the ply about which the player thinks
        self._moving: int | None = None  # the ply of the move that was sent
        self._lag_ms = self._rng.choice((0, 0, 0, 40, 400))
        self._loop = asyncio.get_running_loop()

    # ── the connection ─────────────────────────────────────────────────────────────────────────

    def connect(self) -> None:
        """Opens a connection; retries until the server answers."""
        self._connection += 1
        number = self._connection
        self._loop.call_later(2 * self._latency.base, self._try_connecting, number)

    def _try_connecting(self, number: int) -> None:
        life = self._world.life
        if number != self._connection:
            return
        if life is None:
            self._loop.call_later(self._rng.uniform(0.05, 0.4), self._try_connecting, number)
            return
        judge = self._world.judge
        socket = Socket(
            life, self._world.game, self._token, self._lag_ms, judge.reporter(self.speaker)
        )
        tcp = TcpConnection(
            self._latency,
            Random(self._rng.random()),
            up=socket.arrived,
            down=lambda frame, _: self._receive(number, frame),
            client_gone=socket.lost,
            server_gone=lambda: self._disconnected(number),
            capacity=self._world.socket_frames,
        )
        tcp.to_client.on_space = socket.drained
        self._tcp = tcp
        life.attach(socket, tcp)

    def cut(self) -> None:
        """Breaks the connection."""
        if self._tcp:
            self._tcp.cut()

    def stop_reading(self, seconds: float) -> None:
        """Stops reading for a while."""
        if self._tcp:
            self._tcp.to_client.stop_reading(seconds)

    def leave_and_return(self) -> None:
        """Reconnects, as when a page is reloaded. The old socket may stay open for a while."""
        if self._tcp:
            self._tcp.client_closes()
        self._disconnected(self._connection)

    def _disconnected(self, number: int) -> None:
        if number != self._connection:
            return
        self._tcp = None
        self._react_all(self.session.disconnected())
        self._connection += 1
        number = self._connection
        self._loop.call_later(self._rng.uniform(0.05, 0.8), self._try_connecting, number)

    def _receive(self, number: int, frame: Any) -> None:
        if number != self._connection:
            return
        if frame is OPENED:
            self.session.connected()
            self._known = self.session.state.seq
        elif frame is None:
            if self._tcp:
                self._tcp.end_for_client()
            return
        else:
            self._known = self._world.judge.client_received(self.speaker, frame, self._known)
            self._react_all(self.session.receive(frame, round(self._loop.time() * 1000)))
        self._flush()

    def _flush(self) -> None:
        for frame in self.session.to_send():
            self._world.judge.client_sent(frame)
            if self._tcp:
                self._tcp.to_server.send(frame)

    # ── the behaviour ──────────────────────────────────────────────────────────────────────────

    def _react_all(self, session_events: list[SessionEvent]) -> None:
        for session_event in session_events:
            self._react(session_event)

    def _react(self, session_event: SessionEvent) -> None:
        match session_event:
            case OutOfStep(why=why):
                lost = why.startswith(("Event", "The server knows"))
                self._world.judge.check(not lost, f"a client is out of step: {why}")
                self.leave_and_return()
                return
            case Disconnected():
                return
            case YourTurn(ply=ply):
                self._think(ply)
            case Rejected(command=p.Move() as move, error=error):
                self._on_refusal(move, error)
            case Rejected(command=p.Sit(), error=error):
                self._requested_seat = None
                if error.code == "seated_already":
                    # another device of the player sat down; the next `welcome` will name the seat
                    self.leave_and_return()
                    return
            case EventReceived() | Synced():
                self._respond(session_event)
        self._take_part()

    def _respond(self, session_event: EventReceived | Synced) -> None:
        """Reacts to events of other players, and to the room after a reconnection."""
        match session_event:
            case EventReceived(event=p.Offered(seat=seat, what=what)) if (
                seat != self.session.state.you
            ):
                self._later(self._behaviour.thinks, lambda: self._answer(what))
            case EventReceived(event=p.TakenBack()):
                self._thinking = self._moving = None
            case EventReceived(event=p.Paused(reason="agreed")):
                self._later(self._behaviour.thinks, self._resume)
            case Synced() if self.session.state.phase == "adjourned":
                self._later(self._behaviour.thinks, self._resume)
            case EventReceived(event=p.Finished()) if self._chance(self._behaviour.rematches):
                self._later(self._behaviour.thinks, self._ask_for_rematch)
            case Synced() if not self._behaviour.plays and self._chance(0.3):
                self._later(self._behaviour.thinks, self._try_forbidden)

    def _take_part(self) -> None:
        session = self.session
        state = session.state
        if not self._behaviour.plays or not session.synced or state.phase != "open":
            return
        if state.you is None:
            if not session.asked(p.Sit):
                session.sit(self._requested_seat)
        elif state.seats[state.you].salt is None and not session.asked(p.Ready):
            session.ready()

    def _think(self, ply: int) -> None:
        if self._thinking == ply or not self._behaviour.plays:
            return
        self._thinking = ply
        seconds = self._rng.expovariate(1 / self._behaviour.thinks)
        if self._chance(self._behaviour.dawdles):
            seconds += self._rng.uniform(1, 8)
        self._loop.call_later(seconds, self._act, ply)

    def _act(self, ply: int) -> None:
        self._thinking = None
        session, behaviour = self.session, self._behaviour
        state = session.state
        if not state.my_turn or state.ply != ply or self._moving == ply:
            return
        if self._chance(behaviour.resigns):
            session.resign()
        elif self._chance(behaviour.aborts):
            session.abort()
        elif self._chance(behaviour.offers) and state.room and state.room.draws:
            session.draw("offer")
        elif self._chance(behaviour.regrets):
            session.takeback("ask")
            self._think(ply)  # the player waits for the answer
            self._flush()
            return
        elif self._chance(behaviour.pauses):
            session.adjourn("offer")
        if self._chance(behaviour.talks):
            session.chat("thinking")
        if self._chance(behaviour.nonsense) or not state.legal:
            session.move("nonsense")
        else:
            self._moving = ply
            session.move(self._rng.choice(state.legal), self._engine_report(ply))
        self._flush()

    def _engine_report(self, ply: int) -> p.EngineReport | None:
        """Sends the info of this player's engine; returns the report of its move."""
        if not self._behaviour.engine:
            return None
        account = self.speaker.account
        line = f"{engine_prefix(self.session.state.you, stands_in=account == STAND_IN)}{ply}"
        self.session.info(
            p.Info(game=self.session.game, ply=ply, mode="thinking", depth=3, value=0.5, pv=line)
        )
        best = p.EngineLine(move="best", value=0.5, pv=line)
        return p.EngineReport(depth=3, value=0.5, pv=line, lines=[best])

    def _on_refusal(self, move: p.Move, error: p.Error) -> None:
        self._moving = None
        is_outdated = error.code in ("wrong_ply", "not_your_turn", "wrong_state") or (
            error.code == "not_seated" and self.session.state.you is None  # a bot has the seat
        )
        self._world.judge.check(
            is_outdated or move.move == "nonsense" or not self._behaviour.plays,
            f"a legal move was refused: {error.code}",
        )
        if move.move == "nonsense" and self.session.state.legal:
            self._think(self.session.state.ply)

    def _answer(self, kind: str) -> None:
        session, accepts = self.session, self._rng.choice((True, False))
        if session.state.you is None or session.state.phase == "finished":
            return
        match kind:
            case "draw":
                session.draw("accept" if accepts else "decline")
            case "takeback":
                session.takeback("accept" if accepts else "decline")
            case "adjourn":
                session.adjourn("accept" if accepts else "decline")
            case "resume":  # an earlier resume of this player may have expired
                self._resume()

    def _resume(self) -> None:
        if self.session.state.you is not None and self.session.state.phase == "adjourned":
            self.session.resume()

    def _ask_for_rematch(self) -> None:
        if self.session.state.you is not None and not self.session.asked(p.RematchWish):
            self.session.rematch()

    def _try_forbidden(self) -> None:
        """Sends a command that a spectator may not send."""
        self._rng.choice((self.session.resign, lambda: self.session.move("walk")))()

    def _later(self, seconds: float, act: Callable[[], object]) -> None:
        def act_and_flush() -> None:
            act()
            self._flush()

        self._loop.call_later(self._rng.expovariate(1 / seconds), act_and_flush)

    def _chance(self, probability: float) -> bool:
        return self._rng.random() < probability
