"""Grundy's game: published sizes."""

from zeitnot_engines.games import load

from ..facts import VALUES


def reached(heap: int) -> tuple[int, dict[str, int]]:
    """The nodes of the full tree, and how many are below each position."""
    game = load("grundy", {"heap": heap})
    below: dict[str, int] = {}

    def nodes(text: str) -> int:
        if text not in below:
            state = game.parse(text)
            below[text] = 1 + sum(nodes(state.play(move).text) for move in state.legal())
        return below[text]

    return nodes(game.start().text), below


def test_trees_have_the_published_sizes() -> None:
    known = VALUES["grundy"]
    for heap in (7, 20):
        count, below = reached(heap)
        assert count == known[f"heap_{heap}"]["tree_nodes"]
        assert len(below) == known[f"heap_{heap}"]["positions"]
