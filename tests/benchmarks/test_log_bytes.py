"""`make bench-bytes` writes and counts the same rows as the server. It compares three forms of the
log: `log` is the server's, `event` that of versions before revision 0009, and `blobs` has one row
for each finished game."""

import re

from click.testing import CliRunner

from benchmarks.log_bytes import main


def test_the_log_table_needs_less_than_a_third_of_the_bytes() -> None:
    result = CliRunner().invoke(main, ["--games", "200", "--moves", "2000"])
    assert result.exit_code == 0, result.output
    rows = re.findall(r"^(event|log|blobs) +([\d,]+) B", result.output, re.M)
    size = {name: int(bytes_.replace(",", "")) for name, bytes_ in rows}
    assert size["log"] < size["blobs"] < size["event"]
    assert 3 * size["log"] < size["event"]
