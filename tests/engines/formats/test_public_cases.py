"""What users of other programs have reported."""

from zeitnot_engines.formats.record import BadGame, FileGame, Node
from zeitnot_engines.formats.registry import FORMATS
from zeitnot_engines.formats.source import Source
from zeitnot_engines.games import load
from zeitnot_engines.notations import notation_of

from ...each import each
from . import public_pdn_othello, public_pgn_moves, public_pgn_text
from .public_cases import Case, PositionCase
from .public_positions import POSITIONS

CASES = (*public_pgn_text.CASES, *public_pgn_moves.CASES, *public_pdn_othello.CASES)


def move_of(node: Node) -> str:
    return "--" if node.is_null else node.move


def line_of(node: Node) -> str:
    """A node and its main line, with comments and glyphs."""
    words = []
    while True:
        words.append(move_of(node) + "".join(f"{{{text}}}" for text in node.comments))
        words[-1] += "".join(f"${nag}" for nag in node.nags)
        if not node.children:
            return " ".join(words)
        node = node.children[0]


def check(game: FileGame, case: Case) -> None:
    nodes = [game.root, *game.main_line()]
    found: dict[str, tuple[object, object]] = {
        "players": (game.players, case.players),
        "comments": (tuple(text for node in nodes for text in node.comments), case.comments),
        "nags": (tuple(nag for node in nodes for nag in node.nags), case.nags),
        "variations": (
            tuple(line_of(child) for node in nodes for child in node.children[1:]),
            case.variations,
        ),
        "clocks": (
            tuple(node.clock_ms for node in nodes if node.clock_ms is not None),
            case.clocks,
        ),
    }
    for name, (ours, expected) in found.items():
        assert expected is None or ours == expected, name
    if case.scores != "":
        assert game.scores == (None if case.scores == "none" else case.scores)
    assert case.facts.items() <= game.facts.items()
    assert tuple(note for _, note in game.notes) == case.notes


@each("case", CASES, ids=lambda case: case.source)
def test_files_that_other_programs_read_wrongly(case: Case) -> None:
    data = case.text if isinstance(case.text, bytes) else case.text.encode()
    games = list(FORMATS[case.form].read(Source.of_bytes(data, "file")))

    moves = [
        " ".join(map(move_of, game.main_line())) if isinstance(game, FileGame) else None
        for game in games
    ]
    bad = [game.located("file") for game in games if isinstance(game, BadGame)]
    assert moves == list(case.moves), bad
    good = [game for game in games if isinstance(game, FileGame)]
    if good:
        check(good[-1], case)
    if case.error:
        assert case.error in bad[-1]


@each("case", POSITIONS, ids=lambda case: case.source)
def test_positions_that_other_programs_read_wrongly(case: PositionCase) -> None:
    try:
        found = load(case.game).parse(notation_of(case.game).position(case.text)).text
    except ValueError as bad:
        found = str(bad)
    assert found == case.expected or (case.error and case.error in found)


def test_there_are_many() -> None:
    assert len(CASES) + len(POSITIONS) >= 75
    assert len({case.source for case in (*CASES, *POSITIONS)}) == len(CASES) + len(POSITIONS)
