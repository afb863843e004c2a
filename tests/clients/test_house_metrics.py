"""The Prometheus metrics of the house bots."""

import asyncio
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from zeitnot_engines.bots.house_metrics import HouseMetrics, serve_metrics
from zeitnot_engines.bots.scheduler import Job, Scheduler
from zeitnot_engines.bots.search_queue import SearchQueue

from ..ports import port_of, reserved
from ..server.running_server import WAIT_S, Server


class FakeHouse:
    """A house that plays three games on two cores."""

    games = 3

    def __init__(self) -> None:
        self.search_queue = SearchQueue(Scheduler(cores=2, max_searches=3))


def samples(text: str) -> dict[str, float]:
    """The samples of Zeitnot's metrics, by name and labels."""
    return {
        " ".join((sample.name, *sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name.startswith("zeitnot_")
    }


def read(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=WAIT_S) as answer:
        return str(answer.read().decode())


def collect(house: Any) -> dict[str, float]:
    families = HouseMetrics(house).collect()
    results = [sample for family in families for sample in family.samples]
    return {" ".join((s.name, *s.labels.values())): s.value for s in results}


async def test_running_and_waiting_searches_are_counted() -> None:
    house = FakeHouse()
    jobs = [Job("p", "ponder"), *(Job(f"t{n}", "think", n) for n in range(4))]

    async def search(job: Job) -> None:
        async with house.search_queue.acquire(job, lambda: None):
            await asyncio.Event().wait()

    tasks = []
    for job in jobs:
        tasks.append(asyncio.create_task(search(job)))
        await asyncio.sleep(0)
    house.search_queue.count_grant(requested_ms=3000, granted_ms=1000)
    house.search_queue.count_grant(requested_ms=500, granted_ms=500)
    assert collect(house) == {
        "zeitnot_house_games": 3,
        "zeitnot_house_searches think running": 2,
        "zeitnot_house_searches think waiting": 2,
        "zeitnot_house_searches ponder running": 1,
        "zeitnot_house_searches ponder waiting": 0,
        "zeitnot_house_load": 2,
        "zeitnot_house_thoughts_total": 2,
        "zeitnot_house_thinking_asked_seconds_total": 3.5,
        "zeitnot_house_thinking_granted_seconds_total": 1.5,
    }
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    now = collect(house)
    assert sum(number for name, number in now.items() if "searches" in name) == 0


def test_metrics_are_served_on_a_separate_port() -> None:
    text = read(serve_metrics(FakeHouse(), "127.0.0.1", 0))
    assert samples(text)["zeitnot_house_games"] == 3
    assert "process_open_fds" in text


def test_port_in_use_is_reported() -> None:
    """The bots end with status 1, because the port may be free later; the server exits with 2."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        for command, code, name in (
            (["bot", "--token", "zn_x", "--metrics-port", port], 1, "--metrics-port"),
            (["serve", "--bot-metrics-port", port], 2, "bot_metrics_port"),
        ):
            arguments = [sys.executable, "-m", "zeitnot_server.cli", *command]
            result = subprocess.run(arguments, capture_output=True, text=True, timeout=WAIT_S)
            assert (result.returncode, result.stdout) == (code, "")
            (line,) = (
                output for output in result.stderr.splitlines() if output.startswith("zeitnot: ")
            )
            assert name in line
            assert "in use" in line


def test_house_bots_serve_their_metrics(tmp_path: Path) -> None:
    """They use the configured port, and the server's metrics recognize them as its bots."""
    holder = reserved()
    port = port_of(holder)
    server = Server(tmp_path, "--bot-metrics-port", str(port))
    try:
        while not server.http("GET", "/api/v1/catalogue")[1]["bots"]:
            pass
        assert samples(read(port))["zeitnot_house_games"] == 0
        server_samples = samples(server.http("GET", "/metrics")[1])
        assert server_samples["zeitnot_bot_games Ponderer"] == 0, "the bot's owner is the operator"
    finally:
        holder.close()
        assert server.stop() == 0
