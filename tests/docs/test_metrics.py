"""The metrics page has the same names, types and labels as the server."""

import importlib
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import yaml
from prometheus_client import REGISTRY
from prometheus_client.core import Metric

from zeitnot_engines.bots.house_metrics import HouseMetrics
from zeitnot_engines.bots.scheduler import Scheduler
from zeitnot_engines.bots.search_queue import SearchQueue
from zeitnot_server.rooms.room import Actor

from ..security.local import running

PAGE = (Path(__file__).parents[2] / "docs/reference/metrics.md").read_text("utf-8")
ROW = re.compile(r"^\| `(zeitnot_\w+)` \|([^|]*)\| (histogram|counter|gauge)[^|]* \| .+ \| .+ \|$")


def documented() -> dict[str, tuple[str, set[str]]]:
    """Type and labels by name, from the tables on the page."""
    rows = [match for line in PAGE.splitlines() if (match := ROW.match(line))]
    assert len(rows) == PAGE.count("\n| `zeitnot_"), "a row that ROW does not match"
    assert len({match[1] for match in rows}) == len(rows), "a duplicate name"
    return {match[1]: (match[3], labels(match[2])) for match in rows}


def labels(cell: str) -> set[str]:
    """The names of labels without their values, which follow a colon."""
    return set(re.findall(r"(?:^|; )`(\w+)`", cell.strip()))


def kind_and_labels(family: Metric) -> tuple[str, set[str]]:
    results = {label for sample in family.samples for label in sample.labels}
    return family.type, results - {"le"}


async def test_the_page_and_the_server_have_the_same_metrics(tmp_path: Path) -> None:
    importlib.import_module("zeitnot_server.feed.mqtt")
    async with running(tmp_path) as local:
        local.game_server.house_bots = frozenset({Actor("a", "Ponderer", bot=True)})
        await local.get("/api/v1/nothing")
        families = [*local.metrics.collect(), *REGISTRY.collect()]
    house: Any = SimpleNamespace(games=0, search_queue=SearchQueue(Scheduler(1, 1)))
    families += HouseMetrics(house).collect()
    results = {f.name: kind_and_labels(f) for f in families if f.name.startswith("zeitnot_")}
    assert documented() == results
    assert all(family.documentation for family in families)


def test_the_parser_reads_labels() -> None:
    assert labels(" ") == set()
    assert labels(" `kind`: `think`, `ponder`; `state`: `running` ") == {"kind", "state"}


def test_the_example_is_yaml() -> None:
    (text,) = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    jobs = yaml.safe_load(text)["scrape_configs"]
    assert [job["static_configs"][0]["targets"] for job in jobs] == [
        ["127.0.0.1:8080"],
        ["127.0.0.1:9101"],
    ]
