"""The operator's store on SQLite: beside a running server, in short transactions."""

from .admin_store import opened

__all__ = ["opened"]
