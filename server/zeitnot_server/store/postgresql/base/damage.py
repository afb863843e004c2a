"""Classifies PostgreSQL's errors that are signs of damage."""

from ...sql.base import damage

_PERMANENT = frozenset({"XX001", "XX002"})  # data_corrupted, index_corrupted
_TRANSIENT = frozenset({"58030"})  # io_error


class Damage(damage.Damage):
    """The damage found in a PostgreSQL cluster."""

    def kind_of(self, error: BaseException) -> damage.Kind | None:
        state = getattr(error, "sqlstate", None)
        if state in _TRANSIENT:
            return "transient"
        return "permanent" if state in _PERMANENT else None
