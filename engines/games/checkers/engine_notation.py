"""Reads positions of checkers in all forms of PDN: with ranges, and with a dot at the end."""

from zeitnot_engines.games import Game, History
from zeitnot_engines.notations import Notation, without_numbers
from zeitnot_engines.pdn.fen import normalised_fen


def _transcript(game: Game, text: str) -> History | None:
    plain = normalised_fen(text)
    return None if plain == text else game.parse(plain)


NOTATION = Notation(split=without_numbers, position=normalised_fen, transcript=_transcript)
