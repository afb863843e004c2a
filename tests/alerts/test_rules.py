"""The alerts of docker/prometheus, tested by promtool: its unit tests are in rules.yml in this
folder, with series that server and balancer really export."""

import asyncio
import importlib
import os
import re
import shutil
import subprocess
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from ..balance.balancer import HAPROXY, balancing
from ..security.local import running

ROOT = Path(__file__).parents[2]
CONFIG = ROOT / "docker/prometheus/prometheus.yml"
RULES = CONFIG.with_name("rules.yml")
TESTS = Path(__file__).with_name("rules.yml")
ADDED_LABELS = {"job", "instance"}
"""Labels that Prometheus adds."""
PLACE_LABELS = {"node", "server"}
"""Labels whose values the operator chooses."""
Series = tuple[str, frozenset[tuple[str, str]]]


def needs(program: str | None, name: str) -> None:
    """Requires a program: without it the test is skipped, or fails in CI."""
    if program is None:
        (pytest.fail if "CI" in os.environ else pytest.skip)(f"{name} is not installed")


@pytest.mark.parametrize(
    "arguments", [("check", "config", CONFIG), ("check", "rules", RULES), ("test", "rules", TESTS)]
)
def test_promtool_accepts_the_rules(arguments: tuple[str | Path, ...]) -> None:
    """Configuration and rules are valid, and each alert fires when it should."""
    needs(shutil.which("promtool"), "promtool, of Debian's package prometheus,")
    done = subprocess.run(("promtool", *arguments), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def alerts() -> list[dict[str, Any]]:
    groups = yaml.safe_load(RULES.read_text())["groups"]
    return [rule for group in groups for rule in group["rules"]]


def test_each_alert_fires_in_a_unit_test() -> None:
    """A text with labels in it needs a unit test, because only that evaluates the text."""
    tests = yaml.safe_load(TESTS.read_text())["tests"]
    expected = yaml.safe_dump([test["promql_expr_test"] for test in tests])
    shown = {case["alertname"] for test in tests for case in test.get("alert_rule_test", ())}
    for alert in alerts():
        assert f'alertname="{alert["alert"]}"' in expected, alert
        if "{{" in alert["annotations"]["summary"]:
            assert alert["alert"] in shown


# ── series ───────────────────────────────────────────────────────────────────────────────────────


def series_of(name: str, labels: dict[str, str]) -> Series:
    """A series in canonical form."""
    values = {k: "" if k in PLACE_LABELS else v for k, v in labels.items()}
    return name, frozenset((k, v) for k, v in values.items() if k not in ADDED_LABELS)


def exported(text: str) -> set[Series]:
    families = text_string_to_metric_families(text)
    return {
        series_of(sample.name, sample.labels) for family in families for sample in family.samples
    }


def expected_series(prefixes: tuple[str, ...]) -> tuple[set[str], set[Series]]:
    """The names in the rules, and the series in their tests."""
    named = {name for alert in alerts() for name in re.findall(r"\b[a-z]+_\w+", alert["expr"])}
    inputs = [
        s["series"] for t in yaml.safe_load(TESTS.read_text())["tests"] for s in t["input_series"]
    ]
    series = {
        series_of(name, dict(re.findall(r'(\w+)="([^"]*)"', labels)))
        for name, labels in (re.fullmatch(r"(\w+)\{(.+)\}", text).groups() for text in inputs)  # type: ignore[union-attr]
    }
    return (
        {name for name in named if name.startswith(prefixes)},
        {(name, labels) for name, labels in series if name.startswith(prefixes)},
    )


def assert_exported(prefixes: tuple[str, ...], text: str) -> None:
    actual, (names, series) = exported(text), expected_series(prefixes)
    assert names, prefixes
    assert names <= {name for name, _ in actual}
    assert series <= actual
    assert names == {name for name, _ in series}, "a metric of the rules has no test"


async def test_the_server_exports_the_series_of_the_rules(tmp_path: Path) -> None:
    """It exports them before the first event, because Prometheus sees no increase if a series
    begins with it."""
    importlib.import_module("zeitnot_server.feed.mqtt")
    async with running(tmp_path) as local:
        answer = await local.get("/metrics")
    assert_exported(("zeitnot_", "process_"), answer.body.decode())


async def test_the_balancer_exports_the_series_of_the_rules(tmp_path: Path) -> None:
    needs(HAPROXY, "haproxy")
    closed_port = 9  # on which no node listens
    async with balancing(dict.fromkeys("abc", closed_port), tmp_path) as balancer:
        url = f"http://127.0.0.1:{balancer.observer_port}/metrics"
        with await asyncio.to_thread(urllib.request.urlopen, url) as answer:
            assert_exported(("haproxy_",), answer.read().decode())
