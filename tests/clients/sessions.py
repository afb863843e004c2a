"""Sessions of the client in a room of the server's own pure core: seated, playing, told all."""

from .fake_room import ANN, BOB, FakeConnection, FakeRoom, session


def seated(room: FakeRoom, *actors: object) -> list[FakeConnection]:
    """Connected sessions that have sat down, in order of the seats, and not said that they are
    ready."""
    wires = []
    for number, actor in enumerate(actors):
        connection = FakeConnection(room, actor, session(number + 1))  # type: ignore[arg-type]
        connection.connect()
        connection.session.sit()
        connection.pump()
        wires.append(connection)
    pump(*wires)
    return wires


def started(room: FakeRoom) -> tuple[FakeConnection, FakeConnection]:
    """Ann and Bob in a game that is on."""
    ann, bob = all_ready(room, ANN, BOB)
    return ann, bob


def all_ready(room: FakeRoom, *actors: object) -> list[FakeConnection]:
    """All of these in a game that is on, in order of the seats."""
    wires = seated(room, *actors)
    for connection in wires:
        connection.session.ready()
    pump(*wires)
    return wires


def pump(*wires: FakeConnection) -> None:
    """Until all are silent."""
    while sum(connection.send() + connection.receive() for connection in wires):
        pass


def of(connection: FakeConnection, kind: type) -> list:  # type: ignore[type-arg]
    """The happenings of one kind."""
    return [h for h in connection.happenings if isinstance(h, kind)]
