"""
Games and search, native. Immutable values; everything may be used from any thread.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final


class IllegalMove(ValueError):
    """The move is not legal here; the message says why."""

class Setting:
    """One setting of a game and its allowed values."""

    @property
    def name(self) -> str: ...

    @property
    def default(self) -> int | str: ...

    @property
    def choices(self) -> list[int | str]: ...

def games() -> list[str]:
    """The ids of all games."""

def manifest_of(game: str) -> str:
    """
    The text of the game's manifest, game.toml. Raises ValueError for an unknown game.
    """

def settings_of(game: str) -> list[Setting]:
    """The settings that a game has. Raises ValueError for an unknown game."""

def methods_of(game: str) -> list[str]:
    """
    The methods by which a game can be searched, the default first; empty if no engine plays it. Raises ValueError for an unknown game.
    """

class Game:
    """One game with its settings fixed; immutable."""

    def __init__(self, name: str, settings: Mapping[str, str | int | bool] = {}) -> None:
        """
        Raises ValueError for an unknown game, an unknown setting or a bad value.
        """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int:
        """Increased whenever a stored game could replay differently."""

    @property
    def seats(self) -> int:
        """The number of seats with these settings; two to six."""

    @property
    def zero_sum(self) -> bool:
        """Whether the game has two seats and is zero-sum."""

    @property
    def draws(self) -> bool:
        """Whether the game can be drawn."""

    @property
    def throws(self) -> bool:
        """Whether dice are thrown or cards are dealt."""

    @property
    def hides(self) -> bool:
        """Whether anything is hidden from a seat."""

    @property
    def plays_on(self) -> bool:
        """Whether the others play on when one of at least three seats leaves."""

    @property
    def unit(self) -> str:
        """The unit of a search's values."""

    @property
    def settings_key(self) -> int:
        """The settings' part of every key; 0 for the defaults."""

    @property
    def settings(self) -> dict[str, str | int | bool]:
        """All settings, the defaults included."""

    def start(self) -> History: ...

    def parse(self, text: str) -> History:
        """
        The position that `text` describes, without a history. Raises ValueError.
        """

    def sample(self, view: str, seed: int) -> History:
        """
        A random position consistent with a seat's view, determined by the seed. Raises ValueError.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class History:
    """
    A position with the part of its history that matters; immutable, equal by value.
    """

    def view(self, seat: int | None) -> str:
        """The position as a seat sees it; None: a spectator."""

    def move_seen(self, mover: int, move: str, seat: int | None) -> str:
        """
        The last move, made by `mover`, as a seat sees it, '?' if hidden; None: a spectator.
        """

    def information(self, seat: int) -> str | None:
        """
        The seat's information state: equal for positions that it cannot tell apart. None in a game that hides nothing, before a throw and after the end.
        """

    def throw_seen(self, values: Sequence[int], seat: int | None) -> tuple[int, ...]:
        """
        The last throw as a seat sees it, -1 for each value that is hidden from it; None: a spectator.
        """

    @property
    def settled(self) -> tuple[tuple[float, ...], str] | None:
        """
        A score a seat and the word, if only the players' agreement is missing, as in Go after two passes.
        """

    @property
    def uncharged(self) -> tuple[int, str] | None:
        """
        Of a turn that costs no time, as when dead stones are marked: its limit in ms, and the move that is played for the seat at its end.
        """

    def play(self, move: str) -> History:
        """The history after a move. Raises IllegalMove."""

    def throw(self, values: Sequence[int]) -> History:
        """
        The history after the due throw. Raises ValueError for impossible values.
        """

    def withdraw(self, seat: int) -> History:
        """
        The history after this seat has left and the others play on; the same if it has no turns any more. Raises ValueError if the game is over, or ends with a seat.
        """

    def outcomes(self) -> list[tuple[tuple[int, ...], float]]:
        """
        Every outcome of the due throw, with its probability; none if they are too many to
        list, all equally likely, as those of the shuffle of a full pack.
        """

    @property
    def game(self) -> Game: ...

    @property
    def turn(self) -> int | None:
        """The seat to move; None before a throw and after the end."""

    @property
    def side(self) -> int:
        """
        The seat whose view values have: the seat to move; before a throw the one that throws, after the end the one that would move.
        """

    @property
    def due(self) -> tuple[str, tuple[int, ...]] | None:
        """The throw to come: ('dice', sides) or ('shuffle', (cards,))."""

    @property
    def thrower(self) -> int | None:
        """
        The seat whose throw is due; None for throws of no seat, such as a deal.
        """

    @property
    def result(self) -> tuple[tuple[float, ...], str, str] | None:
        """After the end: a score a seat, the reason, the word."""

    @property
    def margins(self) -> tuple[int, ...] | None:
        """
        After the end: what each seat won, in the game's unit (discs, chips); 1, 0 or -1 in games without margins.
        """

    @property
    def in_check(self) -> bool:
        """Whether the side to move is in check; False in games without check."""

    @property
    def text(self) -> str: ...

    @property
    def key(self) -> int:
        """The position's 64-bit key, settings included."""

    @property
    def ply(self) -> int:
        """Moves played since start or parse."""

    @property
    def occurrences(self) -> int:
        """How often this position has occurred, including now."""

    def can_win(self, seat: int) -> bool:
        """Whether this seat could still win."""

    def legal(self) -> list[str]:
        """The legal moves; none before a throw and after the end."""

    def perft(self, depth: int) -> int:
        """The number of paths of exactly `depth` plies."""

    def divide(self, depth: int) -> list[tuple[str, int]]:
        """perft by first move, or by first throw."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

def games_with_tablebase() -> list[str]:
    """The games that have a tablebase."""

class Tablebase:
    """A game's tablebase, for its engines: exact values of endings."""

    def __init__(self, game: str, folder: str) -> None:
        """
        Raises ValueError for a game without tablebase, a folder without tables, and corrupt files.
        """

    @property
    def game(self) -> str: ...

    @property
    def bytes(self) -> int:
        """The size of the tables in use."""

    def damaged(self) -> str | None:
        """
        Reads all tables; returns the name of the first one whose checksum is wrong, or None.
        """

