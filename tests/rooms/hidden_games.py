"""Four small games in Python with hidden cards, dice or moves, and up to six seats. Hidden cards
and moves have unique texts, so that tests can search for them.

`Hands`: three seats; each is dealt a card that only this seat sees, then bids or folds. `Blind`:
blind tic-tac-toe of games.md; the game, not the room, refuses a move onto a taken cell, and shows
that cell. `Relay`: a race for up to six seats with a die. `LiarsDice`: the core's toy game of that
name.
"""

from dataclasses import dataclass, replace

from zeitnot_server.rooms.rules import Outcome, Throw

from .games import Game

UNSEEN = "?"
CARDS = ["Qoppa", "Sampi", "Digamma", "Heta", "San", "Sho"]


@dataclass(frozen=True)
class Hand:
    """The deal (empty before it) and the moves so far."""

    cards: tuple[int, ...] = ()
    moves: tuple[str, ...] = ()


class Hands(Game):
    """Cards 0, 1 and 2 of the deal are the seats', card 3 is open, the others are hidden from all.
    A bid is `bid:<card>`: the move itself contains the secret."""

    game = "hands"
    seats = 3

    def __init__(self) -> None:
        self.hidden = self

    def start(self) -> Hand:
        return Hand()

    def turn(self, state: Hand) -> int | None:
        return len(state.moves) if state.cards and len(state.moves) < self.seats else None

    def throw(self, state: Hand) -> Throw | None:
        return None if state.cards else Throw("shuffle", (len(CARDS),))

    def chance(self, state: Hand, values: tuple[int, ...]) -> Hand:
        if state.cards or sorted(values) != list(range(len(CARDS))):
            raise ValueError(f"no such deal: {values}")
        return Hand(values)

    def outcome(self, state: Hand) -> Outcome | None:
        if len(state.moves) < self.seats:
            return None
        bids = [state.cards[i] if move != "fold" else -1 for i, move in enumerate(state.moves)]
        return Outcome(tuple(float(bid == max(bids)) for bid in bids), "rules", "highest bid")

    def legal(self, state: Hand) -> list[str]:
        seat = self.turn(state)
        return [] if seat is None else ["fold", f"bid:{CARDS[state.cards[seat]]}"]

    def play(self, state: Hand, move: str) -> Hand:
        self._check(state, move)
        return replace(state, moves=(*state.moves, move))

    def position(self, state: Hand, viewer: int | None) -> str:
        if not state.cards:
            return "-"
        cards = self.visible_throw(state, state.cards, viewer)
        lines = [self._visible(seat, move, viewer) for seat, move in enumerate(state.moves)]
        visible = " ".join(UNSEEN if card < 0 else CARDS[card] for card in cards)
        return f"{visible}/{','.join(lines)}"

    def _visible(self, seat: int, move: str, viewer: int | None) -> str:
        return move if seat == viewer or move == "fold" else UNSEEN

    # the methods of `Hidden`

    def full_position(self, state: Hand) -> str:
        if not state.cards:
            return "-"
        return " ".join(CARDS[card] for card in state.cards) + "/" + ",".join(state.moves)

    def visible_move(self, state: Hand, seat: int, move: str, viewer: int | None) -> str:
        return self._visible(seat, move, viewer)

    def visible_throw(
        self, state: Hand, values: tuple[int, ...], viewer: int | None
    ) -> tuple[int, ...]:
        seen = {3, viewer}
        return tuple(card if place in seen else -1 for place, card in enumerate(values))


ROWS = [("a1", "b1", "c1"), ("a2", "b2", "c2"), ("a3", "b3", "c3")]
CELLS = [cell for row in ROWS for cell in row]
LINES = [
    *ROWS,
    *zip(*ROWS, strict=True),
    ("a1", "b2", "c3"),
    ("c1", "b2", "a3"),
]


