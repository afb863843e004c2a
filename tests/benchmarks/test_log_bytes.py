"""`make bench-bytes` writes and counts the same rows as the server."""

import re

from click.testing import CliRunner

from benchmarks.log_bytes import main


def test_rows_in_order_of_arrival_cost_at_most_a_third() -> None:
    result = CliRunner().invoke(main, ["--games", "200", "--moves", "2000"])
    assert result.exit_code == 0, result.output
    rows = re.findall(r"^(event|log|blobs) +([\d,]+) B", result.output, re.M)
    size = {name: int(bytes_.replace(",", "")) for name, bytes_ in rows}
    assert size["log"] < size["blobs"] < size["event"]
    assert 3 * size["log"] < size["event"]
