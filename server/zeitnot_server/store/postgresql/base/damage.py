"""Errors of PostgreSQL's that are signs of damage."""

from ...sql.base import damage

_LASTING = frozenset({"XX001", "XX002"})  # data_corrupted, index_corrupted
_PASSING = frozenset({"58030"})  # io_error


class Damage(damage.Damage):
    """The findings in a cluster of PostgreSQL's."""

    def kind_of(self, error: BaseException) -> damage.Kind | None:
        state = getattr(error, "sqlstate", None)
        if state in _PASSING:
            return "passing"
        return "lasting" if state in _LASTING else None
