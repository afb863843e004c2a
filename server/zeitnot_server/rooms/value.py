"""The base of all values of a room: frozen, and changed only by replacing them.

They are msgspec structs and not dataclasses for speed only: a move makes a dozen of them, and a
dataclass of fifteen fields takes ten times as long to replace (docs/why/speed.md).
"""

import msgspec

replace = msgspec.structs.replace
"""`replace(value, field=…)`: a copy of the value with other values in these fields."""


class Value(msgspec.Struct, frozen=True, gc=False):
    """Base of the frozen values. A value that is frozen when made cannot be part of a cycle, so the
    garbage collector need not track it."""
