"""The house bots play on while the server beside them drains."""

from typing import cast

from zeitnot_server.supervisor import Child, Signals, supervise


class FakeChild:
    """Notes what the supervisor asks of it."""

    ready = None

    def __init__(self, name: str, asked: list[str]) -> None:
        self.name, self._asked = name, asked

    def stop(self) -> None:
        self._asked.append(f"stop {self.name}")

    def wait(self, seconds: float) -> None:
        self._asked.append(f"wait for {self.name}")


class Stopped:
    """Signals of which SIGTERM has arrived already."""

    stop_requested = True


def asked_of_children(drain_seconds: int) -> list[str]:
    asked: list[str] = []
    children = [cast(Child, FakeChild(name, asked)) for name in ("server", "bots")]
    assert supervise(children, cast(Signals, Stopped()), print, drain_seconds) == 0
    return asked


def test_without_a_drain_all_stop_at_once() -> None:
    assert asked_of_children(0)[:2] == ["stop bots", "stop server"]


def test_the_bots_stop_when_the_server_has_drained() -> None:
    asked = asked_of_children(3)
    assert asked[:3] == ["stop server", "wait for server", "stop bots"]
