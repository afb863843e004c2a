"""A small engine in seven protocols, with the faults of real ones.

`python fake.py PROTOCOL GAME [FAULT]`: plays the first legal move. It keeps its own board by the
rules of Zeitnot, so that it fails if it is sent an illegal move. Faults: `silent` at the greeting,
`crash`, `hang`, `illegal`, `resign`, `claim`, `late` (moves after ten seconds), `old` (xboard
version 1), `options` (plays only with the option that the test sets), `slow` (reads nothing for
a second). Faults of Gomocup brains: `prompt` (before each line), `suggest` (instead of each move),
`nameless` (does not answer ABOUT), `refuses` (answers every INFO with an error).
"""

import json
import sys
import time

from zeitnot_client.drivers.gomocup_text import from_move, write_point
from zeitnot_engines.games import History, load
from zeitnot_engines.gomocup.board import write_position

PROTOCOL, GAME = sys.argv[1:3]
FAULT = sys.argv[3] if len(sys.argv) > 3 else ""


def say(text: str) -> None:
    print(text, flush=True)


def choose(state: History) -> str:
    """Returns the move, unless the fault is to be shown now."""
    match FAULT:
        case "crash":
            print("my last words", file=sys.stderr, flush=True)
            sys.exit(3)
        case "hang":
            time.sleep(600)
        case "late":
            time.sleep(10)
        case "illegal":
            return "z9z9"
    return state.legal()[0]


def uci() -> None:
    state = load(GAME).start()
    options: dict[str, str] = {}
    for line in sys.stdin:
        words = line.split()
        match words[0]:
            case "uci":
                say("id name Fake")
                say("option name Skill Level type spin default 20 min 0 max 20")
                say("uciok")
            case "setoption":
                options[line.split(" value ")[0].strip()] = line.split(" value ")[-1].strip()
            case "isready":
                say("readyok")
            case "position":
                state = load(GAME).start()
                for move in words[3:]:
                    state = state.play(move)
            case "go":
                if FAULT == "options" and options != {"setoption name Skill Level": "3"}:
                    say(f"error {options}")
                    continue
                say("info depth 1 score cp 0")
                say(f"bestmove {choose(state)}")
            case "quit":
                return


def ucci() -> None:
    """Reads FENs and moves; times are in milliseconds if it was told so."""
    state = load(GAME).start()
    for line in sys.stdin:
        words = line.split()
        match words[0]:
            case "ucci":
                say("id name Fake")
                say("option usemillisec type check default false")
                say("ucciok")
            case "isready":
                say("readyok")
            case "position":
                moves = words[words.index("moves") + 1 :] if "moves" in words else []
                state = load(GAME).parse(
                    " ".join(words[2 : len(words) - len(moves)]).removesuffix(" moves")
                )
                for move in moves:
                    state = state.play(move)
            case "go":
                assert "time" in words
                say("info depth 3 score 12 pv h2e2")
                say(f"bestmove {choose(state)}")
            case "quit":
                say("bye")
                return


KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"


def json_lines() -> None:
    """Checks that the requests tell one game; goes on running unless it is `short`."""
    position = ""
    for line in sys.stdin:
        request = json.loads(line)
        if "requests" in request:
            requests = request["requests"]
            assert len(request["responses"]) == len(requests) - 1
            request = requests[-1]
        else:
            assert FAULT != "short"
            assert position
        position = request["position"]
        legal = request["legal"]
        say("thinking")
        move = choose(load(GAME).start()) if FAULT else legal[0]
        say(json.dumps({"response": legal[0] if FAULT == "short" else move, "debug": "x"}))
        if FAULT == "short":
            return
        say(KEEP_RUNNING)


def ecui() -> None:
    """Moves the stone and to the cell of the first legal move."""
    for line in sys.stdin:
        get, position = line.strip().split(" ", 1)
        assert get == "get"
        say(choose(load(GAME).parse(position)).replace("-", " "))


