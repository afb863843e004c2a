"""For developers: writes the next migration.

    python -m zeitnot_server.store.sqlite.draft "what changes"

It compares tables.py with the schema that the migrations make. What it writes is a draft: read it,
tidy it, and let tests/store/sqlite/test_migrate.py judge it.
"""

import sys
import tempfile
from pathlib import Path

from alembic import command

from ..sql import migrations, scripts
from . import migrate, steps


def draft(message: str) -> Path:
    """Writes the migration and returns its path."""
    config = scripts.config()
    number = f"{int(migrations.newest_revision()) + 1:04}"
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder) / "scratch.db"
        migrate.upgrade(scratch)
        with steps.opened(scratch) as connection:
            config.attributes["connection"] = connection
            made = command.revision(config, message, autogenerate=True, rev_id=number)
    if made is None or isinstance(made, list):
        raise AssertionError("one message makes one migration")
    return Path(made.path)


if __name__ == "__main__":
    print(draft(" ".join(sys.argv[1:]) or "change"))
