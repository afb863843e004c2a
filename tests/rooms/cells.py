"""The room machine cell by cell: every situation × command × role, and what comes of it.

A line is a command and its outcome for the seat to move (a person or a bot: the same), for the
other seat, and for a stranger (signed in, without a seat). A server's command has one outcome.
Outcomes: the events appended, joined by `+`; `nothing`; or the code of the refusal. What has no
line is `wrong_state` for these three. A spectator who is not signed in is told `not_signed_in`
whatever it sends. The server sends no player's command, and nobody else a server's.

In every situation seat 0 is to move, or would be.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

import zeitnot_protocol as p
from zeitnot_server.rooms.claims import CLAIM_MS
from zeitnot_server.rooms.commands import (
    Abandon,
    AdjournAfterCrash,
    AllLeft,
    Banish,
    Cancel,
    Command,
    Expire,
    Flag,
    GiveWay,
    Lapse,
    Outage,
    PlayerCommand,
    Resume,
    StandUp,
)
from zeitnot_server.rooms.room import Actor, Phase

from .games import Deal, Duel
from .rig import GAME, MINUTE, PEOPLE, STRANGER, Rig

ROLES = ("mover", "other", "bot", "stranger", "spectator", "server")
BOT = Actor("a0", "Ann", bot=True)
UNSENT = "cannot be sent"

TALK = "chat             said            said            said\n"
AFTER = "chat             said            said            not_seated\n"
LEFT_OPEN = """
Expire           finished
StandUp          seated
Cancel           finished
GiveWay          finished
Banish           finished
"""
ON = """
Cancel           finished
GiveWay          finished
Banish           finished
resign           finished        finished        not_seated
chat             said            said            said
"""
NO_DRAW_OFFERED = """
draw.offer       offered         offered         not_seated
draw.accept      no_offer        no_offer        not_seated
draw.decline     no_offer        no_offer        not_seated
"""
NOTHING_OFFERED = f"""{NO_DRAW_OFFERED}
takeback.accept  no_offer        no_offer        not_seated
takeback.decline no_offer        no_offer        not_seated
adjourn.offer    offered         offered         not_seated
adjourn.accept   no_offer        no_offer        not_seated
adjourn.decline  no_offer        no_offer        not_seated
"""
RUNNING = f"""{ON}
move             moved           not_your_turn   not_seated
claim            too_early       too_early       not_seated
Flag             nothing
Outage           paused
AdjournAfterCrash           paused
Abandon          finished
AllLeft          finished
"""

TEXTS: dict[str, str] = {
    "two of three seats taken": f"""{TALK}{LEFT_OPEN}
sit              seated_already  seated_already  seated
leave            seated          seated          not_seated
ready            seated          seated          not_seated
abort            finished        finished        not_seated
""",
    "full, the other is ready": f"""{TALK}{LEFT_OPEN}
sit              seated_already  seated_already  no_seat
leave            seated          seated          not_seated
ready            seated+started  ready_already   not_seated
abort            finished        finished        not_seated
""",
    "begun": f"""{RUNNING}{NOTHING_OFFERED}
takeback.ask     no_takeback     no_takeback     not_seated
abort            finished        finished        not_seated
""",
    "both have moved": f"""{RUNNING}{NOTHING_OFFERED}
takeback.ask     offered         offered         not_seated
abort            too_late        too_late        not_seated
""",
    "hangs": f"""{RUNNING}{NOTHING_OFFERED}
takeback.ask     offered         offered         not_seated
claim            too_early       finished        not_seated
abort            too_late        finished        not_seated
""",
    "all is offered": f"""{RUNNING}
draw.offer       offered_already finished        not_seated
draw.accept      no_offer        finished        not_seated
draw.decline     no_offer        answered        not_seated
takeback.ask     offered_already offer_open      not_seated
takeback.accept  no_offer        taken_back      not_seated
takeback.decline no_offer        answered        not_seated
adjourn.offer    offered_already paused          not_seated
adjourn.accept   no_offer        paused          not_seated
adjourn.decline  no_offer        answered        not_seated
abort            too_late        too_late        not_seated
""",
    "all was declined": f"""{RUNNING}
draw.offer       offered_lately  offered         not_seated
draw.accept      no_offer        no_offer        not_seated
draw.decline     no_offer        no_offer        not_seated
takeback.ask     offered_lately  offered         not_seated
takeback.accept  no_offer        no_offer        not_seated
takeback.decline no_offer        no_offer        not_seated
adjourn.offer    offered_lately  offered         not_seated
adjourn.accept   no_offer        no_offer        not_seated
adjourn.decline  no_offer        no_offer        not_seated
abort            too_late        too_late        not_seated
""",
    "paused": f"""{ON}{NO_DRAW_OFFERED}
