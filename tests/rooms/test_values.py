"""The value classes of rooms are immutable, so that a refused step or a failed commit changes
nothing."""

import dataclasses

from zeitnot_server.rooms import clock, commands, dice, room, rules
from zeitnot_server.rooms.value import Value

from ..each import each

VALUES = [
    value
    for module in (clock, commands, dice, room, rules)
    for value in vars(module).values()
    if isinstance(value, type)
    and (dataclasses.is_dataclass(value) or issubclass(value, Value))
    and value.__module__ == module.__name__
]


@each("value", VALUES, ids=lambda v: v.__name__)
def test_values_are_frozen(value: type) -> None:
    if issubclass(value, Value):
        assert value.__struct_config__.frozen
    else:
        assert value.__dataclass_params__.frozen
    assert "__dict__" not in dir(value)


def test_the_list_of_values_contains_the_main_ones() -> None:
    assert {"Room", "Clock", "ThrowInputs", "Step", "Throw"} <= {value.__name__ for value in VALUES}
