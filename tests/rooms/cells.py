"""The room's state machine cell by cell: the outcome of every situation × command × role.

Each line has a command and its outcome for the seat to move (person or bot), for the other seat,
and for a stranger (signed in, without a seat). A server command has one outcome. Outcomes: the tags
of the appended events, joined by `+`; `nothing`; or the code of the refusal. A command without a
line is refused with `wrong_state`. A spectator who is not signed in is always refused with
`not_signed_in`. Only the server sends server commands, and it sends no others.

In every situation seat 0 is to move, or would be.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, get_args

import zeitnot_protocol as p
from zeitnot_server.rooms.absence import CLAIM_MS
from zeitnot_server.rooms.commands import (
    Abandon,
    AcceptInvitation,
    AdjournAfterCrash,
    Adjudicate,
    AllLeft,
    Cancel,
    Command,
    DeclineInvitation,
    Expire,
    Flag,
    LapseResume,
    NewVersion,
    Outage,
    PlayerCommand,
    Preempt,
    RemoveBanned,
    Resume,
    Unseat,
)
from zeitnot_server.rooms.room import Actor, Invitation, Phase

from .games import Deal, Duel
from .rig import GAME, MINUTE, PEOPLE, STRANGER, Rig

ROLES = ("mover", "other", "bot", "stranger", "spectator", "server")
BOT = Actor("a0", "Ann", bot=True)
INVITED = Invitation("deep", "Deep", bot=True)
UNSENT = "cannot be sent"

CHAT_OF_ALL = "chat             said            said            said\n"
CHAT_OF_PLAYERS = "chat             said            said            not_seated\n"
NOBODY_INVITED = """
AcceptInvitation           no_seat
DeclineInvitation           no_seat
"""
OPEN = """
Expire           finished
Unseat          seated
Cancel           finished
Preempt          finished
RemoveBanned           finished
"""
STARTED = """
Cancel           finished
Adjudicate       finished
NewVersion       seated
Preempt          finished
RemoveBanned           finished
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
RUNNING = f"""{STARTED}
move             moved           not_your_turn   not_seated
claim            too_early       too_early       not_seated
Flag             nothing
Outage           paused
AdjournAfterCrash           paused
Abandon          finished
AllLeft          finished
"""

