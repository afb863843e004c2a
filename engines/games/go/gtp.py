"""GTP commands for Go: board sizes, komi, handicaps, scores, records, analyses.

A side may play several moves in a row: see `with_turn`. Scores are by area, after removing the
stones that playouts judge dead.
"""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zeitnot_engines.engine import Report, Search
from zeitnot_engines.formats import sgf
from zeitnot_engines.formats.record import BadGame, FileGame, after
from zeitnot_engines.formats.source import Source
from zeitnot_engines.games import History, load, settings_of
from zeitnot_engines.go.area import areas, margin, score_text
from zeitnot_engines.go.board_text import board_text
from zeitnot_engines.go.komi import komi_of, nearest_komi, usual_komi
from zeitnot_engines.go.points import Point, from_vertex, vertex
from zeitnot_engines.go.position import BLACK, Position, empty
from zeitnot_engines.go.status import DEAD, STATUSES, statuses
from zeitnot_engines.go.turns import with_turn
from zeitnot_engines.gtp.analysis import Analysis, Request, kata_line, leela_line, read_request
from zeitnot_engines.gtp.engine import PASS, SIZE, BadCommand, Command, GtpEngine, seat_of
from zeitnot_engines.gtp.estimates import Estimates

GAME = "go"
NO_MARKING = {"marking": "no"}  # two passes end the game
_SETTINGS = {setting.name: setting.choices for setting in settings_of(GAME)}
# Prefixes of the analysis commands; Sabaki uses Leela Zero's format without a prefix.
_FORMATTERS = (("", leela_line), ("lz-", leela_line), ("kata-", kata_line))
_Formatter = Callable[[Report, Request, Estimates], str]