abort            too_late        too_late        not_seated
AllLeft          finished
Resume           resumed
AdjournAfterCrash           paused
""",
    "paused, a draw is offered": f"""{ON}
draw.offer       offered_already finished        not_seated
draw.accept      no_offer        finished        not_seated
draw.decline     no_offer        answered        not_seated
abort            too_late        too_late        not_seated
AllLeft          finished
Resume           resumed
AdjournAfterCrash           paused
""",
    "paused at the start": f"""{ON}{NO_DRAW_OFFERED}
abort            finished        finished        not_seated
AllLeft          finished
Resume           resumed
AdjournAfterCrash           paused
""",
    "adjourned": f"""{ON}{NO_DRAW_OFFERED}
abort            too_late        too_late        not_seated
resume           offered         offered         not_seated
Lapse            no_offer
""",
    "shelved": f"""{ON}{NO_DRAW_OFFERED}
abort            finished        finished        not_seated
resume           offered         offered         not_seated
Lapse            no_offer
""",
    "one is ready to go on": f"""{ON}
draw.offer       offered_already finished        not_seated
draw.accept      no_offer        finished        not_seated
draw.decline     no_offer        answered        not_seated
abort            too_late        too_late        not_seated
resume           offered_already resumed         not_seated
Lapse            answered
""",
    "finished": f"""{AFTER}
rematch          rematch         rematch         not_seated
""",
    "a rematch is wished": f"""{AFTER}
rematch          wished_already  rematch         not_seated
""",
    "a rematch is made": f"""{AFTER}
