"""Writes games as SGF, in UTF-8 and lines of about 79 characters."""

import re
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from itertools import product

import zeitnot_protocol as p
from zeitnot_client.controls import format_control, format_seconds

from ..games import History, load
from ..sgf_form import Point, SgfForm
from .record import FileGame, Node, after
from .sgf_text import escaped
from .sgf_tree import COLOURS, SETUP, Properties, letters_of

_LINE = 79
_LETTERS = {"resign": "R", "flag": "T", "abandoned": "F"}
_SIGNS = {
    **{1: ("TE", "1"), 3: ("TE", "2"), 2: ("BM", "1"), 4: ("BM", "2"), 5: ("IT", "")},
    **{6: ("DO", ""), 10: ("DM", "1"), 13: ("UC", "1"), 16: ("GB", "1"), 18: ("GB", "2")},
    **{17: ("GW", "1"), 19: ("GW", "2")},
}
"""Properties of Numeric Annotation Glyphs."""
_PGN_DAY = re.compile(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})")
_PGN_CONTROL = re.compile(r"([0-9]{1,6})(?:\+([0-9]{1,6}(?:\.[0-9]{1,3})?))?")


def write(game: FileGame, form: SgfForm, facts: Mapping[str, str]) -> str:
    """The text of one game. `facts`: the names of facts by the properties that have them."""
    writer = _Writer(game, form, facts)
    lines, line = list[str](), ""
    for piece in writer.pieces():
        if line and len(line) + len(piece) > _LINE:
            lines.append(line)
            line = ""
        line += piece
    return "\n".join([*lines, line, ""])


