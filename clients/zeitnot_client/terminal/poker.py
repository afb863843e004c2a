"""Draws poker tables for two seats as text; pure.

A position (docs/reference/games.md) is a hand, its number, the first seat's chips, and the previous
hand. A hand is the cards, the board in games that have one, and the letters of the betting. Seats
are named by their marks, 1 and 2, as in the list of players.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from .face import Change, Face, Marks
from .styles import SEAT_STYLES

MARKS = ("1", "2")
_NAMES = ("first", "second")
ENDS = {"most chips": "by chips", "fold": "by a fold", "showdown": "at the showdown"}


@dataclass(frozen=True, slots=True)
class Betting:
    """How chips are bet. Actor 0 opens the hand; the other is actor 1. `start`: the chips of both
    in the pot before the first action; `openers`: the actor who opens each round; `raised`: an
    actor's chips in the pot after a raise, by its letter, the other's chips, and the round from
    0."""

    start: tuple[int, int]
    openers: Sequence[int]
    raised: Callable[[str, int, int], int]


@dataclass(frozen=True, slots=True)
class Poker:
    """A game of poker. `card`: a pattern for one card. `hidden`: how many `?` stand for a hidden
    card. `words`: for the raises, by letter; of two, the first is for an unopened round. `betting`:
    by the settings. `has_board`: whether there are public cards. `dealer`: whether to show who
    opens."""

    card: str
    hidden: int
    words: Mapping[str, Sequence[str]]
    betting: Callable[[Mapping[str, str | int | bool]], Betting]
    has_board: bool = True
    dealer: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of a session, numbered from 1. `cards`: of both seats, `?` if hidden from the viewer,
    empty before the deal; `letters`: the betting."""

    number: int
    cards: tuple[tuple[str, ...], ...]
    board: tuple[str, ...]
    letters: str

    def seat(self, actor: int) -> int:
        """The seat of an actor; the seats open hands in turn."""
        return (self.number - 1 + actor) % 2


@dataclass(frozen=True, slots=True)
class Session:
    """A position. `chips`: the first seat's balance; the second's is the negative of it."""

    current: Hand
    chips: int
    last: Hand


@dataclass(frozen=True, slots=True)
class Action:
    """A bet, call, check or fold. `round`: from 0. `pot`: its size after the action."""

    actor: int
    round: int
    word: str
    pot: int


def poker_face(game: Poker) -> Face:
    """The terminal face of a game of poker."""
    return Face(
        MARKS,
        lambda position, marks: _draw(game, position, marks),
        ends=ENDS,
        part_result=lambda change: _hand_result(game, change),
        counts=lambda position: _counts(_read(game, position)),
        unit=("chip", "chips"),
    )


def _counts(session: Session) -> tuple[int, int]:
    return session.chips, -session.chips


def _read(game: Poker, position: str) -> Session:
    """Parses a position. Raises ValueError or LookupError."""
    current, number, chips, last = position.split(" ")
    hands = _hand(game, current, int(number)), _hand(game, last, int(number) - 1)
    return Session(hands[0], int(chips), hands[1])


def _hand(game: Poker, text: str, number: int) -> Hand:
    cards, *board, letters = text.split("/")
    if len(board) != game.has_board:
        raise ValueError("a hand has cards, perhaps a board, and the betting")
    hole_cards, board_cards = _cards(game, cards), _cards(game, "".join(board))
    if len(hole_cards) % 2:
        raise ValueError("both seats must have the same number of cards")
    half = len(hole_cards) // 2
    seats = (hole_cards[:half], hole_cards[half:]) if hole_cards else ()
    return Hand(number, seats, board_cards, letters)


def _cards(game: Poker, text: str) -> tuple[str, ...]:
    pattern = rf"{game.card}|\?{{{game.hidden}}}"
    if text.strip("-") and not re.fullmatch(f"(?:{pattern})+", text):
        raise ValueError(f"not cards: {text}")
    return tuple("?" if "?" in card else card for card in re.findall(pattern, text))


