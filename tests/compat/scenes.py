"""Rooms of every native game, brought into every phase by the room's own `step`.

A scene's random numbers are seeded with its name, so that writing the files again changes nothing
but the tokens.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import zeitnot_protocol as p
from zeitnot_engines.engine import Engine
from zeitnot_engines.games import NAMES
from zeitnot_server.hosting.native import rules_for
from zeitnot_server.rooms.clock import FREE_TURN_MS
from zeitnot_server.rooms.commands import (
    Abandon,
    AdjournAfterCrash,
    AllLeft,
    Command,
    Expire,
    Flag,
    NewGameIds,
    Outage,
)
from zeitnot_server.rooms.room import Actor, GameSetup, Invitation, LogEntry, Now, Room
from zeitnot_server.rooms.setup import with_defaults
from zeitnot_server.rooms.steps.step import step

WALL_MS = 1_793_000_000_000
"""When the first scene begins: a day of October 2026, in Unix milliseconds."""
SCENE_GAP_MS = 2_000
RUNNING_MS = 1_000_000
"""When the scenes begin whose clocks are left running: after all others."""
FLAG_MS = 200_000
"""Longer than the time on the Fischer clock of these scenes."""
MAX_PLIES = 160
MAX_TRIES = 40  # random games until one is short; if none is, the shortest is used
SHORT_GAME_PLIES = 64
LONG_GAMES = {"battleship": 250, "chinesecheckers": 850}
"""Games that are long when played at random, with a number of plies after which they have ended.
Only one random game of each is played."""

DEFAULT_SETUP = p.Setup()
CONTROLS: tuple[p.Control, ...] = (
    p.Control(kind="fischer", base_ms=180_000, increment_ms=2_000),
    p.Control(kind="sudden_death", base_ms=300_000),
    p.Control(kind="fischer", base_ms=60_000, increment_ms=1_000, cap_ms=90_000),
    p.Control(kind="delay", base_ms=240_000, delay_ms=12_000),
    p.Control(kind="bronstein", base_ms=120_000, delay_ms=2_000),
    p.Control(kind="per_move", time_ms=30_000),
    p.Control(kind="byoyomi", base_ms=10_000, periods=5, period_ms=30_000),
    p.Control(kind="canadian", base_ms=60_000, moves=10, period_ms=60_000),
    p.Control(kind="hourglass", base_ms=180_000),
    p.Control(
        kind="stages",
        stages=[
            p.Stage(base_ms=120_000, moves=4, increment_ms=1_000),
            p.Stage(base_ms=60_000, moves=None, increment_ms=1_000),
        ],
    ),
    p.Control(kind="correspondence", days=366),
    p.Control(kind="unlimited"),
    p.Control(kind="unlimited", move_limit_ms=3_600_000),
)
VARIANTS: Mapping[str, tuple[p.Settings, ...]] = {
    "holdem": ({"hands": 2},),
    "niujiaoqi": ({}, {"first": "blue"}),
    "othello": ({}, {"size": 6}),
    "xiangqi": ({}, {"no_capture_limit": 60}),
    "ewn": ({}, {"setup": "random"}, {"setup": "free", "first": "red"}),
    "backgammon": ({}, {"match": "3", "cube": "on"}),
}
KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8") * 2
CHARIOTS = ("a0a1", "a9a8", "a1a0", "a8a9") * 2
"""Moves back and forth in chess and in xiangqi that end in a threefold repetition."""


@dataclass(frozen=True)
class People:
    """The actors of a scene: Ann and the bot play on seats 0 and 1, and Bob watches."""

    ann: Actor
    bot: Actor
    bob: Actor


class Scene:
    """A room and its log. The room's clock advances only by the `after` of its commands."""

    def __init__(
        self,
        name: str,
        number: int,
        people: People,
        game: str,
        settings: p.Settings,
        control: p.Control,
        invitations: tuple[Invitation | None, ...] | None = None,
        listed: bool = True,
        setup: p.Setup = DEFAULT_SETUP,
        reports: bool = True,
    ) -> None:
        rules = rules_for(game, settings)
        self.name = name
        self.number = number
        self.people = people
        self.seats = (people.ann, people.bot)
        running = name.startswith("running")
        self.ms = RUNNING_MS + number if running else number * SCENE_GAP_MS
        self.rng, self.report_rng = random.Random(name), random.Random(name)
        self.reports = reports
        game_setup = GameSetup(
            id=self.new_id(),
            rules=rules,
            settings=rules.settings,
            control=control,
            seed=self.rng.randbytes(32),
            created_at=WALL_MS + self.ms,
            invitations=invitations or (None, _invitation(people.bot, 3)),
            listed=listed,
            setup=with_defaults(setup, control, rules),
        )
        self.initial = self.room = Room.new(game_setup)
        self.log: list[LogEntry] = []
        self.rematch_room: Room | None = None
        self._ids = 0

    def restarted(self, name: str, *, reports: bool) -> "Scene":
        """The same room before its first event, with another random seed."""
        game_setup = self.room.game_setup
        return Scene(
            name,
            self.number,
            self.people,
            game_setup.rules.game,
            game_setup.settings,
            game_setup.control,
            reports=reports,
        )

    def new_id(self) -> str:
        """Ten letters and digits, like the ids that the server makes."""
        return "".join(self.rng.choices("23456789ABCDEFGHJKLMNPQRSTUVWXYZ", k=10))

    # ── commands ──────────────────────────────────────────────────────────────────────────────

    def send(self, command: Command, actor: Actor | None = None, after: int = 100) -> "Scene":
        """Sends a command `after` ms later; it must not be refused."""
        self.ms += after
        now = Now(1, self.ms, WALL_MS + self.ms, lag_ms=20 if isinstance(command, p.Move) else 0)
        next_ids = (
            NewGameIds(self.new_id(), self.rng.randbytes(32)) if _is_rematch(command) else None
        )
        result = step(self.room, command, actor, now, next_ids)
        if result.refusal is not None and not result.entries:
            raise AssertionError(f"{self.name}: {result.refusal}")
        self.room = result.room
        self.log += result.entries
        if result.next_game is not None:
            self.rematch_room = result.next_game.room(result.room)
        return self

    def do(self, sender: int, kind: type[p.Message], after: int = 100, **fields: Any) -> "Scene":
        """Sends a command of the player on seat `sender`."""
        if kind is not p.Chat:
            self._ids += 1
            fields["id"] = f"{self.name}-{self._ids}"
        return self.send(kind(game=self.room.id, **fields), self.seats[sender], after)

    def sit(self, seat: int) -> "Scene":
        return self.do(seat, p.Sit, seat=seat)

    def ready(self, seat: int) -> "Scene":
        return self.do(seat, p.Ready, salt=f"salt-{seat}-{self.rng.randrange(10**6)}")

    def start(self) -> "Scene":
        return self.sit(0).sit(1).ready(0).ready(1)

    def move(self, move: str, after: int = 700) -> "Scene":
        """Plays a move for the side to move; a bot adds a report of its search."""
        seat = self.room.turn
        if seat is None:
            raise AssertionError(f"{self.name}: it is no one's turn")
        engine = self._engine_report() if self.reports and self.seats[seat].bot else None
        return self.do(seat, p.Move, after, ply=self.room.ply, move=move, engine=engine)

    def moves(self, *moves: str) -> "Scene":
        for move in moves:
            self.move(move)
        return self

    def any_moves(self, count: int) -> "Scene":
        """Plays `count` random moves, or fewer if the game ends."""
        for _ in range(count):
            if self.room.turn is not None:
                self.move(self.rng.choice(self.room.game_setup.rules.legal(self.room.state)))
        return self

    def chat(self) -> "Scene":
        self.do(0, p.Chat, text="Good luck! 祝好運")
        line = p.Chat(game=self.room.id, text="Hello from the side.")
        return self.send(line, self.people.bob)

    def offer_and_answer(self, kind: type[p.Message], *actions: str) -> "Scene":
        """Sends an offer of seat 0 and, if there are two actions, the answer of seat 1."""
        for seat, action in enumerate(actions):
            self.do(seat, kind, action=action)
        return self

    def _engine_report(self) -> p.EngineReport:
        history = self.room.state
        report = Engine(history.game, hash_mb=1).search(history, depth=1)
        ponder = p.PonderReport(hit=self.report_rng.random() < 0.5, nodes=1_000, depth_gain=1)
        return p.EngineReport(
            depth=report.depth,
            nodes=report.nodes,
            value=report.value,
            unit=report.unit,
            ponder=ponder if self.room.ply > 1 else None,
            pv=" ".join(report.pv),
        )


