"""A player's device: the real client session, a connection that comes and goes, and a behaviour."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import zeitnot_protocol as p
from zeitnot_client.happenings import (
    Declined,
    Disconnected,
    Happened,
    Happening,
    OutOfStep,
    Synced,
    YourTurn,
)
from zeitnot_client.session import Session

from .games import mark_of_engine
from .network import Latency, TcpConnection
from .server import OPENED, Socket

if TYPE_CHECKING:
    from .world import World


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How a player behaves: seconds of thought on average, and the probability of each act."""

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
    """One socket's worth of a player. `token` None: a spectator who is not signed in."""

    def __init__(
        self,
        world: "World",
        token: str | None,
        seat: int | None,
        behaviour: Behaviour,
        latency: Latency,
        n: int,
    ) -> None:
        self.account = world.disk.people[token].account if token else None
        self._world = world
        self._token = token
        self._wanted = seat
        self._behaviour = behaviour
        self._latency = latency
        self._rng = Random(f"{world.seed}/device/{n}")
        self.session = Session(world.game, self._rng.randbytes)
        self._tcp: TcpConnection | None = None
        self._connection = 0
        self._known = 0
        self._thinking: int | None = None
        self._moving: int | None = None
        self._lag_ms = self._rng.choice((0, 0, 0, 40, 400))
        self._loop = asyncio.get_running_loop()

    # ── the connection ─────────────────────────────────────────────────────────────────────────

    def connect(self) -> None:
        """Opens a connection; tries again until somebody answers."""
        self._connection += 1
        number = self._connection
        self._loop.call_later(2 * self._latency.base, self._knock, number)

    def _knock(self, number: int) -> None:
        life = self._world.life
        if number != self._connection:
            return
        if life is None:
            self._loop.call_later(self._rng.uniform(0.05, 0.4), self._knock, number)
            return
        judge = self._world.judge
        socket = Socket(life, self._world.game, self._token, self._lag_ms, judge.spy(self.account))
        tcp = TcpConnection(
            self._latency,
            Random(self._rng.random()),
            up=socket.arrived,
            down=lambda frame, _: self._hear(number, frame),
            client_gone=socket.lost,
            server_gone=lambda: self._down(number),
            room=self._world.socket_frames,
        )
        tcp.to_client.on_room = socket.drained
        self._tcp = tcp
        life.plug(socket, tcp)

    def cut(self) -> None:
        """The line breaks."""
        if self._tcp:
            self._tcp.cut()

    def hold(self, seconds: float) -> None:
        """This device does not read for a while."""
        if self._tcp:
            self._tcp.to_client.hold(seconds)

    def leave_and_return(self) -> None:
        """The page is loaded anew, or the network changes: the old socket may linger."""
        if self._tcp:
            self._tcp.client_closes()
        self._down(self._connection)

    def _down(self, number: int) -> None:
        if number != self._connection:
            return
        self._tcp = None
        self._react_all(self.session.disconnected())
        self._connection += 1
        number = self._connection
        self._loop.call_later(self._rng.uniform(0.05, 0.8), self._knock, number)

    def _hear(self, number: int, frame: Any) -> None:
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
            self._known = self._world.judge.heard(self.account, frame, self._known)
            self._react_all(self.session.receive(frame, round(self._loop.time() * 1000)))
        self._flush()

    def _flush(self) -> None:
        for frame in self.session.to_send():
            self._world.judge.sent(frame)
            if self._tcp:
                self._tcp.to_server.send(frame)

    # ── the behaviour ──────────────────────────────────────────────────────────────────────────

    def _react_all(self, happenings: list[Happening]) -> None:
        for happening in happenings:
            self._react(happening)

    def _react(self, happening: Happening) -> None:
        match happening:
            case OutOfStep(why=why):
                lost = why.startswith(("Event", "The server knows"))
                self._world.judge.check(not lost, f"a client has lost its step: {why}")
                self.leave_and_return()
                return
            case Disconnected():
                return
            case YourTurn(ply=ply):
                self._think(ply)
            case Declined(command=p.Move() as move, error=error):
                self._refused(move, error)
            case Declined(command=p.Sit(), error=error):
                self._wanted = None
                if error.code == "seated_already":  # on another device: welcome says where
                    self.leave_and_return()
                    return
            case Happened() | Synced():
                self._respond(happening)
        self._take_part()

    def _respond(self, happening: Happened | Synced) -> None:
        """What others have done, or what was found on coming back."""
        match happening:
            case Happened(event=p.Offered(seat=seat, what=what)) if seat != self.session.state.you:
                self._later(self._behaviour.thinks, lambda: self._answer(what))
            case Happened(event=p.TakenBack()):
                self._thinking = self._moving = None
            case Happened(event=p.Paused(reason="agreed")):
                self._later(self._behaviour.thinks, self._go_on)
            case Synced() if self.session.state.phase == "adjourned":
                self._later(self._behaviour.thinks, self._go_on)
            case Happened(event=p.Finished()) if self._chance(self._behaviour.rematches):
                self._later(self._behaviour.thinks, self._ask_for_another)
            case Synced() if not self._behaviour.plays and self._chance(0.3):
                self._later(self._behaviour.thinks, self._meddle)

    def _take_part(self) -> None:
        session = self.session
        state = session.state
        if not self._behaviour.plays or not session.synced or state.phase != "open":
            return
        if state.you is None:
            if not session.asked(p.Sit):
                session.sit(self._wanted)
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
            self._think(ply)  # and waits for the answer
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
            session.move(self._rng.choice(state.legal), self._thoughts(ply))
        self._flush()

    def _thoughts(self, ply: int) -> p.EngineReport | None:
        """What this player's engine thinks: told, then reported with the move."""
        if not self._behaviour.engine:
            return None
        line = f"{mark_of_engine(self.session.state.you)}{ply}"
        self.session.info(
            p.Info(game=self.session.game, ply=ply, mode="thinking", depth=3, value=0.5, pv=line)
        )
        best = p.EngineLine(move="best", value=0.5, pv=line)
        return p.EngineReport(depth=3, value=0.5, pv=line, lines=[best])

    def _refused(self, move: p.Move, error: p.Error) -> None:
        self._moving = None
        late = error.code in ("wrong_ply", "not_your_turn", "wrong_state")
        self._world.judge.check(
            late or move.move == "nonsense" or not self._behaviour.plays,
            f"a legal move was refused: {error.code}",
        )
        if move.move == "nonsense" and self.session.state.legal:
            self._think(self.session.state.ply)

    def _answer(self, kind: str) -> None:
        session, yes = self.session, self._rng.choice((True, False))
        if session.state.you is None or session.state.phase == "finished":
            return
        match kind:
            case "draw":
                session.draw("accept" if yes else "decline")
            case "takeback":
                session.takeback("accept" if yes else "decline")
            case "adjourn":
                session.adjourn("accept" if yes else "decline")

    def _go_on(self) -> None:
        if self.session.state.you is not None and self.session.state.phase == "adjourned":
            self.session.resume()

    def _ask_for_another(self) -> None:
        if self.session.state.you is not None and not self.session.asked(p.RematchWish):
            self.session.rematch()

    def _meddle(self) -> None:
        """A spectator tries what only players may."""
        self._rng.choice((self.session.resign, lambda: self.session.move("walk")))()

    def _later(self, seconds: float, act: Callable[[], object]) -> None:
        def do() -> None:
            act()
            self._flush()

        self._loop.call_later(self._rng.expovariate(1 / seconds), do)

    def _chance(self, probability: float) -> bool:
        return self._rng.random() < probability
