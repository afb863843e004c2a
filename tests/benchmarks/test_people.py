"""The benchmark of sign-ins and rated games runs; no test depends on its speed."""

import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from benchmarks.people import SignIns, main


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="needs two cores")
def test_compares_runs_in_pairs(capfd: pytest.CaptureFixture[str]) -> None:
    small = ["--pairs", "1", "--seconds", "0.5", "--echo", "0.1", "--scale", "0.004"]
    main([*small, "--rate", "50", "--sign-ins", "6"])
    output = capfd.readouterr().out
    found = {name.strip(): cell.strip() for name, cell in _cells(output)}
    assert found["sign-ins, all answered"].endswith(" a minute")
    assert found["sign-ins, all answered"][0] != "0"
    assert found["p99 with sign-ins, less p99 without"].endswith(")")
    assert found["errors"] == "0"
    assert found["moves of rated games, with ends"][0] != "0"
    assert found["rated to unrated, moves"].endswith(")")


def _cells(output: str) -> Iterator[tuple[str, str]]:
    lines = [line.split("│") for line in output.splitlines() if line.startswith("│")]
    yield from ((line[1], line[2]) for line in lines)


class Refusing(BaseHTTPRequestHandler):
    """Answers all requests with 429."""

    def do_POST(self) -> None:
        self.send_error(429)

    def log_message(self, *arguments: object) -> None:
        """Prints nothing."""


def test_a_refused_sign_in_ends_the_benchmark() -> None:
    with HTTPServer(("127.0.0.1", 0), Refusing) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            refused = pytest.raises(RuntimeError, match="answered with 429")
            with refused, SignIns(server.server_port, ["Ann"], 1.0):
                pass
        finally:
            server.shutdown()
            thread.join()
