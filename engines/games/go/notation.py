"""Moves of Go as people type them: `d4` or `D4`, and the words for passing and marking; pure."""

from zeitnot_client.notations import MoveNotation

NOTATION = MoveNotation(without_digits=("pass", "done", "resume"))
