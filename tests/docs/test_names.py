"""Names of code in the documentation exist in the code."""

import re
from pathlib import Path

from ..findings import expect_none
from .test_links import PRESENT, ROOT, line_of, without_code_blocks

SOURCES = (
    *("server", "engines", "clients", "tests", "tools", "benchmarks", "migrations", "docker"),
    *(".ci", "Makefile", "pyproject.toml", "Dockerfile"),
    *("docker-compose.yml", "docker-compose.cluster.yml"),
)
NOT_SOURCES = {"node_modules", "__pycache__", "static", "build"}
OTHERS = frozenset(
    [
        "AmbientCapabilities",
        "CAP_NET_BIND_SERVICE",
        "CapabilityBoundingSet",
        "KillMode",
        "MemoryHigh",
        "FORWARDED_ALLOW_IPS",
        "http_host",
        "password_file",
        "pool_mode",
        "node_exporter",
        "postgres_exporter",
        "node_filesystem_avail_bytes",
        "checksum_failures",
        "failed_count",
        "pg_createcluster",
        "pg_drop_replication_slot",
        "pg_receivewal",
        "pg_replication_slots",
        "pg_rewind",
        "pg_stat_archiver",
        "pg_stat_replication",
        "pg_wal",
        "recovery_target_time",
        "sync_state",
        "wal_status",
        "tcpi_last_data_recv",
        "root_1",
    ]
)
"""Names of other programs: systemd, proxies, PostgreSQL, Prometheus' exporters, Linux, Docker."""
BUILT = frozenset(
    {
        *("house_thinking_asked_seconds", "house_thinking_granted_seconds", "othello_checks"),
        "tictactoe_bot",
    }
)
"""Names that the code builds from parts."""


def words_of_the_code() -> set[str]:
    """All words in the sources, and the names of all files."""
    words = set[str]()
    for top in map(ROOT.joinpath, SOURCES):
        for file in [top] if top.is_file() else top.rglob("*"):
            if file.is_file() and NOT_SOURCES.isdisjoint(file.parts):
                words.add(file.stem)
                words.update(re.findall(r"[A-Za-z_]\w+", file.read_text("utf-8", "ignore")))
    return words


def names_in(page: Path) -> set[str]:
    """The words in code spans that have an underscore or are in camel case."""
    spans = re.findall(r"`([^`\n]+)`", without_code_blocks(page))
    candidates = {word for span in spans for word in re.findall(r"[A-Za-z_][A-Za-z0-9_]{2,}", span)}
    return {word for word in candidates if "_" in word.strip("_") or re.search("[a-z][A-Z]", word)}


def test_names_exist() -> None:
    """Metrics are `zeitnot_` and their name in the code, variables `ZEITNOT_` and the name of a
    setting."""
    words = words_of_the_code()
    assert len(words) > 20_000
    expect_none(
        line_of(page, name)
        for page in PRESENT
        for name in sorted(names_in(page) - words - OTHERS)
        if name.lower().removeprefix("zeitnot_") not in words | BUILT
    )
