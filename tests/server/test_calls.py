"""The ways of a move, of a bot's turn and of a deal stay short: their calls are counted, which does
not depend on how fast the machine is. `python -m benchmarks.trace --tree` shows each call."""

import pytest

from benchmarks.trace import BESIDE, ROOT, UNCOUNTED, Trace, bot_traces, fewest_calls, server_traces

MOVE = (270, 156)  # calls, and changes of file
BOTS_TURN = (655, 320)
DEAL = (488, 290)


def check(traces: list[Trace], limits: tuple[int, int]) -> None:
    """Fails with all calls if they are more than these."""
    trace = fewest_calls(traces)
    if trace.calls > limits[0] or trace.changes > limits[1]:
        pytest.fail("\n".join([f"{trace}; at most {limits}", *trace.lines]))
    assert trace.calls > limits[0] / 2, "calls are not seen"


async def test_a_move_and_a_deal_take_few_calls() -> None:
    moves, deals = await server_traces(8)
    check(moves, MOVE)
    check(deals, DEAL)


async def test_a_bots_turn_takes_few_calls() -> None:
    check(await bot_traces(), BOTS_TURN)


def test_the_files_that_are_left_out_exist() -> None:
    assert [file for file in (*BESIDE, *UNCOUNTED) if not (ROOT / file).is_file()] == []