@dataclass(frozen=True)
class Marks:
    """The marks, the mover, and the cells that each seat has tried and found taken."""

    taken: tuple[tuple[str, int], ...] = ()
    mover: int = 0
    tried: tuple[tuple[int, str], ...] = ()


class Blind(Game):
    """A seat sees its marks, and those of the other seat onto which it has tried to play."""

    game = "blindtictactoe"
    draws = True

    def __init__(self) -> None:
        self.hidden = self

    def start(self) -> Marks:
        return Marks()

    def turn(self, state: Marks) -> int | None:
        return None if self.outcome(state) else state.mover

    def outcome(self, state: Marks) -> Outcome | None:
        for seat in (0, 1):
            marked = {cell for cell, by in state.taken if by == seat}
            if any(set(line) <= marked for line in LINES):
                scores = (1.0, 0.0) if seat == 0 else (0.0, 1.0)
                return Outcome(scores, "rules", "three in a row")
        return Outcome((0.5, 0.5), "rules", "full board") if len(state.taken) == 9 else None

    def legal(self, state: Marks) -> list[str]:
        """Every cell that the mover does not know to be taken."""
        seat = self.turn(state)
        return [] if seat is None else [c for c in CELLS if self._seen(state, c, seat) == "."]

    def play(self, state: Marks, move: str) -> Marks:
        self._check(state, move)
        if move in dict(state.taken):
            return replace(state, tried=(*state.tried, (state.mover, move)))
        return replace(state, taken=(*state.taken, (move, state.mover)), mover=1 - state.mover)

    def _seen(self, state: Marks, cell: str, viewer: int | None) -> str:
        by = dict(state.taken).get(cell)
        if by is None or viewer is None:
            return "." if viewer is not None else UNSEEN
        return "xo"[by] if by == viewer or (viewer, cell) in state.tried else "."

    def position(self, state: Marks, viewer: int | None) -> str:
        side = "xo"[state.mover]
        return "".join(self._seen(state, cell, viewer) for cell in CELLS) + f" {side}"

    def full_position(self, state: Marks) -> str:
        marks = dict(state.taken)
        by = ("xo"[marks[cell]] if cell in marks else "." for cell in CELLS)
        return "".join(by) + f" {'xo'[state.mover]}"

    def visible_move(self, state: Marks, seat: int, move: str, viewer: int | None) -> str:
        return move if seat == viewer else UNSEEN

    def visible_throw(
        self, state: Marks, values: tuple[int, ...], viewer: int | None
    ) -> tuple[int, ...]:
        raise AssertionError("nothing is thrown in this game")


@dataclass(frozen=True)
class Track:
    """The seats' positions, the mover, and the die (0: due)."""

    at: tuple[int, ...]
    mover: int = 0
    die: int = 0


class Relay(Game):
    """`walk` as many steps as the die shows, or `wait`; the first on `goal` wins."""

    game = "relay"
    draws = True

    def __init__(self, seats: int = 3, goal: int = 12) -> None:
        self.seats = seats
        self.goal = goal

    def start(self) -> Track:
        return Track((0,) * self.seats)

    def turn(self, state: Track) -> int | None:
        return state.mover if state.die and not self.outcome(state) else None

    def throw(self, state: Track) -> Throw | None:
        return None if state.die or self.outcome(state) else Throw("dice", (6,))

    def chance(self, state: Track, values: tuple[int, ...]) -> Track:
        if state.die or len(values) != 1 or not 1 <= values[0] <= 6:
            raise ValueError(f"no such throw: {values}")
        return replace(state, die=values[0])

    def thrower(self, state: Track) -> int | None:
        return state.mover

    def outcome(self, state: Track) -> Outcome | None:
        if max(state.at) < self.goal:
            return None
        return Outcome(tuple(float(at >= self.goal) for at in state.at), "rules", "home")

    def legal(self, state: Track) -> list[str]:
        return [] if self.turn(state) is None else ["walk", "wait"]

    def play(self, state: Track, move: str) -> Track:
        self._check(state, move)
        steps = state.die if move == "walk" else 0
        at = tuple(a + steps * (seat == state.mover) for seat, a in enumerate(state.at))
        return Track(at, (state.mover + 1) % self.seats)

    def position(self, state: Track, viewer: int | None) -> str:
        return f"{' '.join(map(str, state.at))} {state.mover} {state.die}"

    def can_win(self, state: Track, seat: int) -> bool:
        """A seat at the start cannot win if another seat is halfway to the goal."""
        return state.at[seat] > 0 or max(state.at) < self.goal // 2