def _invitation(actor: Actor, level: int | None = None) -> Invitation:
    return Invitation(actor.account, actor.name, actor.bot, level)


def _is_rematch(command: Command) -> bool:
    return isinstance(command, p.RematchWish)


# ── the scenes ─────────────────────────────────────────────────────────────────────────────────

Play = Callable[[Scene], object]
_OPEN: dict[str, Play] = {
    "open": lambda s: None,
    "open-seated": lambda s: s.sit(0).chat(),
    "open-left": lambda s: s.sit(0).do(0, p.Leave),
    "open-ready": lambda s: s.sit(0).sit(1).ready(0),
}
_STARTED: dict[str, Play] = {
    "running-new": lambda s: None,
    "running": lambda s: s.any_moves(3).chat(),
    "running-drawn": lambda s: s.moves("e2e4", "e7e5").offer_and_answer(p.Draw, "offer", "decline"),
    "running-offers": lambda s: s.moves("e2e4", "e7e5").offer_and_answer(p.Draw, "offer"),
    "running-taken-back": lambda s: s.moves("e2e4", "e7e5").offer_and_answer(
        p.Takeback, "ask", "accept"
    ),
    "paused": lambda s: s.any_moves(2).send(Outage(400)),
    "adjourned": lambda s: s.any_moves(2).offer_and_answer(p.Adjourn, "offer", "accept"),
    "adjourned-wished": lambda s: (
        s.any_moves(2).offer_and_answer(p.Adjourn, "offer", "accept").do(1, p.ResumeWish)
    ),
    "adjourned-crashed": lambda s: s.any_moves(2).send(AdjournAfterCrash(300)),
}
_ENDED: dict[str, Play] = {
    "resigned": lambda s: s.any_moves(4).do(0, p.Resign),
    "flagged": lambda s: s.any_moves(3).send(Flag(), after=FLAG_MS),
    "agreed": lambda s: s.moves("e2e4", "e7e5").offer_and_answer(p.Draw, "offer", "accept"),
    "repetition-chess": lambda s: s.moves(*KNIGHTS),
    "repetition-xiangqi": lambda s: s.moves(*CHARIOTS),
    "abandoned": lambda s: s.any_moves(4).send(Abandon(1)),
    "abandoned-early": lambda s: s.any_moves(1).send(Abandon(0)),
    "aborted": lambda s: s.any_moves(1).do(1, p.Abort),
    "taken-back": lambda s: (
        s.moves("e2e4", "e7e5")
        .offer_and_answer(p.Takeback, "ask", "accept")
        .moves("d2d4", "d7d5")
        .do(1, p.Resign)
    ),
    "adjourned-and-back": lambda s: (
        s.any_moves(2)
        .offer_and_answer(p.Adjourn, "offer", "accept")
        .do(0, p.ResumeWish, 5_000)
        .do(1, p.ResumeWish, 5_000)
        .any_moves(2)
        .do(1, p.Resign)
    ),
    "aborted-free": lambda s: s.any_moves(1).send(Flag(), after=FREE_TURN_MS),
    "all-left": lambda s: s.any_moves(2).send(AllLeft()),
    "rematch-wished": lambda s: s.any_moves(2).do(0, p.Resign).do(1, p.RematchWish),
    "rematch": lambda s: s.any_moves(2).do(0, p.Resign).do(1, p.RematchWish).do(0, p.RematchWish),
}
_CHESS_ONLY = {"running-drawn", "running-offers", "running-taken-back", "agreed"}
_CHESS_ONLY |= {"repetition-chess", "taken-back"}
_WITH_FISCHER_CLOCK = {"flagged", "repetition-xiangqi", "aborted-free"}
ENDGAME = p.Setup(position="4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", moves=("e2e4",))


