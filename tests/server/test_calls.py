"""A move, a bot's turn and a deal take few function calls. Unlike their time, the number of calls
does not depend on the machine. `python -m benchmarks.trace --tree` shows each call."""

import pytest

from benchmarks.trace import BESIDE, ROOT, UNCOUNTED, Trace, bot_traces, fewest_calls, server_traces

# Limits: function calls, and calls from one file into another.
MOVE = (270, 156)
BOTS_TURN = (655, 320)
DEAL = (488, 290)


def check(traces: list[Trace], limits: tuple[int, int]) -> None:
    """Fails with a list of the calls if there are more than these limits."""
    trace = fewest_calls(traces)
    if trace.calls > limits[0] or trace.changes > limits[1]:
        pytest.fail("\n".join([f"{trace}; at most {limits}", *trace.lines]))
    assert trace.calls > limits[0] / 2, "calls are missing from the trace"


async def test_a_move_and_a_deal_take_few_calls() -> None:
    moves, deals = await server_traces(8)
    if fewest_calls(deals).calls > DEAL[0]:  # on a busy machine most have calls of other work
        deals += (await server_traces(24))[1]
    check(moves, MOVE)
    check(deals, DEAL)


async def test_a_bots_turn_takes_few_calls() -> None:
    check(await bot_traces(), BOTS_TURN)


def test_files_excluded_from_the_count_exist() -> None:
    assert [file for file in (*BESIDE, *UNCOUNTED) if not (ROOT / file).is_file()] == []
