"""A node's lines in the log say which one it is."""

import structlog
from structlog.testing import ReturnLogger

from zeitnot_server.logs import configure, name_node


def test_each_line_has_the_name_of_the_node() -> None:
    before = structlog.get_config()
    try:
        configure()
        name_node("two")
        structlog.configure(logger_factory=lambda *_: ReturnLogger())
        line = structlog.get_logger().info("serving", run=3)
        assert line.split(" ")[1:] == ["level=info", "event=serving", "node=two", "run=3"]
    finally:
        structlog.configure(**before)