class TablebaseMaker:
    """Generates a game's tablebase in a folder."""

    def __init__(self, game: str, folder: str) -> None:
        """Raises ValueError for a game without tablebase."""

    @property
    def most(self) -> int:
        """The largest size of a tablebase, in `unit`."""

    @property
    def usual(self) -> int:
        """Its usual size."""

    @property
    def unit(self) -> str:
        """What its size counts, as `stones a side`."""

    @property
    def costs(self) -> str:
        """What tables of some sizes take, for people."""

    @property
    def bytes_per_value(self) -> float:
        """On disk, at most."""

    def parts(self, size: int) -> list[tuple[str, int]]:
        """
        The tables up to this size, with the number of their values; each after those it depends on.
        """

    def make(self, name: str) -> None:
        """
        Computes one table from smaller ones and writes NAME.table. Raises ValueError if one of these is missing or corrupt, or the file cannot be written.
        """

def games_with_weights() -> list[str]:
    """The games whose engines need learnt weights."""

class Weights:
    """Learnt weights of a game, which its engines share; immutable."""

    def __init__(self, data: bytes) -> None:
        """
        The bytes of a file that `zeitnot train` has written. Raises ValueError.
        """

    @property
    def game(self) -> str: ...

def games_with_small_tree() -> list[str]:
    """
    The games with hidden information that are small enough to be solved as a whole.
    """

class GameTree:
    """
    Every history of a small game with hidden information, or of one hand of a session; immutable.
    """

    def __init__(self, game: Game) -> None:
        """Raises ValueError for other games."""

    @property
    def game(self) -> Game: ...

    @property
    def histories(self) -> int: ...

    @property
    def ends(self) -> int: ...

    @property
    def information_sets(self) -> int:
        """
        What the seats can know when they are to move, in how many different ways.
        """

    @property
    def key(self) -> int: ...

class Choice:
    """A move of a strategy."""

    @property
    def move(self) -> str: ...

    @property
    def probability(self) -> float: ...

    @property
    def value(self) -> float:
        """
        What it gains on average, for its seat; 0 where the other seat never leads.
        """

