"""Creates what people decide about each other."""

import time

from ..hosting.app import App
from .blocks import Blocks


def register(app: App) -> Blocks:
    """Creates the blocks, which are read before the first request."""
    blocks = Blocks(app.store.people, app.wall_ms, time.monotonic)
    app.starts.append(blocks.read)
    app.add_task("blocks", blocks.run)
    return blocks