rematch          rematch_made    rematch_made    not_seated
""",
}


Steps = list[tuple[int, type[p.Message], dict[str, str]]]
BOTH_MOVED: Steps = [(0, p.Move, {"move": "high"}), (1, p.Move, {"move": "low"})]
DRAW: Steps = [(0, p.Draw, {"action": "offer"})]
OFFERED: Steps = [
    *BOTH_MOVED,
    *DRAW,
    (0, p.Takeback, {"action": "ask"}),
    (0, p.Adjourn, {"action": "offer"}),
]
DECLINED: Steps = [(1, kind, {"action": "decline"}) for kind in (p.Draw, p.Takeback, p.Adjourn)]
ADJOURNED: Steps = [(0, p.Adjourn, {"action": "offer"}), (1, p.Adjourn, {"action": "accept"})]
RESIGNED: Steps = [(1, p.Resign, {})]
WISHED: Steps = [(0, p.RematchWish, {})]

# How each situation of a game that has started is reached: by these commands and then the server's.
SCRIPTS: dict[str, tuple[Steps, list[Command]]] = {
    "begun": ([], []),
    "both have moved": (BOTH_MOVED, []),
    "hangs": (BOTH_MOVED, []),
    "all is offered": (OFFERED, []),
    "all was declined": ([*OFFERED, *DECLINED], []),
    "paused": (BOTH_MOVED, [Outage(700)]),
    "paused, a draw is offered": ([*BOTH_MOVED, *DRAW], [Outage(700)]),
    "paused at the start": ([], [Outage(700)]),
    "adjourned": ([*BOTH_MOVED, *ADJOURNED], []),
    "shelved": ([], [AdjournAfterCrash(50)]),
    "one is ready to go on": ([*BOTH_MOVED, *DRAW, *ADJOURNED, (0, p.ResumeWish, {})], []),
    "finished": (RESIGNED, []),
    "a rematch is wished": ([*RESIGNED, *WISHED], []),
    "a rematch is made": ([*RESIGNED, *WISHED, (1, p.RematchWish, {})], []),
}


def reach(situation: str, first: Actor = PEOPLE[0]) -> Rig:
    """A rig in this situation, with this actor on seat 0."""
    rules = Duel(rounds=3) if situation != "two of three seats taken" else Deal()
    rig = Rig(rules, p.Control(kind="unlimited") if situation == "hangs" else MINUTE)
    rig.people[0] = first
    if situation not in SCRIPTS:
        for seat in (0, 1):
            rig.do(seat, p.Sit, seat=seat)
        if situation == "full, the other is ready":
            rig.do(1, p.Ready, salt="s")
        return rig
    rig.start()
    messages, served = SCRIPTS[situation]
    for player, kind, fields in messages:
        if kind is p.Move:
            rig.move(fields["move"], after=100)
        else:
            rig.do(player, kind, after=10, **fields)
    for command in served:
        rig.send(command)
    if situation == "hangs":
        rig.ms += CLAIM_MS
    return rig


_ANSWERS = ("accept", "decline")
_ACTIONS = {
    p.Draw: ("offer", *_ANSWERS),
    p.Takeback: ("ask", *_ANSWERS),
    p.Adjourn: ("offer", *_ANSWERS),
}
_FIELDS: dict[type, dict[str, Any]] = {
    p.Ready: {"salt": "salt"},
    p.Chat: {"text": "hello"},
    Outage: {"elapsed_ms": 5},
    AdjournAfterCrash: {"elapsed_ms": 5},
    Abandon: {"seat": 0},
    Lapse: {"seat": 0},
    GiveWay: {"bot": "Deep"},
    Banish: {"account": PEOPLE[0].account},
    StandUp: {"account": PEOPLE[0].account},
}
PLAYER: tuple[type[p.Message], ...] = get_args(PlayerCommand)
SERVER = (
    Flag,
    Outage,
    Resume,
    Abandon,
    AllLeft,
    Lapse,
    Expire,
    StandUp,
    AdjournAfterCrash,
    Cancel,
    GiveWay,
    Banish,
)


def _named() -> Iterator[tuple[str, type, dict[str, Any]]]:
    for kind in PLAYER:
        tag = str(kind.__struct_config__.tag)
        for action in _ACTIONS.get(kind, (None,)):
            fields = {} if action is None else {"action": action}
            yield (tag if action is None else f"{tag}.{action}"), kind, fields
    for created in SERVER:
        yield created.__name__, created, {}


COMMANDS = {name: (kind, fields) for name, kind, fields in _named()}
assert {kind for kind, _ in COMMANDS.values()} == set(get_args(Command))


def make(name: str, rig: Rig) -> Any:
    """This command as it would be sent to this rig, in order."""
    kind, fields = COMMANDS[name]
    fields = {**_FIELDS.get(kind, {}), **fields}
    if kind is p.Move:
        fields |= {"ply": rig.room.ply, "move": "high"}
    if not issubclass(kind, p.Message):
        return kind(**fields)
    named = {"game": GAME} if kind is p.Chat else {"game": GAME, "id": "the cell"}
    return kind(**named, **fields)


@dataclass(frozen=True)
class Cell:
    """What a role's command must bring in a situation."""

    situation: str
    command: str
    role: str
    outcome: str

    def __str__(self) -> str:
        return f"{self.situation}, {self.command}, {self.role}"

    @property
    def allowed(self) -> bool:
        """Whether the command is carried out."""
        tags = self.outcome.split("+")
        return self.outcome == "nothing" or all(tag in EVENTS for tag in tags)

    def actor(self) -> Actor | None:
        """Who sends it."""
        people = {"mover": PEOPLE[0], "other": PEOPLE[1], "bot": BOT, "stranger": STRANGER}
        return people.get(self.role)

    def rig(self) -> Rig:
        """The situation, freshly made."""
        return reach(self.situation, BOT if self.role == "bot" else PEOPLE[0])


EVENTS = {str(kind.__struct_config__.tag) for kind in get_args(p.RoomEvent)}


def _cells() -> Iterator[Cell]:
    for situation, text in TEXTS.items():
        lines = {words[0]: words[1:] for line in text.splitlines() if (words := line.split())}
        assert set(lines) <= set(COMMANDS), set(lines) - set(COMMANDS)
        for command, (kind, _) in COMMANDS.items():
            for role in ROLES:
                yield Cell(situation, command, role, _outcome(kind, role, lines.get(command)))


def _outcome(kind: type, role: str, line: list[str] | None) -> str:
    if (role == "server") == issubclass(kind, p.Message):
        return UNSENT
    if role == "server":
        return line[0] if line else "wrong_state"
    if role == "spectator":
        return "not_signed_in" if issubclass(kind, p.Message) else UNSENT
    if not issubclass(kind, p.Message):
        return UNSENT
    column = {"mover": 0, "bot": 0, "other": 1, "stranger": 2}[role]
    return line[column] if line else "wrong_state"


CELLS = list(_cells())
PHASES = {situation: reach(situation).room.phase for situation in TEXTS}
assert set(PHASES.values()) == set(Phase)