class StrategyRow:
    """What a strategy does at one information set."""

    @property
    def seat(self) -> int: ...

    @property
    def information(self) -> str:
        """As `History.information` gives it."""

    @property
    def choices(self) -> list[Choice]: ...

class Strategy:
    """
    For each information set of a small game, the probabilities of its moves, for both seats; immutable.
    """

    def __init__(self, tree: GameTree, data: bytes) -> None:
        """
        The bytes that `write` gave. Raises ValueError if they are none for this tree.
        """

    @staticmethod
    def uniform(tree: GameTree) -> Strategy:
        """Every move as likely as any other."""

    @staticmethod
    def header(data: bytes) -> tuple[str, str]:
        """
        The game, and its settings as `name=value` words, of the bytes of a strategy. Raises ValueError.
        """

    def write(self) -> bytes:
        """The bytes of a file."""

    @property
    def game(self) -> Game: ...

    @property
    def origin(self) -> str:
        """How it was made."""

    def value(self) -> float:
        """What seat 0 gains if both play so."""

    def best_responses(self) -> tuple[float, float]:
        """What each seat gains that answers best to the other's part."""

    def exploitability(self) -> float:
        """The mean of `best_responses`; 0 for an equilibrium."""

    def mixed(self, other: Strategy, share: float) -> Strategy:
        """
        At each information set the other strategy with the probability `share`. Raises ValueError.
        """

    def resolved(self, history: History, seat: int, iterations: int) -> Strategy:
        """
        With the seat's part in the subgame of this public state solved anew, which never makes it worse. Raises ValueError.
        """

    def choices(self, information: str) -> list[Choice]:
        """The moves of the seat that knows this; empty if no seat can."""

    def rows(self) -> list[StrategyRow]:
        """All information sets, those that come first first."""

class RegretMinimiser:
    """
    Solves a small game by CFR+ (`cfr`) or by external sampling (`mccfr`), which takes `seed`.
    """

    def __init__(self, tree: GameTree, method: str = 'cfr', seed: int = 0) -> None:
        """Raises ValueError."""

    def iterate(self, iterations: int, stop: StopToken | None = None) -> None:
        """
        Updates both seats so many times, or until it is stopped. One caller at a time.
        """

    @property
    def iterations(self) -> int: ...

    def strategy(self) -> Strategy:
        """The average strategy so far, which is the result."""

class Line:
    """A root move and the expected play after it."""

    @property
    def move(self) -> str: ...

    @property
    def value(self) -> float: ...

    @property
    def distance(self) -> int | None:
        """Plies to the forced end, if known."""

    @property
    def pv(self) -> list[str]: ...

    @property
    def probability(self) -> float | None:
        """
        The probability of the move if the method plays a mixed strategy, otherwise None.
        """

    @property
    def seats(self) -> list[float]:
        """The value for each seat, of a method that has one; else empty."""

    @property
    def visits(self) -> int | None:
        """How many simulations began with the move, if the method counts them."""

    @property
    def prior(self) -> float | None:
        """
        The share of the move in what was expected of all before the search, if the method asks.
        """

class ThrowLine:
    """A throw and the best answer to it."""

    @property
    def values(self) -> list[int]: ...

    @property
    def probability(self) -> float: ...

    @property
    def move(self) -> str | None:
        """None if another throw follows."""

    @property
    def value(self) -> float: ...

    @property
    def pv(self) -> list[str]: ...

