"""Connects external engines with the interrupts of this process: they are killed when it is ended
by force, and none is lost while it starts. Import the protocols from here."""

from zeitnot_client.drivers import process
from zeitnot_client.drivers.protocols import PROTOCOLS

from .interrupts import INTERRUPTS

__all__ = ["PROTOCOLS"]

process.guard_start = INTERRUPTS.deferred
INTERRUPTS.at_forced_end(process.kill_all)