class Xboard:
    """Keeps a board, and moves unless it is in force mode."""

    def __init__(self) -> None:
        self.is_version_1 = FAULT == "old"
        self.state = load(GAME).start()
        self.own_seat: int | None = None  # None in force mode

    def read_line(self, words: list[str]) -> None:
        match words[0]:
            case "protover" if not self.is_version_1:
                say(f'feature myname="A Fake" usermove=1 ping=1 variants="{GAME}" done=1')
            case "ping":
                say(f"pong {words[1]}")
            case "new":
                self.state = load(GAME).start()
            case "force":
                self.own_seat = None
            case "go":
                self.own_seat = self.state.turn
                self.answer()
            case "usermove":
                self.receive_move(words[1])
            case word if self.is_version_1 and word in self.state.legal():
                self.receive_move(word)

    def receive_move(self, move: str) -> None:
        self.state = self.state.play(move)
        if self.state.turn == self.own_seat:
            self.answer()

    def answer(self) -> None:
        if FAULT == "resign":
            say("resign")
        elif FAULT == "claim":
            say("1/2-1/2 {Draw by my reckoning}")
        elif self.state.result is None:
            move = choose(self.state)
            say(f"move {move}")
            self.state = self.state.play(move)


def xboard() -> None:
    engine = Xboard()
    for line in sys.stdin:
        if line.strip() == "quit":
            return
        engine.read_line(line.split())


def gtp() -> None:
    state = load(GAME).start()
    for line in sys.stdin:
        number, command, *words = line.split()
        answer, status = "", "="
        match command:
            case "play" if words[1].lower() in state.legal():
                state = state.play(words[1].lower())
            case "genmove":
                answer = "resign" if FAULT == "resign" else choose(state).upper()
                state = state.play(answer.lower()) if answer.lower() in state.legal() else state
            case "boardsize" | "clear_board" | "time_left" | "quit" | "name":
                pass
            case _:
                status, answer = "?", "unknown command"
        say(f"{status}{number} {answer}\n")
        if command == "quit":
            return


class Brain:
    """Keeps a board of 15 by 15, and requires CRLF line ends."""

    def __init__(self) -> None:
        self.stones: dict[tuple[int, int], str] = {}
        self.reads_board = False

    def say(self, text: str) -> None:
        print(f"zug> {text}" if FAULT == "prompt" else text, end="\r\n", flush=True)

    def read_line(self, line: str) -> None:
        assert line.endswith("\r\n"), f"a line without CRLF: {line!r}"
        verb, _, rest = line.strip().partition(" ")
        numbers = [int(n) for n in (rest or verb).split(",") if n.isdecimal()]
        match verb:
            case "DONE":
                self.reads_board = False
                self.answer()
            case _ if self.reads_board:
                self.put(numbers[:2], is_own=numbers[2] == 1)
            case "START":
                assert rest == "15"
                self.stones = {}
                self.say("OK")
            case "BOARD":
                self.stones, self.reads_board = {}, True
            case "TURN":
                self.put(numbers, is_own=False)
                self.answer()
            case "BEGIN":
                assert not self.stones
                self.answer()
            case "PLAY":
                self.play(rest)
            case "ABOUT" if FAULT != "nameless":
                self.say(' Name = "A Fake",version= "1.0"')
            case "INFO" if FAULT == "refuses":
                self.say(f"ERROR I do not like {rest}")

    def put(self, numbers: list[int], is_own: bool) -> None:
        x, y = numbers
        assert (x, y) not in self.stones
        self.stones[x, y] = "own" if is_own else "other"

    def answer(self) -> None:
        self.say("MESSAGE thinking about 3,4")
        self.say("DEBUG 5,6")
        own_count = sum(owner == "own" for owner in self.stones.values())
        mine, other = "xo" if 2 * own_count == len(self.stones) else "ox"
        colours = {at: mine if who == "own" else other for at, who in self.stones.items()}
        state = load(GAME).parse(write_position(15, colours.items(), mine))
        move = choose(state)
        point = write_point(from_move(move, 15)) if move in state.legal() else "77,77"
        if FAULT == "suggest":
            self.say(f"SUGGEST {point}")
        else:
            self.play(point)

    def play(self, point: str) -> None:
        x, y = map(int, point.split(","))
        self.stones[x, y] = "own"
        self.say(point)


def gomocup() -> None:
    if FAULT == "prompt":
        print("A Fake, version 1.0\r\nzug> ", end="", flush=True)
    brain = Brain()
    with open(0, newline="", closefd=False) as lines:
        for line in lines:
            if line.strip() == "END":
                return
            brain.read_line(line)


if FAULT == "slow":
    time.sleep(1)
if FAULT == "silent":
    time.sleep(600)
{
    **{"uci": uci, "xboard": xboard, "gtp": gtp, "gomocup": gomocup},
    **{"ucci": ucci, "json": json_lines, "ecui": ecui},
}[PROTOCOL]()
