"""Sessions of the client in a room of the server's own pure core: seated, playing, told all."""

from .fake_room import ANN, BOB, FakeRoom, Wire, session


def seated(room: FakeRoom, *actors: object) -> list[Wire]:
    """Connected sessions that have sat down, in order of the seats, and not said that they are
    ready."""
    wires = []
    for number, actor in enumerate(actors):
        wire = Wire(room, actor, session(number + 1))  # type: ignore[arg-type]
        wire.connect()
        wire.session.sit()
        wire.pump()
        wires.append(wire)
    pump(*wires)
    return wires


def started(room: FakeRoom) -> tuple[Wire, Wire]:
    """Ann and Bob in a game that is on."""
    ann, bob = all_ready(room, ANN, BOB)
    return ann, bob


def all_ready(room: FakeRoom, *actors: object) -> list[Wire]:
    """All of these in a game that is on, in order of the seats."""
    wires = seated(room, *actors)
    for wire in wires:
        wire.session.ready()
    pump(*wires)
    return wires


def pump(*wires: Wire) -> None:
    """Until all are silent."""
    while sum(wire.send() + wire.receive() for wire in wires):
        pass


def of(wire: Wire, kind: type) -> list:  # type: ignore[type-arg]
    """The happenings of one kind."""
    return [h for h in wire.heard if isinstance(h, kind)]
