"""How programs write games of gomoku."""

from zeitnot_engines.notations import Notation

from .sgf import FORM

NOTATION = Notation(sgf=FORM)