class _Writer:
    """Walks through a game. There is no recursion, because variations may be deep."""

    def __init__(self, game: FileGame, form: SgfForm, facts: Mapping[str, str]) -> None:
        self._game, self._form, self._facts = game, form, facts
        self._start = game.start()
        self._size = form.stones(self._start.text).size
        written = (node for node in game.main_line() if not self._is_left_out(node))
        *_, self._last = (game.root, *written)

    def pieces(self) -> Iterator[str]:
        """The text, in parts between which a line may end."""
        yield "("
        todo: list[tuple[Node, History] | str] = [")", (self._game.root, self._start)]
        while todo:
            item = todo.pop()
            if isinstance(item, str):
                yield item
                continue
            node, before = item
            state = before if node is self._game.root else after(before, node)
            yield ";"
            for name, values in self._properties(node, before, state).items():
                yield from _property(name, values)
            todo += reversed(self._below(node, state))

    def _below(self, node: Node, state: History) -> list[tuple[Node, History] | str]:
        """What follows a node: the only next node, or each variation in brackets."""
        main = [found for child in node.children[:1] for found in self._written(child, state)]
        others = [found for child in node.children[1:] for found in self._written(child, state)]
        if not others and len(main) < 2:
            return [*main]
        lines: list[tuple[Node, History] | str] = [] if main else ["(;)"]
        for found in main + others:
            lines += ["(", found, ")"]
        return lines

    def _written(self, node: Node, state: History) -> list[tuple[Node, History]]:
        """The node with the position before it; or, if the node is left out, the next ones that
        are not."""
        found, todo = list[tuple[Node, History]](), [(node, state)]
        while todo:
            node, state = todo.pop()
            if not self._is_left_out(node):
                found.append((node, state))
            elif node.children:
                reached = after(state, node)
                todo += [(child, reached) for child in reversed(node.children)]
        return found

    def _is_left_out(self, node: Node) -> bool:
        """Whether SGF has no property for a move, as when dead stones are marked."""
        form = self._form
        if node.position is not None or node.comments or self._said_by_rules(node):
            return False
        return node.move != form.passing and form.point(node.move, self._size) is None

    def _said_by_rules(self, node: Node) -> str:
        """The comment for a move that SGF cannot express, if the game was played here."""
        is_ours = self._game.control is not None
        return self._form.unplayed.get(node.move, "") if is_ours else ""

    def _properties(self, node: Node, before: History, state: History) -> Properties:
        if node is self._game.root:
            properties = self._root()
        elif node.position is not None:
            properties = self._set_up(before.text, state.text)
        else:
            properties = self._move(node, before)
        comments = [self._said_by_rules(node), *node.comments]
        if comment := "\n".join(filter(None, comments)):
            properties["C"] = [escaped(comment)]
        if node.value is not None:
            properties["V"] = [escaped(node.value)]
        for nag in node.nags:
            if nag in _SIGNS:
                properties[_SIGNS[nag][0]] = [_SIGNS[nag][1]]
        return properties | self._territory() if node is self._last else properties

    def _move(self, node: Node, before: History) -> Properties:
        if node.move == self._form.passing:
            value = self._form.pass_value
        elif (point := self._form.point(node.move, self._size)) is not None:
            value = self._value(point)
        else:
            return {}
        assert before.turn is not None
        return {COLOURS[before.turn]: [value], **self._times(node, before.turn)}

    def _value(self, point: Point) -> str:
        form = self._form
        return form.move(point, self._size) if form.writes_typed else letters_of(point)

    def _times(self, node: Node, seat: int) -> Properties:
        """The mover's time after the move; in overtime also the moves or periods left."""
        if node.clock_ms is None:
            return {}
        properties = {f"{COLOURS[seat]}L": [format_seconds(node.clock_ms)]}
        left, control = node.periods, self._game.control
        if left is not None and control is not None and control.periods is not None:
            # The main time is over once fewer periods follow; the current one is left, too.
            left = left + 1 if left < control.periods else None
        return properties if left is None else properties | {f"O{COLOURS[seat]}": [str(left)]}

    def _set_up(self, before: str, text: str) -> Properties:
        old, new = self._form.stones(before), self._form.stones(text)
        changed = {at: seat for at, seat in new.at.items() if old.at.get(at) != seat}
        emptied = [at for at in old.at if at not in new.at]
        if not changed and not emptied:  # then only a ko or passes are forgotten
            points = product(range(new.size), range(new.size))
            emptied = [next(at for at in points if at not in new.at)]
        return self._stones(changed, emptied) | {"PL": [COLOURS[new.seat]]}

    def _stones(self, stones: Mapping[Point, int], emptied: list[Point]) -> Properties:
        by_seat = {None: emptied, 0: list[Point](), 1: list[Point]()}
        for point, seat in stones.items():
            by_seat[seat].append(point)
        return {
            name: [self._value(point) for point in sorted(by_seat[seat], key=lambda at: at[::-1])]
            for name, seat in SETUP
            if by_seat[seat]
        }

    def _territory(self) -> Properties:
        """The territory, if the game was counted here; in a game from a file, the dead stones are
        not known."""
        game, form = self._game, self._form
        if game.reason != "rules" or game.control is None or form.territory is None:
            return {}
        areas = zip(("TB", "TW"), form.territory(game.end().text), strict=True)
        return {name: list(map(self._value, area)) for name, area in areas if area}

    # ── the root ───────────────────────────────────────────────────────────────────────────────

    def _root(self) -> Properties:
        game, facts = self._game, self._game.facts
        form, settings = self._form, self._start.game.settings
        rules = "" if game.control is None else form.rules(settings)
        texts = {
            "FF": "4",
            "GM": str(form.number),
            "CA": "UTF-8",
            "AP": f"Zeitnot:{version('zeitnot')}",
            "SZ": str(self._size),
            **{f"P{c}": name for c, name in zip(COLOURS, game.players, strict=True)},
            **{name: facts.get(fact, "") for name, fact in self._facts.items()},
            "DT": _PGN_DAY.sub(r"\1-\2-\3", facts.get("Date", "")),
            "RU": rules,
            **form.head(settings),
            **_times(game),
            "RE": self._result(),
        }
        texts["GN"] = facts.get("Title") or facts.get("GameId", "")
        for name, fact in (("RU", "Rules"), ("KM", "Komi"), ("HA", "Handicap")):
            if fact in facts:
                texts[name] = facts[fact]
        return {
            name: [escaped(text)] for name, text in texts.items() if text
        } | self._start_stones()

    def _start_stones(self) -> Properties:
        """The stones at the start, if there are any, and the side to move unless it is clear that
        Black begins."""
        form = self._form
        board = form.stones(self._start.text)
        usual = form.stones(load(self._game.game, {"size": board.size}).start().text)
        properties = self._stones(board.at, [at for at in usual.at if at not in board.at])
        is_clear = not (properties or board.seat or "Handicap" in self._game.facts)
        return properties if is_clear else properties | {"PL": [COLOURS[board.seat]]}

    def _result(self) -> str:
        """The value of RE: `Void` for a game that was aborted here, empty if the file has none."""
        game = self._game
        if game.scores is None:
            return game.facts.get("Result", "Void" if "Termination" in game.facts else "")
        if game.scores[0] == game.scores[1]:
            return "0"
        winner = COLOURS[game.scores.index(max(game.scores))]
        if game.reason != "rules":
            return f"{winner}+{_LETTERS.get(game.reason, '')}"
        if game.word.startswith(f"{winner}+"):
            return game.word
        margins = game.end().margins
        is_counted = margins is not None and max(margins) > 1
        return f"{winner}+{max(margins)}" if margins and is_counted else f"{winner}+"


def _property(name: str, values: list[str]) -> Iterator[str]:
    """A name with its first value, and each of the others."""
    yield f"{name}[{values[0]}]"
    for value in values[1:]:
        yield f"[{value}]"


def _times(game: FileGame) -> dict[str, str]:
    """Main time, and overtime in the form that other programs write."""
    if game.control is not None:
        return _of_control(game.control)
    facts = game.facts
    if found := _PGN_CONTROL.fullmatch(facts.get("TimeControl", "")):
        return {"TM": found[1], "OT": f"{found[2]} fischer" if found[2] else ""}
    return {"TM": facts.get("MainTime", ""), "OT": facts.get("Overtime", "")}


def _of_control(control: p.Control) -> dict[str, str]:
    main = {} if control.base_ms is None else {"TM": format_seconds(control.base_ms)}
    match control:
        case p.Control(kind="unlimited"):
            return {}
        case p.Control(kind="sudden_death"):
            return main
        case p.Control(kind="fischer", increment_ms=increment):
            return main | {"OT": f"{format_seconds(increment)} fischer"}
        case p.Control(kind="byoyomi", periods=periods, period_ms=period):
            return main | {"OT": f"{periods}x{format_seconds(period)} byo-yomi"}
        case p.Control(kind="canadian", moves=moves, period_ms=period):
            return main | {"OT": f"{moves}/{format_seconds(period)} Canadian"}
        case p.Control(kind="per_move", time_ms=time):
            return {"TM": "0", "OT": f"1x{format_seconds(time)} byo-yomi"}
    return main | {"OT": format_control(control)}
