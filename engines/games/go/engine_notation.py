"""How programs write games of Go."""

from zeitnot_engines.notations import Notation

from .sgf import FORM

NOTATION = Notation(sgf=FORM)
