"""All planted faults, and the few of them (QUICK) that the normal test run plants."""

from .planted.clocks import CLOCKS
from .planted.disk import DISK
from .planted.door import DOOR
from .planted.hidden import HIDDEN
from .planted.playing import PLAYING
from .planted.sharing import SHARING
from .planted.telling import TELLING

FAULTS = (*TELLING, *PLAYING, *CLOCKS, *HIDDEN, *DISK, *DOOR, *SHARING)

QUICK = ("ack-early", "resend-executed", "hand-shown", "wrong-clock", "commit-charged")
