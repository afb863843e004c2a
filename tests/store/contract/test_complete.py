"""The contract tests are complete: their sources call every operation of every Protocol."""

import re
from pathlib import Path

import pytest

from zeitnot_server.books.book_store import BookReads, BookStore
from zeitnot_server.bot_pages.page_store import BotPages
from zeitnot_server.clubs.club_store import Clubs
from zeitnot_server.store import (
    accounts,
    admin,
    archive,
    checks,
    games,
    moderation,
    nodes,
    room_log,
    runs,
    tokens,
)
from zeitnot_server.store import store as stores

HERE = Path(__file__).parent
SOURCES = [*HERE.glob("test_*.py"), HERE.parent / "playing.py", HERE.parent / "full_records.py"]
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
OPERATIONS = {
    "store": stores.Store,
    "store.log": room_log.RoomLog,
    "store.runs": runs.Runs,
    "store.heartbeats": runs.Heartbeats,
    "store.accounts": accounts.Accounts,
    "store.tokens": tokens.Tokens,
    "store.codes": tokens.Codes,
    "store.members": moderation.Members,
    "store.deletions": moderation.Deletions,
    "store.passkeys": tokens.Passkeys,
    "store.tickets": tokens.Tickets,
    "store.bot_pages": BotPages,
    "store.moderation": moderation.Moderation,
    "store.games": games.Games,
    "store.nodes": nodes.Nodes,
    "store.clubs": Clubs,
    "store.books": BookStore,
    "store.damage": stores.Damage,
    "admin": admin.AdminStore,
    "admin.accounts": admin.AdminAccounts,
    "admin.members": admin.AdminMembers,
    "admin.sanctions": admin.AdminSanctions,
    "admin.tokens": admin.AdminTokens,
    "admin.audit": admin.AdminAudit,
    "admin.games": admin.AdminGames,
    "admin.clubs": admin.AdminClubs,
    "admin.books": admin.AdminBooks,
    "archive.games": archive.ArchivedGames,
    "archive.books": BookReads,
    "checks": checks.Checks,
}


@pytest.mark.parametrize("where", OPERATIONS)
def test_every_operation_is_tested(where: str) -> None:
    names = [name for name in vars(OPERATIONS[where]) if not name.startswith("_")]
    assert names
    missing = [n for n in names if not re.search(rf"\b{re.escape(where)}\.{n}\b", TEXT)]
    assert missing == []
