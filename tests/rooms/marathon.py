"""A race in Python for three to six seats, in which the others play on when a seat leaves."""

from dataclasses import dataclass, replace

from zeitnot_server.rooms.rules import Outcome, Throw

from .games import Game

UNSEEN = "?"


@dataclass(frozen=True)
class Field:
    """The position of each seat, the mover, the die (0: due), and the seats that left, in order."""

    at: tuple[int, ...]
    mover: int = 0
    die: int = 0
    left: tuple[int, ...] = ()


class Marathon(Game):
    """`walk` as many steps as the die shows, or `wait`. The first at the goal or the last remaining
    seat wins; seats that left rank behind, the first to leave last. With `hides`, each seat only
    sees its own dice and walks."""

    game = "marathon"
    draws = True
    plays_on = True

    def __init__(self, seats: int = 3, goal: int = 12, hides: bool = False) -> None:
        self.seats = seats
        self.goal = goal
        self.hidden = self if hides else None

    def start(self) -> Field:
        return Field((0,) * self.seats)

    def turn(self, state: Field) -> int | None:
        return state.mover if state.die and not self.outcome(state) else None

    def throw(self, state: Field) -> Throw | None:
        return None if state.die or self.outcome(state) else Throw("dice", (6,))

    def thrower(self, state: Field) -> int | None:
        return state.mover

    def chance(self, state: Field, values: tuple[int, ...]) -> Field:
        if state.die or len(values) != 1 or not 1 <= values[0] <= 6:
            raise ValueError(f"no such throw: {values}")
        return replace(state, die=values[0])

    def outcome(self, state: Field) -> Outcome | None:
        one_remains = len(state.left) == self.seats - 1
        if not one_remains and max(state.at) < self.goal:
            return None
        ranks = [self._key(state, seat) for seat in range(self.seats)]
        beaten = [sum(other < key for other in ranks) for key in ranks]
        scores = tuple(count / (self.seats - 1) for count in beaten)
        return Outcome(scores, "rules", "alone" if one_remains else "home")

    def _key(self, state: Field, seat: int) -> tuple[bool, int]:
        """Higher is better: remaining seats by position, seats that left by how long they
        stayed."""
        if seat in state.left:
            return False, state.left.index(seat)
        return True, state.at[seat]

    def legal(self, state: Field) -> list[str]:
        return [] if self.turn(state) is None else ["walk", "wait"]

    def play(self, state: Field, move: str) -> Field:
        self._check(state, move)
        steps = state.die if move == "walk" else 0
        at = tuple(a + steps * (seat == state.mover) for seat, a in enumerate(state.at))
        return self._with_next_mover(replace(state, at=at))

    def withdraw(self, state: Field, seat: int) -> Field:
        if self.outcome(state) or seat in state.left:
            raise AssertionError("a seat withdraws once, while the game lasts")
        after = replace(state, left=(*state.left, seat))
        return self._with_next_mover(after) if seat == state.mover else after

    def still_plays(self, state: Field, seat: int) -> bool:
        return seat not in state.left

    def _with_next_mover(self, state: Field) -> Field:
        following = (seat % self.seats for seat in range(state.mover + 1, state.mover + 7))
        mover = next((seat for seat in following if seat not in state.left), state.mover)
        return replace(state, mover=mover, die=0)

    def position(self, state: Field, viewer: int | None) -> str:
        sees_die = self.hidden is None or viewer == state.mover
        at = (
            str(place) if self.hidden is None or viewer == seat else UNSEEN
            for seat, place in enumerate(state.at)
        )
        left = "".join(map(str, state.left))
        return f"{' '.join(at)} {state.mover} {state.die if sees_die else UNSEEN} /{left}"

    # the methods of `Hidden`

    def full_position(self, state: Field) -> str:
        at = " ".join(map(str, state.at))
        return f"{at} {state.mover} {state.die} /{''.join(map(str, state.left))}"

    def visible_move(self, state: Field, seat: int, move: str, viewer: int | None) -> str:
        return move if seat == viewer else UNSEEN

    def visible_throw(
        self, state: Field, values: tuple[int, ...], viewer: int | None
    ) -> tuple[int, ...]:
        return values if viewer == state.mover else (-1,)
