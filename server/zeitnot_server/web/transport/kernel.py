"""What the kernel knows about a TCP connection: its round trip, when data last arrived, how much is
unread. Only on Linux; elsewhere, and for other sockets, nothing is known.

`struct tcp_info` of linux/tcp.h: eight bytes of flags, then 32-bit fields. A client can delay its
pongs, but TCP's round trip is answered by its kernel.
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
# fcntl.ioctl would release the interpreter lock, and then wait half a millisecond for it while the
# loop is busy; a PyDLL keeps it.
_ioctl = ctypes.PyDLL(None).ioctl
_ioctl.argtypes = (ctypes.c_int, ctypes.c_ulong, ctypes.POINTER(ctypes.c_int))


class Tcp(NamedTuple):
    """`rtt_ms`: the smoothed round trip. `idle_ms`: for how long, at least, nothing has arrived."""

    rtt_ms: float
    idle_ms: int


def tcp(sock: Any) -> Tcp | None:
    """The kernel's view of this connection; None if it has none."""
    if sock is None or _TCP_INFO is None:
        return None
    try:
        info = sock.getsockopt(socket.IPPROTO_TCP, _TCP_INFO, _FIELDS.size)
        fields = _FIELDS.unpack(info)
    except (OSError, ValueError, struct.error):  # closed: uvloop raises ValueError
        return None
    return Tcp(fields[_RTT] / 1000, max(0, fields[_LAST_DATA_RECV] - JIFFY_MS))


def unread_bytes(sock: Any) -> int:
    """How many bytes wait to be read."""
    if sock is None or _TCP_INFO is None:
        return 0
    count = ctypes.c_int(0)
    failed = _ioctl(sock.fileno(), termios.FIONREAD, ctypes.byref(count))
    return 0 if failed else count.value
