"""Many small cases in one test, because a separate test for each costs more than the check."""

import functools
import inspect
import os
from collections.abc import Callable, Iterable
from typing import Any

import pytest

Test = Callable[..., Any]
Case = tuple[str, str, dict[str, Any]]
"""Label, group and arguments."""
FAILURES = (Exception, pytest.fail.Exception)


def each(
    names: str | tuple[str, ...],
    cases: Iterable[Any],
    *,
    ids: Callable[[Any], Any] | Iterable[Any] = repr,
    by: Callable[[Any], str] | None = None,
) -> Callable[[Test], Test]:
    """Like `pytest.mark.parametrize`, but with all cases in one test. The test continues after a
    failure and raises all failures as a group at its end, each with its case as a note. The cases
    share the test's fixtures. `by`: groups the cases; each group is one test."""
    arguments = names if isinstance(names, tuple) else (names,)
    found = list(cases)
    labels = [*map(ids, found)] if callable(ids) else [*ids]
    rows = [
        (f"{label}", by(case) if by else "", _arguments(arguments, case))
        for label, case in zip(labels, found, strict=True)
    ]
    some_games = "CORE_OF_SOME_GAMES" in os.environ  # `make game`
    assert rows or some_games, "there are no cases"

    def decorate(test: Test) -> Test:
        looped = _looped(test, arguments, rows, is_grouped=by is not None)
        if by is None:
            return looped
        groups = list(dict.fromkeys(group for _, group, _ in rows))
        return pytest.mark.parametrize("group", groups)(looped)

    return decorate


def _arguments(names: tuple[str, ...], case: Any) -> dict[str, Any]:
    return dict(zip(names, (case,) if len(names) == 1 else case, strict=True))


def _looped(test: Test, arguments: tuple[str, ...], rows: list[Case], *, is_grouped: bool) -> Test:
    @functools.wraps(test)
    def run(group: str = "", **fixtures: Any) -> None:
        failures = []
        for label, _, values in _of_group(rows, group):
            try:
                test(**values, **fixtures)
            except FAILURES as failure:
                failures.append(_noted(failure, label))
        _raise(failures)

    @functools.wraps(test)
    async def run_async(group: str = "", **fixtures: Any) -> None:
        failures = []
        for label, _, values in _of_group(rows, group):
            try:
                await test(**values, **fixtures)
            except FAILURES as failure:
                failures.append(_noted(failure, label))
        _raise(failures)

    looped = run_async if inspect.iscoroutinefunction(test) else run
    signature = inspect.signature(test)
    group = inspect.Parameter("group", inspect.Parameter.KEYWORD_ONLY)
    parameters = [p for name, p in signature.parameters.items() if name not in arguments]
    parameters += [group] if is_grouped else []
    looped.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return looped


def _of_group(rows: list[Case], group: str) -> list[Case]:
    return [row for row in rows if row[1] == group]


def _noted(failure: BaseException, label: str) -> BaseException:
    failure.add_note(f"in the case {label}")
    return failure


def _raise(failures: list[BaseException]) -> None:
    if len(failures) == 1:
        raise failures[0]
    if failures:
        raise BaseExceptionGroup(f"{len(failures)} cases fail", failures)
