"""What all tables of the schema have in common (`tables`)."""

from typing import Any

from sqlalchemy import BigInteger, MetaData, Text, text
from sqlalchemy.orm import DeclarativeBase

NAMES = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}


# Compared by its bytes everywhere, as SQLite does: PostgreSQL's default depends on the cluster.
TEXT = Text().with_variant(Text(collation="C"), "postgresql")


def where(condition: str) -> dict[str, Any]:
    """The options of a partial index."""
    return {f"{name}_where": text(condition) for name in ("sqlite", "postgresql")}


class Base(DeclarativeBase):
    """Base of all tables."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map = {int: BigInteger, str: TEXT}  # noqa: RUF012  SQLAlchemy's own form