class Report:
    """The result of a search so far, for the side to move."""

    @property
    def best(self) -> str | None:
        """None before a throw."""

    @property
    def value(self) -> float:
        """In `unit`; 0 is an equal position (win_probability: 0 to 1)."""

    @property
    def seat(self) -> int:
        """
        The seat from whose side all values are seen: the side to move, or to throw.
        """

    @property
    def unit(self) -> str: ...

    @property
    def exact(self) -> bool:
        """Proved: no static evaluation went into `value`."""

    @property
    def distance(self) -> int | None:
        """Plies to the forced end, if known."""

    @property
    def depth(self) -> int:
        """Completed depth: plies, or throw+move pairs."""

    @property
    def seldepth(self) -> int:
        """
        Plies from the root to the deepest node of that depth's search, beyond `depth` by quiescence and extensions; 0 where the method does not count them.
        """

    @property
    def nodes(self) -> int: ...

    @property
    def leaves(self) -> int | None:
        """
        Positions valued at `depth`, ends and horizon, where the method counts them.
        """

    @property
    def seats(self) -> list[float]:
        """The value for each seat, of a method that has one; else empty."""

    @property
    def nps(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def pv(self) -> list[str]: ...

    @property
    def lines(self) -> list[Line]: ...

    @property
    def throws(self) -> list[ThrowLine]:
        """Before a throw: one line for each outcome."""

def heuristics() -> list[str]:
    """The heuristics of alpha-beta that can be switched off, by `without`."""

def chance_heuristics() -> list[str]:
    """
    The heuristics of expectiminimax that can be switched off, by `without`.
    """

def mcts_parts() -> list[str]:
    """
    The parts of Monte-Carlo tree search that can be switched off, by `without`.
    """

def methods_for_any_seat(game: str) -> list[str]:
    """
    The methods that search a position for a seat that is not to move, by what it sees: all where nothing is hidden. Raises ValueError for an unknown game.
    """

class StopToken:
    """Stops a search; created by the caller of the search."""

    def __init__(self) -> None: ...

    def stop(self) -> None:
        """
        Callable from any thread, before or during the search; cannot be undone.
        """

    @property
    def stopped(self) -> bool: ...

class Engine:
    """A search engine, whose table persists between searches."""

    def __init__(self, game: Game, *, hash_mb: int = 16, threads: int = 1, method: str = 'auto', hash_slots: int | None = None, exact_depth: bool = False, without: Sequence[str] = [], evaluation: str = '', weights: Weights | None = None, tablebase: Tablebase | None = None, strategy: Strategy | None = None, alliance: Sequence[int] = [], against: Sequence[int] = [], **mcts: object) -> None:
        """
        hash_slots: a table of so few slots, for tests. exact_depth: use only table entries of equal depth, so that values are plain minimax's. without: heuristics of the search to switch off, of `heuristics()`, for games of chance `chance_heuristics()`, or for Monte-Carlo tree search `mcts_parts()`. evaluation: its name, if a game has several; see docs/why/evaluations.md. weights: required for games of `games_with_weights()`. tablebase: exact endings to look up. strategy: what to play instead of solving the game. alliance: seats that in max^n want the greatest sum of their values or, with `against`, the least of those seats'. The other options are Monte-Carlo tree search's, see docs/why/trees.md. Raises ValueError, TypeError for an unknown option.
        """

    def search(self, history: History, *, depth: int | None = None, nodes: int | None = None, ms: int | None = None, soft_ms: int | None = None, lines: int = 1, searchmoves: Sequence[str] | None = None, seat: int | None = None, stop: StopToken | None = None, on_report: Callable[[Report], object] | None = None) -> Report:
        """
        Searches until a limit, a proof or `stop`, and returns the answer of the last completed iteration; a token already stopped ends the search at once. No iteration begins after `soft_ms`, or sooner if the answer is stable and later if it is not. `seat`: who searches, by what it sees, if not the side to move; values and lines are the side to move's all the same. Where something is hidden, `methods_for_any_seat` alone can. `on_report` is called after each iteration, in the searching thread. Raises ValueError for a finished game and bad arguments, RuntimeError if a search runs.
        """

    def evaluate(self, history: History) -> float:
        """
        The static value of a position, for the side to move. Raises ValueError for another game.
        """

    def known_moves(self, history: History) -> list[str]:
        """
        The best moves of a position of which a book of exact values knows them; else none. Raises ValueError for another game.
        """

    def clear(self) -> None:
        """Empties the table. Raises RuntimeError if a search runs."""

    def filled(self) -> int:
        """The used part of the table, in thousandths."""

    @property
    def method(self) -> str: ...

    @property
    def game(self) -> Game: ...

class SolvedPosition:
    """The exact value of one position."""

    @property
    def value(self) -> int:
        """For `seat`: 1, 0 or -1."""

    @property
    def seat(self) -> int:
        """The seat to move."""

    @property
    def distance(self) -> int | None:
        """Plies to the forced end; None if it is drawn."""

    @property
    def best(self) -> str:
        """A best move."""

    @property
    def nodes(self) -> int: ...

class Solver:
    """Solves single positions of a game; its table persists."""

    def __init__(self, game: Game, *, hash_mb: int = 64) -> None:
        """Raises ValueError for a game that has none."""

    def solve(self, history: History, *, stop: StopToken | None = None, on_progress: Callable[[int, int, int], object] | None = None) -> SolvedPosition | None:
        """
        The position's value; None if it was stopped. `on_progress(least, most, nodes)` is called in the solving thread when more is known: what the value is at least and at most. Raises ValueError for a finished or another game, RuntimeError if it is at work.
        """

    def symmetric_key(self, history: History) -> int:
        """Equal for positions that are equal up to symmetry. Raises ValueError."""

    def book(self, values: Sequence[tuple[History, int, int | None]]) -> bytes:
        """
        The file of weights with these values as the game's book: positions, each with its value and its distance. Raises ValueError.
        """

def games_with_solvers() -> list[str]:
    """The games of which single positions can be solved."""

class Solution:
    """The exact value of every position of a game."""

    @property
    def value(self) -> int:
        """The value of the start for the side to move: 1, 0 or -1."""

    @property
    def distance(self) -> int | None:
        """Plies to the forced end; None if the start is drawn."""

    @property
    def positions(self) -> int:
        """
        How many positions were solved: all legal ones, or all that play can reach.
        """

    @property
    def reachable(self) -> int:
        """How many of them play can reach."""

    @property
    def won(self) -> tuple[int, int]:
        """Positions won by seat 0 and by seat 1."""

    @property
    def drawn(self) -> int: ...

    @property
    def longest(self) -> int:
        """Plies of the longest forced win."""

    def find(self, history: History) -> tuple[int, int | None] | None:
        """
        A position's value for the side to move and its distance, regardless of its history; None for a position that is not among those solved.
        """

def solve(game: Game) -> Solution:
    """
    Solves a game by retrograde analysis. Raises ValueError for a game that is not solved so.
    """

def nim_values(history: History) -> list[tuple[str, int]]:
    """
    The components of a position, in their order, each with its nim-value; the side to move wins unless the exclusive or of these is 0. Raises ValueError for a game that is no sum of impartial games.
    """

def heap_values(game: str, largest: int) -> list[int]:
    """
    The nim-values of heaps of 0 to `largest`. Raises ValueError for a game without heaps, or a heap above a million.
    """

class OwnershipEstimate:
    """Who will own the points of a board at the end."""

    @property
    def first_seat(self) -> list[float]:
        """
        For each point the probability that it will be seat 0's, row by row from the lowest one, each from its left.
        """

    @property
    def dead(self) -> list[str]:
        """A point of each group that is held for dead."""

def estimate_ownership(history: History, playouts: int, seed: int = 1) -> OwnershipEstimate:
    """
    Plays a position out so many times; equal seeds give equal estimates. Raises ValueError for a game without territory.
    """

def weights_of(game: str) -> list[int]:
    """
    The weights of a game's evaluation. Raises ValueError for a game that has no table.
    """

class Texel:
    """Fits an evaluation's weights to results of games."""

    def __init__(self, game: str) -> None:
        """Raises ValueError for a game that has no table."""

    def add(self, history: History, points: float) -> None:
        """A position and the points of seat 0, 0 to 1. Raises ValueError."""

    def __len__(self) -> int: ...

    def begin(self, weights: Sequence[int]) -> None:
        """Sets the current weights."""

    def trace(self, first: int, last: int) -> None:
        """
        Computes each position's derivatives by the weights [first, last); all weights must be traced once after `begin`.
        """

    def descend(self, weights: Sequence[float], scale: float, rate: float, pull: float, epochs: int) -> list[float]:
        """
        The weights after `epochs` steps of gradient descent. scale: of the logistic curve, per unit of score. rate: the learning rate. pull: L2 penalty towards the weights of `begin`.
        """

    def loss(self, weights: Sequence[float], scale: float) -> float:
        """The mean cross-entropy, in nats."""

class BackgammonLearner:
    """Learns backgammon's networks from games against themselves."""

    def __init__(self, seed: int = 1) -> None: ...

    def play(self, first: int, count: int, rate: float, last_rate: float, games: int) -> None:
        """
        Plays games by number, counted from 1, and learns from each position; the learning rate falls geometrically from `rate` to `last_rate` over all `games`.
        """

    def trial(self, pairs: int) -> tuple[float, float]:
        """
        Mean points per game against the handcrafted evaluation, both without search, and the standard error; always the same throws.
        """

    def state(self) -> bytes:
        """The networks as bytes, for `restore`."""

    def restore(self, state: bytes) -> None:
        """Continues from the bytes of `state`."""

    def packed(self) -> bytes:
        """The weights as a weights file."""

class BlindTicTacToeLearner:
    """Finds a strategy of blind tic-tac-toe by counterfactual regrets."""

    def __init__(self, memory: str = 'order') -> None:
        """
        `memory`: what a seat remembers of the other's refused tries: their "order" among all tries, their "count" or "nothing". Raises ValueError.
        """

    def iterate(self, count: int) -> None:
        """Updates the strategies of both seats so many times."""

    @property
    def iterations(self) -> int:
        """Iterations so far."""

    @property
    def information_sets(self) -> int:
        """How many information sets the strategies have, up to symmetry."""

    def best_gains(self) -> tuple[float, float]:
        """
        What seats 0 and 1 gain at most against the average strategy, in points, when they forget nothing. Takes seconds.
        """

    def state(self) -> bytes:
        """All that `restore` needs to go on."""

    def restore(self, state: bytes) -> None:
        """Goes on from a state. Raises ValueError."""

    def packed(self) -> bytes:
        """The file of weights with the average strategy."""

class EwnFit:
    """The network of EinStein würfelt nicht!, in training."""

    def __init__(self, seed: int = 1) -> None: ...

    def play(self, first_game: int, count: int, learning_rate: float, halving_games: float) -> tuple[int, float]:
        """
        Plays games against itself, each from its number as seed, and learns from each position. The learning rate is halved by game `halving_games`. Returns the number of positions, and the sum of the squared differences between their values and the targets.
        """

    def value(self, position: str) -> float:
        """
        The probability that the side to move wins, from a position's text before the throw.
        """

    def trial(self, pairs: int) -> float:
        """
        The share of games won against the textbook's table, both searching one ply; always the same set-ups and throws.
        """

    def state(self) -> bytes:
        """All weights, as bytes."""

    def restore(self, state: bytes) -> None:
        """Continues from what `state` returned."""

    def packed(self) -> bytes:
        """The weights as a weights file."""

class GoLearner:
    """The policy and the value of Go, in training."""

    def __init__(self) -> None: ...

    def imitate(self, games: Sequence[tuple[int, float, Sequence[int], Sequence[int], int, Sequence[int]]], rate: float) -> tuple[int, float, int]:
        """
        Learns the moves of recorded games, each a tuple of size, komi, black's stones, white's stones, the seat that begins and the moves; points are row * size + column, a pass is -1. With the rate 0 it only measures. Returns the number of moves, the sum of the logarithms of their probabilities before they were learnt, and how many were the likeliest. Raises ValueError.
        """

    def begin_improvement(self) -> None:
        """Begins the second stage from the policy of the first."""

    def improve(self, first_game: int, count: int, size: int, rate: float) -> float:
        """
        Plays games, each from its number as seed, against earlier selves and learns from their outcomes. Returns the mean score.
        """

    def learn_value(self, first_game: int, count: int, size: int, rate: float) -> tuple[float, float]:
        """
        Plays games of the improved policy, each from its number as seed, and learns from one position of each; size 0: of all sizes. With the rate 0 it only measures. Returns the mean squared errors of the win probability, and of always one half.
        """

    def trial(self, first: str, second: str, size: int, pairs: int) -> list[float]:
        """
        The first policy's score in each pair of games against the second, both without a search: "imitation", "improved", or "patterns", that of the playouts. Always the same seeds.
        """

    def state(self) -> bytes:
        """All weights, as bytes."""

    def restore(self, state: bytes) -> None:
        """Continues from what `state` returned."""

    def packed(self, policy: str) -> bytes:
        """The weights as a weights file, with the policy of this stage."""

def holdem_rank(cards: Sequence[int]) -> int:
    """
    The rank of five, six or seven cards, each 4 * rank + suit with ranks from 0 (two) to 12 (ace): higher is better, equal hands have equal ranks. 4096 times the category, from 0 (high card) to 8 (straight flush), and a number within it. Raises ValueError.
    """

def holdem_categories(cards: int) -> list[tuple[str, int]]:
    """
    How many hands of five, six or seven cards there are of each category, the lowest first; each hand is ranked. Raises ValueError for other numbers.
    """

def holdem_duplicates(weights: Weights, opponents: Sequence[Callable[[Sequence[int], Sequence[int], str], str]], first: int, count: int) -> list[list[float]]:
    """
    Plays the deals with these numbers, each twice with the seats exchanged, with the blueprint against each opponent: a function of its cards, the board's and the betting so far ("crc-c") that returns f, c or r. Returns for each opponent what the blueprint won a hand, one number for each deal. Raises ValueError.
    """

def holdem_level_duel(weights: Weights, blunder_rate: float, other_blunder_rate: float, boards: int) -> tuple[float, float]:
    """
    What the blueprint wins a hand from itself, and the standard error, if both play a random move so often: exact sums on boards that are always the same. Raises ValueError.
    """

class HoldemAbstraction:
    """
    Makes the abstraction of hold'em's cards. Its making computes all but the flops, in some ten seconds.
    """

    def __init__(self, seed: int = 1, boards: int = 1500) -> None:
        """`boards`: dealt for the centres of clusters."""

    flops: Final[int] = ...
    """(arg: object, /) -> int"""

    def add_flops(self, count: int) -> None:
        """Computes the next flops."""

    def finished(self) -> bytes:
        """The abstraction as bytes, for a learner. Raises ValueError."""

class HoldemLearner:
    """Learns hold'em's blueprint."""

    def __init__(self, abstraction: bytes) -> None: ...

    @property
    def iterations(self) -> int: ...

    def iterate(self, count: int) -> None:
        """Deals so many boards and learns from each."""

    def trial(self, boards: int) -> list[tuple[float, float]]:
        """
        What the average strategy wins a hand, and the standard error, from players that always call and always raise: exact sums on boards that are always the same.
        """

    def state(self) -> bytes:
        """Regrets and strategy as bytes, for `restore`."""

    def restore(self, state: bytes) -> None:
        """Continues from the bytes of `state`."""

    def packed(self) -> bytes:
        """The blueprint as a weights file."""

def othello_samples(first: int, count: int, depth: int, weights: Weights) -> bytes:
    """
    Plays self-play games with the seeds from `first` on, searching `depth` plies. Returns their positions with the final margins, 24 bytes each.
    """

def othello_error(weights: Weights, evaluation: str, samples: bytes) -> float:
    """
    The mean squared error of an evaluation, in discs squared: of patterns, plain, playbook or patterns+playbook. Raises ValueError for weights without what it needs.
    """

class OthelloCounts:
    """Counts the edges and corners of Othello's play book."""

    def __init__(self) -> None: ...

    def add(self, samples: bytes) -> None:
        """Counts each sample."""

    def rows(self, least: int) -> list[tuple[tuple[int, str], tuple[int, tuple[float, float]]]]:
        """
        Edges (0) and corners (1: three by three, 2: two by five) that were seen at least `least` times: shape and squares; then how often, and the mean margin of their games and the share of points, for the side to move.
        """

    def packed(self, weights: Weights, samples: bytes) -> bytes:
        """
        A weights file of the patterns of these weights and of the play book, whose factors are fitted to the samples, which should not be counted ones.
        """

class OthelloFit:
    """Learns the weights of Othello's patterns."""

    def __init__(self, play_book: bool = True) -> None:
        """Without the play book edges and corners count 0."""

    def learn(self, samples: bytes, rate: float, seed: int) -> float:
        """
        One step for each sample, in random order. Returns the mean squared error.
        """

    def error(self, samples: bytes) -> float:
        """The mean squared error, in discs squared."""

    def packed(self) -> bytes:
        """The weights as a weights file."""