TEXTS: dict[str, str] = {
    "two of three seats taken": f"""{CHAT_OF_ALL}{OPEN}{NOBODY_INVITED}
sit              seated_already  seated_already  seated
leave            seated          seated          not_seated
ready            seated          seated          not_seated
abort            finished        finished        not_seated
""",
    "a bot is invited": f"""{CHAT_OF_ALL}{OPEN}
AcceptInvitation           seated
DeclineInvitation           seated
sit              seated_already  seated_already  no_seat
leave            seated          seated          not_seated
ready            seated          seated          not_seated
abort            finished        finished        not_seated
""",
    "full, the other is ready": f"""{CHAT_OF_ALL}{OPEN}{NOBODY_INVITED}
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
    "claimable": f"""{RUNNING}{NOTHING_OFFERED}
takeback.ask     offered         offered         not_seated
claim            too_early       finished        not_seated
abort            too_late        finished        not_seated
""",
    "all offers are open": f"""{RUNNING}
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
    "all offers were declined": f"""{RUNNING}
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
    "paused": f"""{STARTED}{NO_DRAW_OFFERED}
abort            too_late        too_late        not_seated
AllLeft          finished
Resume           resumed
AdjournAfterCrash           paused
""",
    "paused, a draw is offered": f"""{STARTED}
draw.offer       offered_already finished        not_seated
draw.accept      no_offer        finished        not_seated
draw.decline     no_offer        answered        not_seated
abort            too_late        too_late        not_seated
AllLeft          finished
Resume           resumed
AdjournAfterCrash           paused
""",
    "paused at the start": f"""{STARTED}{NO_DRAW_OFFERED}
abort            finished        finished        not_seated
AllLeft          finished
Resume           resumed
AdjournAfterCrash           paused
""",
    "adjourned": f"""{STARTED}{NO_DRAW_OFFERED}
abort            too_late        too_late        not_seated
resume           offered         offered         not_seated
LapseResume            no_offer
""",
    "adjourned after a crash": f"""{STARTED}{NO_DRAW_OFFERED}
abort            finished        finished        not_seated
resume           offered         offered         not_seated
LapseResume            no_offer
""",
    "one player wants to resume": f"""{STARTED}
draw.offer       offered_already finished        not_seated
draw.accept      no_offer        finished        not_seated
draw.decline     no_offer        answered        not_seated
abort            too_late        too_late        not_seated
resume           offered_already resumed         not_seated
LapseResume            answered
""",
    "finished": f"""{CHAT_OF_PLAYERS}
rematch          rematch         rematch         not_seated
no_rematch       no_offer        no_offer        not_seated
""",
    "a rematch is offered": f"""{CHAT_OF_PLAYERS}
rematch          wished_already  rematch         not_seated
no_rematch       rematch_dropped rematch_dropped not_seated
""",
    "a rematch is declined": f"""{CHAT_OF_PLAYERS}
rematch          rematch_declined rematch        not_seated
no_rematch       no_offer        no_offer        not_seated
""",
    "a rematch is made": f"""{CHAT_OF_PLAYERS}
rematch          rematch_made    rematch_made    not_seated
no_rematch       rematch_made    rematch_made    not_seated
""",
}


Steps = list[tuple[int, type[p.Message], dict[str, str]]]
BOTH_MOVED: Steps = [(0, p.Move, {"move": "high"}), (1, p.Move, {"move": "low"})]
DRAW_OFFERED: Steps = [(0, p.Draw, {"action": "offer"})]
ALL_OFFERED: Steps = [
    *BOTH_MOVED,
    *DRAW_OFFERED,
    (0, p.Takeback, {"action": "ask"}),
    (0, p.Adjourn, {"action": "offer"}),
]
ALL_DECLINED: Steps = [(1, kind, {"action": "decline"}) for kind in (p.Draw, p.Takeback, p.Adjourn)]
ADJOURNED: Steps = [(0, p.Adjourn, {"action": "offer"}), (1, p.Adjourn, {"action": "accept"})]
RESIGNED: Steps = [(1, p.Resign, {})]
REMATCH_OFFERED: Steps = [(0, p.RematchWish, {})]

# How each situation of a started game is reached: players' commands, then server commands.
SCRIPTS: dict[str, tuple[Steps, list[Command]]] = {
    "begun": ([], []),
    "both have moved": (BOTH_MOVED, []),
    "claimable": (BOTH_MOVED, []),
    "all offers are open": (ALL_OFFERED, []),
    "all offers were declined": ([*ALL_OFFERED, *ALL_DECLINED], []),
    "paused": (BOTH_MOVED, [Outage(700)]),
    "paused, a draw is offered": ([*BOTH_MOVED, *DRAW_OFFERED], [Outage(700)]),
    "paused at the start": ([], [Outage(700)]),
    "adjourned": ([*BOTH_MOVED, *ADJOURNED], []),
    "adjourned after a crash": ([], [AdjournAfterCrash(50)]),
    "one player wants to resume": (
        [*BOTH_MOVED, *DRAW_OFFERED, *ADJOURNED, (0, p.ResumeWish, {})],
        [],
    ),
    "finished": (RESIGNED, []),
    "a rematch is offered": ([*RESIGNED, *REMATCH_OFFERED], []),
    "a rematch is declined": ([*RESIGNED, *REMATCH_OFFERED, (1, p.NoRematch, {})], []),
    "a rematch is made": ([*RESIGNED, *REMATCH_OFFERED, (1, p.RematchWish, {})], []),
}


def reach(situation: str, first: Actor = PEOPLE[0]) -> Rig:
    """A rig in this situation, with this actor on seat 0."""
    has_third_seat = situation in ("two of three seats taken", "a bot is invited")
    rules = Deal() if has_third_seat else Duel(rounds=3)
    control = p.Control(kind="unlimited") if situation == "claimable" else MINUTE
    rig = Rig(rules, control, (None, None, INVITED) if situation == "a bot is invited" else None)
    rig.people[0] = first
    if situation not in SCRIPTS:
        for seat in (0, 1):
            rig.do(seat, p.Sit, seat=seat)
        if situation == "full, the other is ready":
            rig.do(1, p.Ready, salt="s")
        return rig
    rig.start()
    player_commands, server_commands = SCRIPTS[situation]
    for player, kind, fields in player_commands:
        if kind is p.Move:
            rig.move(fields["move"], after=100)
        else:
            rig.do(player, kind, after=10, **fields)
    for command in server_commands:
        rig.send(command)
    if situation == "claimable":
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
    LapseResume: {"seat": 0},
    NewVersion: {"seat": 0, "version": "v2"},
    Adjudicate: {"scores": (1.0, 0.0)},
    Preempt: {"bot": "Deep"},
    RemoveBanned: {"account": PEOPLE[0].account},
    Unseat: {"account": PEOPLE[0].account, "seat": 0},
    AcceptInvitation: {"account": INVITED.account},
    DeclineInvitation: {"account": INVITED.account},
}
PLAYER: tuple[type[p.Message], ...] = get_args(PlayerCommand)
SERVER = (
    Flag,
    Outage,
    Resume,
    Abandon,
    AllLeft,
    LapseResume,
    Expire,
    Unseat,
    AcceptInvitation,
    DeclineInvitation,
    NewVersion,
    AdjournAfterCrash,
    Cancel,
    Adjudicate,
    Preempt,
    RemoveBanned,
)


def _command_kinds() -> Iterator[tuple[str, type, dict[str, Any]]]:
    for kind in PLAYER:
        tag = str(kind.__struct_config__.tag)
        for action in _ACTIONS.get(kind, (None,)):
            fields = {} if action is None else {"action": action}
            yield (tag if action is None else f"{tag}.{action}"), kind, fields
    for kind in SERVER:
        yield kind.__name__, kind, {}


COMMANDS = {name: (kind, fields) for name, kind, fields in _command_kinds()}
assert {kind for kind, _ in COMMANDS.values()} == set(get_args(Command))


def make(name: str, rig: Rig) -> Any:
    """The command with valid fields for the room of this rig."""
    kind, fields = COMMANDS[name]
    fields = {**_FIELDS.get(kind, {}), **fields}
    if kind is p.Move:
        fields |= {"ply": rig.room.ply, "move": "high"}
    if not issubclass(kind, p.Message):
        return kind(**fields)
    ids = {"game": GAME} if kind is p.Chat else {"game": GAME, "id": "the cell"}
    return kind(**ids, **fields)


@dataclass(frozen=True)
class Cell:
    """The expected outcome of one role's command in one situation."""

    situation: str
    command: str
    role: str
    outcome: str

    def __str__(self) -> str:
        return f"{self.situation}, {self.command}, {self.role}"

    @property
    def allowed(self) -> bool:
        """Whether the command is accepted."""
        tags = self.outcome.split("+")
        return self.outcome == "nothing" or all(tag in EVENTS for tag in tags)

    def actor(self) -> Actor | None:
        """The sender of the command."""
        people = {"mover": PEOPLE[0], "other": PEOPLE[1], "bot": BOT, "stranger": STRANGER}
        return people.get(self.role)

    def rig(self) -> Rig:
        """A new room in this situation."""
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
