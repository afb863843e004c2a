"""Replaces the product's games by those of TOY_CORE, a module of the tests' own games, in a server
and its bots under test. Python imports this file where its folder is on PYTHONPATH."""

import importlib.util
import os
import sys

_spec = importlib.util.spec_from_file_location("_toy_games", os.environ["TOY_CORE"])
assert _spec is not None
assert _spec.loader is not None
_module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_module)
sys.modules["zeitnot_engines._core"] = _module
