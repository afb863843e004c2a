"""The house bots play on while the server beside them drains."""

from typing import cast

from zeitnot_server.supervisor import Child, Signals, supervise


class FakeChild:
    """Records the requests of the supervisor."""

    ready = None

    def __init__(self, name: str, requested: list[str]) -> None:
        self.name, self._requested = name, requested

    def stop(self) -> None:
        self._requested.append(f"stop {self.name}")

    def wait(self, seconds: float) -> None:
        self._requested.append(f"wait for {self.name}")


class Stopped:
    """Signals after SIGTERM has arrived."""

    stop_requested = True


def requests(drain_seconds: int) -> list[str]:
    requested: list[str] = []
    children = [cast(Child, FakeChild(name, requested)) for name in ("server", "bots")]
    assert supervise(children, cast(Signals, Stopped()), print, drain_seconds) == 0
    return requested


def test_without_a_drain_all_children_stop_at_once() -> None:
    assert requests(0)[:2] == ["stop bots", "stop server"]


def test_bots_stop_after_the_server_has_drained() -> None:
    requested = requests(3)
    assert requested[:3] == ["stop server", "wait for server", "stop bots"]
