"""`make fuzz` runs every fuzz target for a while and saves the input that makes one fail."""

from pathlib import Path

import pytest

from tests.engines.building import ROOT, run

from .fuzz.__main__ import fuzz, main

pytestmark = pytest.mark.compiles

# a target that aborts if the third byte is 7
FRAGILE = """
#include <cstddef>
#include <cstdint>
#include <cstdlib>
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 2 && data[2] == 7) std::abort();
    return 0;
}
"""


def test_failing_input_is_reported_and_saved(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    core, source, program = ROOT / "engines/core", tmp_path / "fragile.cpp", tmp_path / "fragile"
    source.write_text(FRAGILE)
    include = f"-I{core / 'include'}"
    run("g++", "-std=c++20", include, source, core / "tests/fuzz_main.cpp", "-o", program)
    failing_input = tmp_path / "failing"
    assert not fuzz(program, 60, 5, failing_input)
    assert failing_input.read_bytes()[2] == 7
    assert "to reproduce it" in capfd.readouterr().out
    with pytest.raises(AssertionError):
        run(program, failing_input)


def test_targets_run_as_long_as_requested(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--seconds", "1", "--games", "tictactoe", "--seed", "9"]) == 0
    text = capfd.readouterr().out
    assert text.startswith("fuzz_tictactoe, seed 9: ")
    assert int(text.split()[3]) > 10