def _actions(game: Poker, hand: Hand, betting: Betting) -> Iterator[Action]:
    """Yields the actions of a hand. Raises LookupError for unknown letters."""
    bets, number, actor = list(betting.start), 0, betting.openers[0]
    has_bet = bets[0] != bets[1]
    for letter in hand.letters:
        if letter == "-":
            number, has_bet = number + 1, False
            actor = betting.openers[number]
            continue
        faces_bet = bets[actor] < bets[1 - actor]
        if letter == "f":
            word = "fold"
        elif letter == "c":
            word = "call" if faces_bet else "check"
            bets[actor] = bets[1 - actor]
        else:
            word = game.words[letter][-1 if has_bet else 0]
            bets[actor], has_bet = betting.raised(letter, bets[1 - actor], number), True
        yield Action(actor, number, word, sum(bets))
        actor = 1 - actor


def _draw(game: Poker, position: str, marks: Marks) -> Text:
    """Draws the current hand, or the last one after the session."""
    session, hands = _read(game, position), marks.settings.get("hands")
    is_over = hands is not None and session.current.number > int(hands)
    hand = session.last if is_over else session.current
    total = "" if hands is None else f" of {hands}"
    dealer = f", dealer {MARKS[hand.seat(0)]}" if game.dealer and hand.cards else ""
    lines = [Text(f"hand {hand.number}{total}, chips: {_chips(session)}{dealer}")]
    lines += _hand_lines(game, hand, marks) if hand.cards else [Text("no cards yet")]
    if session.last.cards and not is_over:
        first, *others = _hand_lines(game, session.last, marks)
        lines += [Text.assemble("before: ", first), *(Text.assemble("  ", line) for line in others)]
    return Text("\n").join(lines)


def _chips(session: Session) -> str:
    """`first +2, second -2`, or `first 0, second 0` if they are even."""
    if not session.chips:
        return ", ".join(f"{name} 0" for name in _NAMES)
    return f"first {session.chips:+}, second {-session.chips:+}"


def _hand_lines(game: Poker, hand: Hand, marks: Marks) -> list[Text]:
    """`1 Q   2 ?   2 check, 1 bet`; in games with a board, the betting is on a separate line."""
    betting = game.betting(marks.settings)
    actions = list(_actions(game, hand, betting))
    parts = [
        Text(f"{mark} {' '.join(cards)}", style)
        for mark, cards, style in zip(MARKS, hand.cards, SEAT_STYLES, strict=False)
    ]
    if hand.board:
        parts.append(Text(f"board {' '.join(hand.board)}"))
    if game.has_board:
        parts.append(Text(f"pot {actions[-1].pot if actions else sum(betting.start)}"))
    betting_text = _betting_text(hand, actions)
    if game.has_board:
        return [Text("   ").join(parts), *([Text(betting_text)] if betting_text else [])]
    return [Text("   ").join([*parts, *([Text(betting_text)] if betting_text else [])])]


def _betting_text(hand: Hand, actions: Sequence[Action]) -> str:
    """`1 call, 2 check; 2 bet`, a semicolon between the rounds."""
    rounds = range(actions[-1].round + 1) if actions else ()
    return "; ".join(
        ", ".join(
            f"{MARKS[hand.seat(action.actor)]} {action.word}"
            for action in actions
            if action.round == number
        )
        for number in rounds
    )


def _hand_result(game: Poker, change: Change) -> str | None:
    """Says who has won how many chips in the hand that has ended, and how. The cards are shown only
    after a showdown, because a fold reveals nothing."""
    before, after = _read(game, change.before), _read(game, change.after)
    if after.current.number == before.current.number or not after.last.cards:
        return None
    hand, won = after.last, after.chips - before.chips
    winner = 0 if won >= 0 else 1
    name, loser = change.names[winner], change.names[1 - winner]
    gain = "1 chip" if abs(won) == 1 else f"{abs(won)} chips"
    winning, losing = (" ".join(hand.cards[seat]) for seat in (winner, 1 - winner))
    board = f", board {' '.join(hand.board)}" if hand.board else ""
    if hand.letters.endswith("f"):
        return f"Hand {hand.number}: {name} wins {gain}, {loser} folds."
    if won == 0:
        return f"Hand {hand.number}: nobody wins, {winning} equals {losing} at the showdown{board}."
    return (
        f"Hand {hand.number}: {name} wins {gain}, {winning} beats {losing} at the showdown{board}."
    )
