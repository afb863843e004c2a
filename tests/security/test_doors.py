"""How many sockets may be open at once, by address and by account."""

from contextlib import ExitStack

import pytest

from zeitnot_server.web.doors import Doors
from zeitnot_server.web.limits import Limits
from zeitnot_server.web.problems import ProblemError

HERE = ("127.0.0.1", 4000)
PLACE = ("192.0.2.1", 4000)
OTHER = ("192.0.2.2", 4000)


def doors(**bounds: int) -> Doors:
    return Doors(Limits(**bounds), lambda: 0)


def test_an_address_may_open_as_many_sockets_as_its_bound_and_no_more() -> None:
    made = doors(sockets_per_address=3)
    with ExitStack() as inside:
        for _ in range(3):
            inside.enter_context(made.hold(PLACE, None))
        with pytest.raises(ProblemError), made.hold(PLACE, None):
            pass
        with made.hold(OTHER, None):
            pass
    assert made.inside == 0
    with made.hold(PLACE, None):
        assert made.inside == 1


def test_an_account_has_a_bound_of_its_own_wherever_it_comes_from() -> None:
    made = doors(sockets_per_address=10, sockets_per_account=2)
    with made.hold(PLACE, "ann"), made.hold(OTHER, "ann"):
        with pytest.raises(ProblemError), made.hold(PLACE, "ann"):
            pass
        with made.hold(PLACE, "bob"):
            pass
    assert made.inside == 0


def test_this_machine_is_not_bounded() -> None:
    made = doors(sockets_per_address=1, sockets_per_account=1)
    with made.hold(HERE, "ann"), made.hold(HERE, "ann"):
        assert made.inside == 0