@dataclass(frozen=True)
class Cups:
    """The dice of all seats in a row (empty: to be thrown) and the bids so far, as count and face.
    `doubted`: a seat has said `liar`."""

    dice: tuple[int, ...] = ()
    bids: tuple[tuple[int, int], ...] = ()
    doubted: bool = False


class LiarsDice(Game):
    """Each seat sees only its dice. In turn they bid, such as `5x3`, at least five threes among all
    dice, each bid higher than the last, until a seat says `liar`; then all dice are shown."""

    game = "liarsdice"

    def __init__(self, seats: int = 2, dice: int = 5) -> None:
        self.seats = seats
        self.dice = dice
        self.hidden = self

    def start(self) -> Cups:
        return Cups()

    def turn(self, state: Cups) -> int | None:
        over = state.doubted or not state.dice
        return None if over else len(state.bids) % self.seats

    def throw(self, state: Cups) -> Throw | None:
        return None if state.dice else Throw("dice", (6,) * (self.seats * self.dice))

    def chance(self, state: Cups, values: tuple[int, ...]) -> Cups:
        return Cups(values)

    def thrower(self, state: Cups) -> int | None:
        return None

    def outcome(self, state: Cups) -> Outcome | None:
        if not state.doubted:
            return None
        count, face = state.bids[-1]
        is_true = state.dice.count(face) >= count
        loser = (len(state.bids) - (not is_true)) % self.seats
        scores = tuple(float(seat != loser) for seat in range(self.seats))
        return Outcome(scores, "rules", "true bid" if is_true else "liar")

    def legal(self, state: Cups) -> list[str]:
        if self.turn(state) is None:
            return []
        bids = [(c, f) for c in range(1, len(state.dice) + 1) for f in range(1, 7)]
        higher = [f"{c}x{f}" for c, f in bids if (c, f) > max(state.bids, default=(0, 0))]
        return ["liar", *higher] if state.bids else higher

    def play(self, state: Cups, move: str) -> Cups:
        self._check(state, move)
        if move == "liar":
            return replace(state, doubted=True)
        count, _, face = move.partition("x")
        return replace(state, bids=(*state.bids, (int(count), int(face))))

    def position(self, state: Cups, viewer: int | None) -> str:
        return self._text(state, self.visible_throw(state, state.dice, viewer))

    def full_position(self, state: Cups) -> str:
        return self._text(state, state.dice)

    def _text(self, state: Cups, seen: tuple[int, ...]) -> str:
        signs = ["?" if face < 0 else str(face) for face in seen]
        cups = ("".join(signs[at : at + self.dice]) for at in range(0, len(signs), self.dice))
        bid = "x".join(map(str, state.bids[-1])) if state.bids else "-"
        doubt = "!" if state.doubted else ""
        return f"{'.'.join(cups) or '-'} {bid}{doubt} {len(state.bids) % self.seats}"

    def visible_move(self, state: Cups, seat: int, move: str, viewer: int | None) -> str:
        return move

    def visible_throw(
        self, state: Cups, values: tuple[int, ...], viewer: int | None
    ) -> tuple[int, ...]:
        visible_seat = viewer if viewer is not None else -1
        return tuple(
            value if state.doubted or place // self.dice == visible_seat else -1
            for place, value in enumerate(values)
        )