class GoEngine(GtpEngine):
    """Our engine as a GTP program."""

    def __init__(self, **others: Any) -> None:
        super().__init__(GAME, NO_MARKING, **others)
        self._komi = usual_komi(self._size)
        self._analysis: Analysis | None = None

    def answer(self, line: str) -> tuple[str, bool]:
        """Answers a line like other games' engines, but first ends a running analysis."""
        end = self._end_analysis()
        text, goes_on = super().answer(line)
        return end + text, goes_on

    def close(self) -> None:
        """Ends a running analysis."""
        self._end_analysis()

    def _all_commands(self) -> dict[str, Command]:
        return super()._all_commands() | {
            "komi": self._set_komi,
            "fixed_handicap": self._fixed_handicap,
            "place_free_handicap": self._place_free_handicap,
            "set_free_handicap": self._set_free_handicap,
            "final_score": self._final_score,
            "final_status_list": self._final_status_list,
            "loadsgf": self._load_sgf,
            **{f"{prefix}analyze": self._analyze(formatter) for prefix, formatter in _FORMATTERS},
            **{
                f"{prefix}genmove_analyze": self._genmove_analyze(formatter)
                for prefix, formatter in _FORMATTERS
            },
        }

    # ── the board ──────────────────────────────────────────────────────────────────────────────

    @property
    def _size(self) -> int:
        return int(self._game.settings[SIZE])

    @property
    def _position(self) -> Position:
        return Position.read(self._state.text)

    def _board_size(self, arguments: list[str]) -> str:
        size = int(arguments[0])
        if size not in _SETTINGS[SIZE]:
            raise BadCommand("unacceptable size")
        self._begin_with(empty(size))
        return ""

    def _clear_board(self, _: list[str]) -> str:
        self._begin_with(empty(self._size))
        self._engine.clear()
        return ""

    def _set_komi(self, arguments: list[str]) -> str:
        """Accepts any number. Scores use it exactly, searches the nearest komi of our rules."""
        komi = float(arguments[0])
        if not math.isfinite(komi):
            raise BadCommand("syntax error")
        self._komi = komi
        if self._game.settings["komi"] != nearest_komi(komi):
            moves = self._moves
            self._begin_with(Position.read(self._states[0].text))
            for seat, move in moves:
                self._add(with_turn(self._state, seat), move)
        return ""

    def _begin_with(self, position: Position) -> None:
        komi = nearest_komi(self._komi)
        game = load(GAME, {SIZE: position.size, "komi": komi, **NO_MARKING})
        self._set_start(game.parse(position.text) if position.stones else game.start())

    def _move(self, word: str) -> str:
        return PASS if word.lower() == PASS else word.upper()

    def _turn_of(self, seat: int, move: str) -> History:
        return with_turn(self._state, seat)

    def _show_board(self, _: list[str]) -> str:
        return "\n" + board_text(self._position)

    # ── handicaps ──────────────────────────────────────────────────────────────────────────────

    def _fixed_handicap(self, arguments: list[str]) -> str:
        count = int(arguments[0])
        if count not in _SETTINGS["handicap"] or count == 0:
            raise BadCommand("invalid number of stones")
        return self._place(_handicap(self._size, count))

    def _place_free_handicap(self, arguments: list[str]) -> str:
        """Places stones on the usual points, or fewer if there are not enough points."""
        count = int(arguments[0])
        if count < 2:
            raise BadCommand("invalid number of stones")
        return self._place(_handicap(self._size, min(count, max(map(int, _SETTINGS["handicap"])))))

    def _set_free_handicap(self, arguments: list[str]) -> str:
        try:
            stones = [from_vertex(word, self._size) for word in arguments]
        except ValueError:
            raise BadCommand("bad vertex list") from None
        if len(stones) < 2 or len(set(stones)) < len(stones):
            raise BadCommand("bad vertex list")
        self._place(stones)
        return ""

    def _place(self, stones: list[Point]) -> str:
        if len(self._states) > 1 or self._position.stones:
            raise BadCommand("board not empty")
        try:
            self._begin_with(empty(self._size).with_stones(BLACK, stones).to_move(1))
        except ValueError:  # a board full of stones
            raise BadCommand("bad vertex list") from None
        return " ".join(vertex(stone, self._size) for stone in stones)

    # ── the end, and records ───────────────────────────────────────────────────────────────────

    def _final_score(self, _: list[str]) -> str:
        dead = [point for members in statuses(self._state)[DEAD] for point in members]
        owners = areas(self._size, self._position.stones, dead)
        return score_text(margin(owners, self._komi))

    def _final_status_list(self, arguments: list[str]) -> str:
        """The chains with this status, one per line."""
        status = arguments[0].lower()
        if status not in STATUSES:
            raise BadCommand("invalid status")
        found = statuses(self._state)[status]
        return "\n".join(" ".join(vertex(at, self._size) for at in members) for members in found)

    def _load_sgf(self, arguments: list[str]) -> str:
        """Loads the position before move N of the file's main line, or its end."""
        number = int(arguments.pop()) if len(arguments) > 1 else None
        try:
            game = _first_game(arguments[0])
        except (OSError, ValueError) as bad:
            raise BadCommand(f"cannot load file: {bad}") from None
        rules, state, moves = load(GAME, {**game.settings, **NO_MARKING}), game.start(), 0
        self._komi = float(game.facts.get("Komi", komi_of(game.rules)))
        self._set_start(rules.start() if game.position is None else rules.parse(game.position))
        for node in game.main_line():
            if node.position is not None:
                self._set_start(rules.parse(node.position))
            elif not node.is_implied:
                moves += 1
                if number is not None and moves >= number:
                    break
                assert state.turn is not None
                self._add(with_turn(self._state, state.turn), node.move)
            state = after(state, node)
        return ""

    # ── analyses ───────────────────────────────────────────────────────────────────────────────

    def _analyze(self, formatter: _Formatter) -> Command:
        """Reports until the next command line."""

        def command(arguments: list[str]) -> None:
            request, state = self._requested(arguments)
            self._say(f"={self._number}\n")
            self._analysis = self._run(formatter, request, state)

        return command

    def _genmove_analyze(self, formatter: _Formatter) -> Command:
        """Plays like `genmove`, and reports during the search."""

        def command(arguments: list[str]) -> None:
            request, state = self._requested(arguments)
            assert state.turn is not None
            self._say(f"={self._number}\n")
            move = self._move_without_search(state)
            if move is None:
                limits = self._limits(state, state.turn)
                move = self._run(formatter, request, state, **limits).result().best
            assert move is not None
            self._add(state, move)
            self._say(f"play {move}\n\n")

        return command

    def _requested(self, arguments: list[str]) -> tuple[Request, History]:
        """Parses the request; returns it and the position with the requested side to move."""
        request = read_request(arguments)
        if request.colour is not None:
            return request, with_turn(self._state, seat_of(request.colour))
        seat = self._position.side if self._state.turn is None else self._state.turn
        return request, with_turn(self._state, seat)

    def _run(
        self, formatter: _Formatter, request: Request, state: History, **limits: Any
    ) -> Analysis:
        searched = request.search_moves(state.legal())
        search = Search(
            self._engine,
            state,
            stop=self._new_stop(),
            lines=request.moves,
            searchmoves=searched,
            **limits,
        )
        estimates = Estimates(state, self._komi)
        return Analysis(
            search,
            request.interval_s,
            lambda report: formatter(report, request, estimates),
            self._say,
        )

    def _end_analysis(self) -> str:
        """Stops the running analysis; returns the end of its answer."""
        if self._analysis is None:
            return ""
        self._analysis.stop()
        self._analysis = None
        return "\n"


def _handicap(size: int, count: int) -> list[Point]:
    """The usual points for this number of stones."""
    start = load(GAME, {SIZE: size, "handicap": count}).start()
    return Position.read(start.text).of(BLACK)


def _first_game(name: str) -> FileGame:
    """The first game of an SGF file. Raises OSError, ValueError."""
    with Path(name).open("rb") as file:
        game = next(sgf.read(Source(file, name)))
    if isinstance(game, BadGame):
        raise ValueError(game.located(name))
    if game.game != GAME:
        raise ValueError(f"{name} contains a game of {game.game}")
    return game


ENGINE = GoEngine
