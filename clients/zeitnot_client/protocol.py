"""The protocol's messages under their module name of 0.1.0; see `zeitnot_protocol`."""

from zeitnot_protocol import *  # noqa: F403
