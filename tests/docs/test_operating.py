"""The operating page has the same numbers and messages as the code."""

import re
from pathlib import Path

from zeitnot_server.app import limits_of
from zeitnot_server.config import Config, read
from zeitnot_server.exits import PERMANENT
from zeitnot_server.limits.disk import CHECK_SECONDS, RECOVERY_FACTOR
from zeitnot_server.limits.table import Limits
from zeitnot_server.store.sqlite.writer import PROBE_SECONDS
from zeitnot_server.web import pages, readiness

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
    source = Path(readiness.__file__).read_text("utf-8")
    assert f'"{read_only.removesuffix(": ")}", f"' in source


def test_the_documented_limits_of_a_school_class_are_the_servers() -> None:
    section, config, limits = SECTIONS["A class behind one address"], Config(), Limits()
    rows = re.findall(r"^\| .+ \| (.+) \| (.+) \|$", section, re.MULTILINE)
    named = {names: re.findall(r"\d+(?:,\d+)*", bound) for bound, names in rows if "`" in names}
    assert len(named) == 5
    for names, numbers in named.items():
        values = [f"{getattr(config, name):,}" for name in re.findall(r"`(\w+)`", names)]
        assert numbers == values, names
    unset = "".join(bound for bound, names in rows if "not set" in names)
    for number in (
        *(limits.bots_online, *(posts.burst for posts in limits.address_posts)),
        *(limits.address_requests[0].burst, limits.address_reads[0].burst),
        limits.address_events_a_day,
    ):
        assert f"{number:,}" in unset


def test_the_settings_for_a_school_class_reach_the_limits(tmp_path: Path) -> None:
    example = re.findall(r"^    (\w+ = \d+)$", SECTIONS["A class behind one address"], re.MULTILINE)
    file = tmp_path / "zeitnot.toml"
    file.write_text("\n".join(example))
    bounds = limits_of(read({}, {}, file))
    assert len(example) == 4
    assert bounds.owner_bots_a_day == bounds.address_bots_a_day == 200
    assert bounds.anonymous_sockets_per_address == 200


def test_the_documented_exit_statuses_are_not_restarted() -> None:
    (codes,) = re.findall(r"`RestartPreventExitStatus=([\d ]+)`", SECTIONS["Exit statuses"])
    assert {int(code) for code in codes.split()} >= PERMANENT
