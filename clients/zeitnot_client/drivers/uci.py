"""The Universal Chess Interface (Huber and Meyer-Kahlen, 2000): every request has all moves.

The option `UCI_Variant` selects the game. An engine with that option may use another notation of
moves, such as ranks from 1 to 10 instead of 0 to 9 in xiangqi.

Each search ends with one `bestmove`. `isready` before each request separates it from stray lines:
a `bestmove` before the answer belongs to no request.
"""

from collections.abc import Sequence

from .dialogue import Chose, Event, Fault, NoMoveFound, Ready, Say, Talk, Thought
from .failures import Unsupported
from .fen import fen_game
from .info import read_info
from .options import BadOption, Offered, checked_option, read_uci_option
from .situation import Limits, Setup, Situation

_NO_MOVE = ("(none)", "0000", "none", "NULL", "")
NAME_CHARACTERS = 100


class Uci(Talk):
    """The dialogue of UCI. Raises Unsupported."""

    protocol = "uci"

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._start = setup.start
        self._game = fen_game(setup.start, self.protocol)
        self._is_shuffled = self._game is not None and self._game.is_shuffled(self._start.position)
        self._has_variant = False
        self._offered: dict[str, Offered] = {}  # by name in lower case
        self._has_begun = False
        self._awaits_ready = False
        self._is_asked = False
        self._to_drop = 0  # answers to searches that were interrupted
        self._expected: str | None = None  # the reply that the engine expects, as it wrote it
        self._pondered: list[str] | None = None  # the line that it thinks about now

    # ── the engine's lines ─────────────────────────────────────────────────────────────────────

    def greet(self) -> list[Event]:
        return [Say(self.protocol)]

    def read_line(self, line: str) -> list[Event]:
        tokens = line.split()
        match tokens[:2]:
            case ["option", _]:
                if option := read_uci_option(line.strip().removeprefix("option ")):
                    self._offered[option.name.lower()] = option
            case ["id", "name"]:
                self.name = " ".join(tokens[2:])[:NAME_CHARACTERS]
            case ["uciok", *_] if not self._has_begun:
                return self._set_up()
            case ["readyok", *_]:
                return self._note_ready()
            case ["bestmove", *_] | ["nobestmove", *_]:
                return self._answered(tokens)
            case ["info", _] if self._setup.reports and self._is_asked:
                return self._thought(tokens)
        return []

    def _note_ready(self) -> list[Event]:
        self._awaits_ready = False
        if self._has_begun:
            return []
        self._has_begun = True
        return [Ready()]

    def _answered(self, tokens: Sequence[str]) -> list[Event]:
        """An answer to the request, to an earlier one, or to none."""
        if self._to_drop:
            self._to_drop -= 1
            return []
        if self._awaits_ready or not self._is_asked:
            return []
        self._is_asked = False
        return [self._chosen(tokens)]

    def _chosen(self, tokens: Sequence[str]) -> Event:
        move = tokens[1] if len(tokens) > 1 else ""
        if move in _NO_MOVE:
            return NoMoveFound()
        expects = tokens[3] if tokens[2:3] == ["ponder"] and len(tokens) > 3 else None
        self._expected = None if expects in _NO_MOVE else expects
        return Chose(move, self._expected and self._read(self._expected))

    def _thought(self, tokens: Sequence[str]) -> list[Event]:
        thinking = read_info(tokens, self._read)
        return [] if thinking is None else [Thought(thinking)]

    # ── set-up ─────────────────────────────────────────────────────────────────────────────────

    def _set_up(self) -> list[Event]:
        try:
            lines = [*self._variant_lines(), *self._option_lines()]
        except BadOption as bad:
            return [Fault(f"it {bad}")]
        except Unsupported as refused:
            return [Fault(str(refused))]
        return [*map(Say, lines), *map(Say, self._new_game()), Say("isready")]

    def _new_game(self) -> list[str]:
        return ["ucinewgame"]

    def _variant_lines(self) -> list[str]:
        lines = []
        variants = self._offered.get("uci_variant")
        if variants is not None and self._start.game in variants.choices:
            lines.append(self._option("UCI_Variant", self._start.game))
            self._has_variant = True
        if self._game is not None and self._is_shuffled:
            name = self._game.shuffled_option
            if name.lower() not in self._offered:
                raise Unsupported(f"it has no option {name}, which this start needs")
            lines.append(self._option(name, "true"))
        if self._setup.ponders and "ponder" in self._offered:
            lines.append(self._option(self._offered["ponder"].name, "true"))
        return lines

    def _option_lines(self) -> list[str]:
        lines = []
        for name, value in self._setup.options:
            option, checked = checked_option(self._offered, name, value)
            lines.append(self._option(option.name, checked))
        return lines

    def _option(self, name: str, value: str) -> str:
        return f"setoption name {name}{f' value {value}' if value else ''}"

    # ── requests ───────────────────────────────────────────────────────────────────────────────

    def ask(self, situation: Situation, limits: Limits) -> list[str]:
        moves = self._written_moves(situation)
        pondered, self._pondered = self._pondered, None
        if pondered == moves:
            self._is_asked = True
            return ["ponderhit"]
        stop = self._stop() if pondered is not None else []
        self._is_asked = self._awaits_ready = True
        go = self._go(limits, situation.seat)
        return [*stop, "isready", self._position(moves), f"go {go}".strip()]

    def ponder(self, situation: Situation, limits: Limits) -> list[str]:
        if self._expected is None or self._pondered is not None:
            return []
        moves = [*self._written_moves(situation), self._expected]
        self._pondered, self._expected = moves, None
        go = self._go(limits, 1 - situation.seat)
        return [self._position(moves), f"go ponder {go}".strip()]

    def interrupt(self) -> list[str]:
        is_thinking, self._is_asked = self._is_asked or self._pondered is not None, False
        self._pondered = None
        return self._stop() if is_thinking else []

    def move_now(self) -> list[str]:
        return ["stop"] if self._is_asked else []

    def probe(self) -> list[str]:
        """A UCI engine answers at once, also while it thinks."""
        return ["isready"] if self._is_asked else []

    def _stop(self) -> list[str]:
        self._to_drop += 1
        return ["stop"]

    def farewell(self) -> list[str]:
        return ["quit"]

    def find_move(self, situation: Situation, text: str) -> str | None:
        before = situation.position
        for move in situation.legal:
            if self._write(before, move).lower() == text.lower():
                return move
        return None

    def _position(self, moves: Sequence[str]) -> str:
        start = self._start.position
        usual = self._game is None or start in ("", self._game.usual)
        played = f" moves {' '.join(moves)}" if moves else ""
        return f"position {'startpos' if usual else f'fen {start}'}{played}"

    def _go(self, limits: Limits, seat: int) -> str:
        tokens: list[str] = []
        if limits.clocks is not None:
            clocks, left_ms = limits.clocks, limits.clocks.left_ms
            increments = [clocks.increment_ms, clocks.opponents_increment_ms]
            first, second = increments if seat == 0 else increments[::-1]
            tokens += [
                f"wtime {max(1, left_ms[0])} btime {max(1, left_ms[1])} winc {first} binc {second}"
            ]
            if clocks.moves_to_go is not None:
                tokens.append(f"movestogo {clocks.moves_to_go}")
        for name, number in (
            ("movetime", limits.move_ms),
            ("depth", limits.depth),
            ("nodes", limits.nodes),
        ):
            if number is not None:
                tokens.append(f"{name} {number}")
        return " ".join(tokens)

    # ── notation ───────────────────────────────────────────────────────────────────────────────

    def _written_moves(self, situation: Situation) -> list[str]:
        """All moves as the engine reads them."""
        return [self._write(before, move) for before, move in situation.moves_with_positions()]

    def _write(self, before: str, move: str) -> str:
        game = self._game
        if game is None:
            return move
        if self._is_shuffled and before:
            move = game.write_shuffled(before, move)
        return game.to_variant(move) if self._has_variant else move

    def _read(self, move: str) -> str:
        """A move as on the wire, except castling in Chess960."""
        return self._game.from_variant(move) if self._game and self._has_variant else move
