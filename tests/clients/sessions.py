"""Client sessions in a room that runs the server's room logic without I/O."""

from .fake_room import ANN, BOB, FakeConnection, FakeRoom, session


def seat_players(room: FakeRoom, *actors: object) -> list[FakeConnection]:
    """Connected sessions that have sat down, in order of the seats, but are not ready."""
    connections = []
    for number, actor in enumerate(actors):
        connection = FakeConnection(room, actor, session(number + 1))  # type: ignore[arg-type]
        connection.connect()
        connection.session.sit()
        connection.pump()
        connections.append(connection)
    pump(*connections)
    return connections


def start_game(room: FakeRoom) -> tuple[FakeConnection, FakeConnection]:
    """Ann and Bob in a running game."""
    ann, bob = start_with(room, ANN, BOB)
    return ann, bob


def start_with(room: FakeRoom, *actors: object) -> list[FakeConnection]:
    """A running game of these players, in order of the seats."""
    connections = seat_players(room, *actors)
    for connection in connections:
        connection.session.ready()
    pump(*connections)
    return connections


def pump(*connections: FakeConnection) -> None:
    """Delivers frames until no connection has any."""
    while sum(connection.send() + connection.receive() for connection in connections):
        pass


def session_events_of(connection: FakeConnection, kind: type) -> list:  # type: ignore[type-arg]
    """The session events of one type."""
    return [event for event in connection.session_events if isinstance(event, kind)]