class SceneFactory:
    """Makes scenes: each begins at a different time, and the time controls alternate."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._number = 0

    def scene(self, name: str, game: str, settings: p.Settings, **options: Any) -> Scene:
        self._number += 1
        control = options.pop("control", CONTROLS[self._number % len(CONTROLS)])
        return Scene(name, self._number, self._people, game, settings, control, **options)


def every_scene(people: People) -> Iterator[Scene]:
    """Yields every scene in the order of their start times."""
    factory = SceneFactory(people)
    for game in NAMES:
        for settings in VARIANTS.get(game, ({},)):
            yield _finished_game(factory, game, settings)
        yield from _by_phase(factory, game)
    for name, play in {**_STARTED, **_ENDED}.items():
        game = "chess" if name in _CHESS_ONLY else "xiangqi" if "xiangqi" in name else "niujiaoqi"
        options = {"control": CONTROLS[0]} if name in _WITH_FISCHER_CLOCK else {}
        scene = factory.scene(name, game, {}, **options)
        play(scene.start())
        yield scene
    for number, control in enumerate(CONTROLS):
        scene = factory.scene(f"running-control-{number}", "othello", {}, control=control)
        yield scene.start().any_moves(12)
    for name in ("running-position", "position-resigned"):
        scene = factory.scene(name, "chess", {}, control=CONTROLS[0], setup=ENDGAME)
        scene.start().any_moves(4)
        yield scene.do(0, p.Resign) if "resigned" in name else scene
    yield from _not_started(factory, people)


def _finished_game(factory: SceneFactory, game: str, settings: p.Settings) -> Scene:
    """Plays up to MAX_TRIES random games to their end by the rules; returns a short one."""
    scene = factory.scene(f"whole-{game}-{sorted(settings.items())}", game, settings)

    def play_try(number: int, reports: bool) -> Scene:
        repeated = scene.restarted(f"{scene.name}-{number}", reports=reports)
        return repeated.start().chat().any_moves(LONG_GAMES.get(game, MAX_PLIES))

    ended = list[tuple[int, int]]()
    for number in range(1 if game in LONG_GAMES else MAX_TRIES):
        room = play_try(number, reports=False).room
        if room.finished:
            ended.append((room.ply, number))
            if room.ply <= SHORT_GAME_PLIES:
                break
    plies, best = min(ended)
    chosen = play_try(best, reports=True)
    if chosen.room.ply != plies or not (chosen.room.finished and chosen.room.finished.word):
        raise AssertionError(f"{chosen.name} did not end by the rules")
    return chosen


def _by_phase(factory: SceneFactory, game: str) -> Iterator[Scene]:
    """Yields this game in every phase that it is long enough for."""
    later = (
        () if game == "tree" else ("running", "paused", "adjourned")
    )  # tree ends after two plies
    for phase in ("open-seated", "running-new", *later):
        scene = factory.scene(f"{phase}-{game}", game, {})
        if phase in _OPEN:
            _OPEN[phase](scene)
        else:
            _STARTED[phase](scene.start())
        yield scene


def _not_started(factory: SceneFactory, people: People) -> Iterator[Scene]:
    """Unstarted games: with free seats, with reserved seats, a link game, and an expired one."""
    for name, play in _OPEN.items():
        scene = factory.scene(name, "tictactoe", {}, control=CONTROLS[0])
        play(scene)
        yield scene
    invitations = (_invitation(people.ann), _invitation(people.bob))
    yield factory.scene("open-kept", "othello", {"size": 6}, invitations=invitations)
    yield factory.scene("open-unlisted", "chess", {}, invitations=(None, None), listed=False)
    yield factory.scene("expired", "chess", {}, invitations=(None, None)).send(Expire())
