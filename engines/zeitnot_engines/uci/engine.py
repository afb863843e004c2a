"""Our engine behind UCI or UCCI: reads and writes lines, searches in a thread."""

import threading
from collections.abc import Callable
from functools import cache
from random import Random

from ..engine import Engine
from ..formats.record import unrepeated
from ..games import NAMES, Game, History, load, methods_of
from ..levels import FULL, elos_of, levels_of
from ..notations import WIRE_NOTATION, Write, notation_of
from . import options as o
from .dialect import Dialect
from .go import Go, UciError, quoted
from .options import Option, Values, by_name
from .running import RunningGo, Task
from .strength import FULL_STRENGTH, Mixture, by_elo, by_skill
from .text import read_position
from .uci import UCI

METHOD = "alphabeta"


class UciEngine:
    """Our engine behind a dialect of UCI. `say` is called with each line, from any thread, one at a
    time. `process` never raises. `rng`: for the errors of limited strength."""

    def __init__(
        self,
        game: Game,
        say: Callable[[str], None],
        dialect: Dialect = UCI,
        rng: Random | None = None,
    ) -> None:
        self._say_line = say
        self._say_lock = threading.Lock()
        self._dialect = dialect
        self._rng = rng or Random()
        self._values = Values()
        self._game = game
        self._notation = WIRE_NOTATION  # or that of UCI_Variant, if it was set
        self._state: History | None = game.start()  # None: the last one was refused
        self._banned: tuple[str, ...] = ()  # by `banmoves`
        self._engine: Engine | None = None
        self._is_full_width = False
        self._running_go: RunningGo | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            word: getattr(self, name) for word, name in dialect.commands.items()
        }

    def process(self, line: str) -> bool:
        """Processes a line of the GUI; returns whether to read more."""
        words = line.split()
        if self._notation is not WIRE_NOTATION:
            words = [self._notation.from_variant(word) for word in words]
        # Unknown words are skipped and the rest of the line is processed, as the protocol demands.
        index = next((i for i, word in enumerate(words) if word in self._commands), len(words))
        if words[:index]:
            self._tell(f'there is no command "{words[0]}"')
        if words[index : index + 1] == ["quit"]:
            self.close()
            self._say(*self._dialect.farewell)
            return False
        try:
            if index < len(words):
                self._commands[words[index]](words[index + 1 :])
        except UciError as bad:
            self._tell(str(bad))
        return True

    def close(self) -> None:
        """Stops the running search; its answer is still sent."""
        if self._running_go is not None:
            self._running_go.stop()
            self._running_go = None

    # ── commands ───────────────────────────────────────────────────────────────────────────────

    def introduce(self, _: list[str]) -> None:
        """Says who we are, and our options."""
        self._say(*self._dialect.introduction(self._options))

    def ignore(self, _: list[str]) -> None:
        """Does nothing."""

    def is_ready(self, _: list[str]) -> None:
        """Prepares a search, and answers."""
        if not self._searching:
            self._ready()
        self._say("readyok")

    def set_option(self, arguments: list[str]) -> None:
        """Sets an option, or carries out its action."""
        name, text = self._dialect.read_option(arguments)
        self._refuse_while_searching(f"setoption {name}")
        option = by_name(self._options, self._dialect.option_names).get(name)
        if option is None:
            raise UciError(f'there is no option "{name}"')
        value = option.parse(text)
        match option.name:
            case o.VARIANT:
                self._change_game(str(value))
            case o.CLEAR_HASH.name:
                self._ready().clear()
            case o.NEW_GAME.name:
                self.new_game([])
            case _:
                self._values.set(option, value)
        if option.name in (o.HASH.name, o.THREADS.name):
            self._engine = None

    def _change_game(self, name: str) -> None:
        if name != self._game.name:
            self._game = load(name)
            self._engine = None
            self._values.forget(o.ELO)  # the ratings of another game
            self._set_state(self._game.start())
        self._notation = notation_of(name)

    def new_game(self, _: list[str]) -> None:
        """Forgets the last game."""
        self._refuse_while_searching("a new game")
        self._ready().clear()
        self._set_state(self._game.start())

    def set_position(self, arguments: list[str]) -> None:
        """Sets the position. If it is refused, there is no position until the next one.

        A GUI may leave it to the players to claim draws by repetition or a move limit, and play on.
        """
        self._set_state(None)
        position = read_position(arguments)
        try:
            state = self._game.start() if position.text is None else self._game.parse(position.text)
            for move in position.moves:
                state = unrepeated(state).play(move)
        except ValueError as bad:
            raise UciError(str(bad)) from None
        self._set_state(unrepeated(state))

    def _set_state(self, state: History | None) -> None:
        self._state, self._banned = state, ()

    def ban_moves(self, moves: list[str]) -> None:
        """Forbids moves of the position, until another is set."""
        legal = () if self._state is None else self._state.legal()
        illegal = [move for move in moves if move not in legal]
        self._banned = tuple(move for move in moves if move in legal)
        if illegal:
            raise UciError(f"banmoves: {quoted(illegal)} is not a legal move here")

    def go(self, arguments: list[str]) -> None:
        """Searches the position."""
        state = self._state
        legal = [] if state is None else state.legal()
        turn = None if state is None else state.turn
        if state is not None and "searchmoves" in arguments:
            arguments = [_spelling(state, word) for word in arguments]
        try:
            go = self._dialect.read_go(arguments, legal or arguments, turn or 0, self._values)
        except UciError as bad:
            if self._searching:
                raise
            self._tell(str(bad))  # a GUI waits for a move after each `go`
            self._say(self._dialect.best(None, None, draws=False))
            return
        if go.unknown:
            self._tell(f"unknown in go: {go.unknown}")
        if self._running_go is not None:
            self._running_go.stop()
        task = None if state is None else self._task(go, state, legal)
        self._running_go = RunningGo(go, task, self._dialect, self._say)
        if self._values.is_set(o.BATCH) and not go.endless and not go.waits:
            self._running_go.wait()

    def _task(self, go: Go, state: History, legal: list[str]) -> Task | None:
        """What to search; None if there is nothing to choose."""
        if not legal:
            self._tell("the game is over")
            return None
        if go.static:
            self._say(self._dialect.evaluation(self._ready().evaluate(state)))
            return None
        allowed = [move for move in go.search_moves or legal if move not in self._banned]
        if not allowed:
            self._tell("every legal move is banned")
            return None
        level = FULL if go.mate is not None else self._strength().draw(self._rng)
        blunders = self._rng.random() < level.blunder_rate
        return Task(
            engine=self._ready(full_width=go.mate is not None),
            state=state,
            lines=self._values.number(o.MULTI_PV),
            overhead_ms=self._values.number(o.OVERHEAD),
            level=level,
            move=self._rng.choice(allowed) if blunders else None,
            search_moves=() if len(allowed) == len(legal) else tuple(allowed),
            **self._form(),
        )

    def _form(self) -> dict[str, Write]:
        """The form of moves, if the GUI has asked for another one."""
        form = notation_of(self._game.name).uci_form
        if form is None or not self._values.is_set(o.Check(name=form.option)):
            return {}
        return {"write": form.write}

    def stop(self, _: list[str]) -> None:
        """Stops the running search."""
        was_searching = self._searching
        self.close()
        if not was_searching:
            self._say(*self._dialect.idle_stop)

    def ponder_hit(self, words: list[str]) -> None:
        """The opponent has played the expected move."""
        if self._running_go is not None:
            self._running_go.ponder_hit(draw="draw" in words)

    # ── helpers ────────────────────────────────────────────────────────────────────────────────

    @property
    def _options(self) -> tuple[Option, ...]:
        return self._dialect.options(self._game, supported_games())

    @property
    def _searching(self) -> bool:
        return self._running_go is not None and not self._running_go.over

    def _refuse_while_searching(self, command: str) -> None:
        if self._searching:
            raise UciError(f"{command} must wait until the search has ended")

    def _strength(self) -> Mixture:
        """How strong the engine plays now: UCI_Elo has precedence over Skill Level."""
        levels, elos = levels_of(self._game.name), elos_of(self._game.name)
        if self._values.is_set(o.LIMIT) and elos:
            return by_elo(self._values.number(o.elo_option(elos)), levels, elos)
        skill = self._values.number(o.SKILL)
        return FULL_STRENGTH if skill == o.MAX_SKILL else by_skill(skill, levels)

    def _ready(self, *, full_width: bool = False) -> Engine:
        """The engine, which is made if necessary. `full_width`: one that prunes nothing that could
        matter, for mates. Only one of the two kinds exists at a time, with its table."""
        if self._engine is None or self._is_full_width != full_width:
            self._engine, self._is_full_width = None, full_width
            hash_mb = self._values.number(o.HASH) or o.HASH_MB
            try:
                self._engine = self._make_engine(hash_mb)
            except MemoryError:
                self._tell(f"not enough memory for a table of {hash_mb} MB")
                self._values.forget(o.HASH.name)
                self._engine = self._make_engine(o.HASH_MB)
        return self._engine

    def _make_engine(self, hash_mb: int) -> Engine:
        threads = self._values.number(o.THREADS) or 1
        if self._is_full_width:
            return Engine(
                self._game, hash_mb=hash_mb, threads=threads, method=METHOD, exact_depth=True
            )
        return Engine(self._game, hash_mb=hash_mb, threads=threads)

    def _tell(self, text: str) -> None:
        """Says something for people."""
        self._say(self._dialect.message(text))

    def _say(self, *lines: str) -> None:
        with self._say_lock:
            for line in lines:
                if self._notation is not WIRE_NOTATION:
                    line = " ".join(map(self._notation.to_variant, line.split(" ")))
                self._say_line(line)


def _spelling(state: History, word: str) -> str:
    """A move in its usual spelling; other words as they are."""
    try:
        return state.spelling(word)
    except ValueError:
        return word


@cache
def supported_games() -> tuple[str, ...]:
    """The games that UCI can express, and for which there is an engine."""
    return tuple(name for name in NAMES if is_supported(name))


def is_supported(name: str) -> bool:
    """Whether UCI can express this game, and there is an engine for it."""
    return METHOD in methods_of(name) and load(name).seats == 2
