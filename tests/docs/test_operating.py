"""The page about operating states the numbers and messages of the code."""

import re
from pathlib import Path

from zeitnot_server.config import Config
from zeitnot_server.exits import LASTING
from zeitnot_server.play.disk import CHECK_SECONDS, RECOVERY_FACTOR
from zeitnot_server.store.sqlite.writer import PROBE_SECONDS
from zeitnot_server.web import pages

PAGE = (Path(__file__).parents[2] / "docs/how-to/operating.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
NUMBERS = {2: "two", 3: "three"}


def test_the_documented_reserve_is_the_servers() -> None:
    lines, reserve = SECTIONS["A full disk"], Config().disk_reserve_mb
    assert f"The last {reserve} MiB" in lines
    assert f"({int(reserve * RECOVERY_FACTOR)} MiB)" in lines
    assert f"checks every {NUMBERS[int(CHECK_SECONDS)]} seconds" in lines
    assert f"after {NUMBERS[int(PROBE_SECONDS[1])]} seconds at most" in lines


def test_the_documented_readyz_is_the_servers() -> None:
    source = Path(pages.__file__).read_text("utf-8")
    (low,) = re.findall(r"200 `(disk_low: [^`]+)`", SECTIONS["A full disk"])
    assert f'"{low}"' in source
    (read_only,) = re.findall(r"503 `(read-only: )`", SECTIONS["A full disk"])
    assert f'"{read_only.removesuffix(": ")}", f"' in source


def test_the_documented_exit_statuses_are_not_restarted() -> None:
    (codes,) = re.findall(r"`RestartPreventExitStatus=([\d ]+)`", SECTIONS["Exit statuses"])
    assert {int(code) for code in codes.split()} >= LASTING
