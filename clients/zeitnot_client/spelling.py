"""Suggests what a misspelt name may have meant."""

import difflib
from collections.abc import Sequence


def no_such_game(name: str, known: Sequence[str], offered_by: str = "this server has") -> str:
    """The message for an unknown game: it names similar games, or all of them if none is."""
    similar = difflib.get_close_matches(name.lower(), known)
    if similar:
        return f'there is no game "{name}"; did you mean {" or ".join(similar)}?'
    return f'there is no game "{name}"; {offered_by} {", ".join(known)}'


def suggestion(name: str, known: Sequence[str]) -> str:
    """`did you mean X?`, or, if no name is similar, `choose one of X, Y`."""
    return similar_names(name, known) or f"choose one of {', '.join(known)}"


def similar_names(name: str, known: Sequence[str]) -> str | None:
    """`did you mean X?`; None if no name is similar."""
    similar = difflib.get_close_matches(name.lower(), known, n=2)
    return f"did you mean {' or '.join(similar)}?" if similar else None
