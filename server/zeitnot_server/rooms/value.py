"""What all values of a room have in common: they are frozen, and replaced as a whole.

They are msgspec structs and not dataclasses for speed alone: a move makes a dozen of them, and a
dataclass of fifteen fields takes ten times as long to replace (docs/why/speed.md).
"""

import msgspec

replace = msgspec.structs.replace
"""`replace(value, field=…)`: the same value but for these fields."""


class Value(msgspec.Struct, frozen=True, gc=False):
    """Base of the frozen values. What is frozen when it is made can be in no cycle with itself, so
    the garbage collector need not know of it."""
