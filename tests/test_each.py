"""`each` reports every case that fails, with any exception."""

import pytest

from .each import each


def test_all_failures_are_raised_with_their_cases() -> None:
    @each(("number", "word"), [(1, "one"), (2, "two"), (3, "three")], ids=str)
    def is_odd(number: int, word: str, base: int) -> None:
        assert number % base, word

    with pytest.raises(AssertionError, match="two") as single:
        is_odd(base=2)
    assert single.value.__notes__ == ["in the case (2, 'two')"]
    with pytest.raises(BaseExceptionGroup, match="3 cases fail") as group:
        is_odd(base=1)
    assert [error.__notes__[0][-2] for error in group.value.exceptions] == [*"'''"]


async def test_coroutines_are_awaited() -> None:
    @each("number", [0, 1, 2])
    async def fails(number: int) -> None:
        pytest.fail(f"{10 // number}")

    with pytest.raises(BaseExceptionGroup) as group:
        await fails()
    assert [str(error) for error in group.value.exceptions[1:]] == ["10", "5"]
    assert isinstance(group.value.exceptions[0], ZeroDivisionError)


@each("number", range(6), by=lambda number: str(number % 2))
def test_each_group_is_a_separate_test(number: int, request: pytest.FixtureRequest) -> None:
    assert request.node.name.endswith(f"[{number % 2}]")
