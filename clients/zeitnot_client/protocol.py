"""The messages of the wire under the name that they had in 0.1.0; see `zeitnot_protocol`."""

from zeitnot_protocol import *  # noqa: F403
