"""Tables of poker between two seats as text; pure.

A position (docs/reference/games.md) is a hand, its number, the first seat's chips, and the hand
before. A hand is the cards, the board in games with one, and the letters of the betting. Seats are
named by their marks, 1 and 2, as in the list of players.
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
    """How chips are bet. Actors are 0, who opens the hand, and 1. `start`: what both have put in
    before the first action; `openers`: who opens each round; `raised`: what an actor has put in
    after a raise, by its letter, what the other has put in, and the round from 0."""

    start: tuple[int, int]
    openers: Sequence[int]
    raised: Callable[[str, int, int], int]


@dataclass(frozen=True, slots=True)
class Poker:
    """A game of poker. `card`: a pattern for one card. `hidden`: how many `?` a hidden card is.
    `words`: of the raises, by letter; the first of two where nothing has been bet in the round.
    `betting`: by the settings. `has_board`: whether there are public cards. `dealer`: whether who
    opens is said."""

    card: str
    hidden: int
    words: Mapping[str, Sequence[str]]
    betting: Callable[[Mapping[str, str | int | bool]], Betting]
    has_board: bool = True
    dealer: bool = False


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of a session, numbered from 1. `cards`: of both seats, `?` for one that the viewer
    does not see, none before the deal; `letters`: the betting."""

    number: int
    cards: tuple[tuple[str, ...], ...]
    board: tuple[str, ...]
    letters: str

    def seat(self, actor: int) -> int:
        """The seats open hands in turn."""
        return (self.number - 1 + actor) % 2


@dataclass(frozen=True, slots=True)
class Session:
    """A position. `chips`: the first seat's; the second has lost as many."""

    current: Hand
    chips: int
    last: Hand


@dataclass(frozen=True, slots=True)
class Action:
    """`round`: from 0. `pot`: what lies there after it."""

    actor: int
    round: int
    word: str
    pot: int


def poker_face(game: Poker) -> Face:
    """The face of a game of poker."""
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
    """Raises ValueError or LookupError for text that is no position."""
    current, number, chips, last = position.split(" ")
    hands = _hand(game, current, int(number)), _hand(game, last, int(number) - 1)
    return Session(hands[0], int(chips), hands[1])


def _hand(game: Poker, text: str, number: int) -> Hand:
    cards, *board, letters = text.split("/")
    if len(board) != game.has_board:
        raise ValueError("a hand is cards, a board where there is one, and a betting")
    own, public = _cards(game, cards), _cards(game, "".join(board))
    if len(own) % 2:
        raise ValueError("both seats have as many cards")
    half = len(own) // 2
    seats = (own[:half], own[half:]) if own else ()
    return Hand(number, seats, public, letters)


def _cards(game: Poker, text: str) -> tuple[str, ...]:
    pattern = rf"{game.card}|\?{{{game.hidden}}}"
    if text.strip("-") and not re.fullmatch(f"(?:{pattern})+", text):
        raise ValueError("these are no cards")
    return tuple("?" if "?" in card else card for card in re.findall(pattern, text))


def _actions(game: Poker, hand: Hand, betting: Betting) -> Iterator[Action]:
    """Raises LookupError for letters that the game does not have."""
    put, number, actor = list(betting.start), 0, betting.openers[0]
    has_bet = put[0] != put[1]
    for letter in hand.letters:
        if letter == "-":
            number, has_bet = number + 1, False
            actor = betting.openers[number]
            continue
        faces_bet = put[actor] < put[1 - actor]
        if letter == "f":
            word = "fold"
        elif letter == "c":
            word = "call" if faces_bet else "check"
            put[actor] = put[1 - actor]
        else:
            word = game.words[letter][-1 if has_bet else 0]
            put[actor], has_bet = betting.raised(letter, put[1 - actor], number), True
        yield Action(actor, number, word, sum(put))
        actor = 1 - actor


def _draw(game: Poker, position: str, marks: Marks) -> Text:
    """Draws the hand in play; after the session its last hand."""
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
    """`first +2, second -2`; before anybody has won, `first 0, second 0`."""
    if not session.chips:
        return ", ".join(f"{name} 0" for name in _NAMES)
    return f"first {session.chips:+}, second {-session.chips:+}"


def _hand_lines(game: Poker, hand: Hand, marks: Marks) -> list[Text]:
    """`1 Q   2 ?   2 check, 1 bet`; the betting is on a line of its own where there is a board."""
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
    said = _said(hand, actions)
    if game.has_board:
        return [Text("   ").join(parts), *([Text(said)] if said else [])]
    return [Text("   ").join([*parts, *([Text(said)] if said else [])])]


def _said(hand: Hand, actions: Sequence[Action]) -> str:
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
    """Who has won how many chips in the hand that has ended, and how. The cards appear only after
    a showdown: a fold reveals nothing."""
    before, after = _read(game, change.before), _read(game, change.after)
    if after.current.number == before.current.number or not after.last.cards:
        return None
    hand, won = after.last, after.chips - before.chips
    winner = 0 if won >= 0 else 1
    name, loser = change.names[winner], change.names[1 - winner]
    gain = "1 chip" if abs(won) == 1 else f"{abs(won)} chips"
    ours, theirs = (" ".join(hand.cards[seat]) for seat in (winner, 1 - winner))
    board = f", board {' '.join(hand.board)}" if hand.board else ""
    if hand.letters.endswith("f"):
        return f"Hand {hand.number}: {name} wins {gain}, {loser} folds."
    if won == 0:
        return f"Hand {hand.number}: nobody wins, {ours} equals {theirs} at the showdown{board}."
    return f"Hand {hand.number}: {name} wins {gain}, {ours} beats {theirs} at the showdown{board}."
