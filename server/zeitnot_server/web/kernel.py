"""What the kernel knows of a TCP connection: its own round trip, when data last came, what is
unread. Linux; elsewhere, and for other sockets, it knows nothing.

`struct tcp_info` of linux/tcp.h: eight bytes of flags, then 32-bit fields. A client can hold its
pongs back, but what is asked here its own kernel answers.
"""

import ctypes
import socket
import struct
import termios
from typing import Any, NamedTuple

JIFFY_MS = 10  # the coarsest tick of a kernel's clock (HZ=100)
_FIELDS = struct.Struct("=8x16I")
_LAST_DATA_RECV, _RTT = 11, 15
_TCP_INFO = getattr(socket, "TCP_INFO", None)
# fcntl.ioctl would let the interpreter go, and wait half a millisecond for it while the loop is
# busy; a PyDLL keeps it.
_ioctl = ctypes.PyDLL(None).ioctl
_ioctl.argtypes = (ctypes.c_int, ctypes.c_ulong, ctypes.POINTER(ctypes.c_int))


class Tcp(NamedTuple):
    """`rtt_ms`: the smoothed round trip. `idle_ms`: since when at least nothing has come."""

    rtt_ms: float
    idle_ms: int


def tcp(sock: Any) -> Tcp | None:
    """The kernel's view of this connection; None if it has none."""
    if sock is None or _TCP_INFO is None:
        return None
    try:
        info = sock.getsockopt(socket.IPPROTO_TCP, _TCP_INFO, _FIELDS.size)
        fields = _FIELDS.unpack(info)
    except (OSError, ValueError, struct.error):  # closed, says uvloop with a ValueError
        return None
    return Tcp(fields[_RTT] / 1000, max(0, fields[_LAST_DATA_RECV] - JIFFY_MS))


def unread_bytes(sock: Any) -> int:
    """How many bytes wait to be read."""
    if sock is None or _TCP_INFO is None:
        return 0
    count = ctypes.c_int(0)
    failed = _ioctl(sock.fileno(), termios.FIONREAD, ctypes.byref(count))
    return 0 if failed else count.value
