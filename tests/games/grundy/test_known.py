"""Grundy's game: its trees have the published sizes."""

from zeitnot_engines.games import load

from ..facts import VALUES


def reached(heap: int) -> tuple[int, dict[str, int]]:
    """The number of nodes of the full tree, and the size of each position's subtree."""
    game = load("grundy", {"heap": heap})
    subtree_sizes: dict[str, int] = {}

    def nodes(text: str) -> int:
        if text not in subtree_sizes:
            state = game.parse(text)
            subtree_sizes[text] = 1 + sum(nodes(state.play(move).text) for move in state.legal())
        return subtree_sizes[text]

    return nodes(game.start().text), subtree_sizes


def test_trees_have_the_published_sizes() -> None:
    known = VALUES["grundy"]
    for heap in (7, 20):
        count, subtree_sizes = reached(heap)
        assert count == known[f"heap_{heap}"]["tree_nodes"]
        assert len(subtree_sizes) == known[f"heap_{heap}"]["positions"]
