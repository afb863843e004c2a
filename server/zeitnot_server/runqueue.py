"""How long threads of this process were ready to run, but had no processor.

This tells a loaded machine from a process that was stopped, whose threads are not ready
(`hosting.room.now`). Linux has it in `/proc/self/task/<tid>/schedstat`: three numbers, nanoseconds
run, nanoseconds waited, time slices. Without such a file the wait is always 0.
"""

import contextlib
import ctypes
import os
from threading import get_native_id

_BUFFER_BYTES = 64
# os.pread would release the interpreter lock, and wait for it again while the loop is busy.
_pread = ctypes.PyDLL(None).pread
_pread.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_long)
_pread.restype = ctypes.c_ssize_t


class RunQueue:
    """Counts for each thread that calls it, from its first call on. Not thread-safe."""

    def __init__(self) -> None:
        self._files: dict[int, int] = {}  # by thread; -1: it has no such file
        self._last_ns: dict[int, int] = {}
        self._text = ctypes.create_string_buffer(_BUFFER_BYTES)
        self._waited_ns = 0

    def waited_ns(self) -> int:
        """Nanoseconds waited since the start; of threads that waited at the same time, the longest
        wait counts."""
        if (thread_id := get_native_id()) not in self._files:
            self._add_thread(thread_id)
        longest = 0
        for thread, last in self._last_ns.items():
            now = self._read(self._files[thread])
            longest = max(longest, now - last)
            self._last_ns[thread] = max(now, last)
        self._waited_ns += longest
        return self._waited_ns

    def close(self) -> None:
        """Closes the files."""
        for file in self._files.values():
            if file >= 0:
                os.close(file)
        self._files = dict.fromkeys(self._files, -1)

    def _add_thread(self, thread: int) -> None:
        file = -1
        with contextlib.suppress(OSError):
            path = f"/proc/self/task/{thread}/schedstat"
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        self._files[thread], self._last_ns[thread] = file, self._read(file)

    def _read(self, file: int) -> int:
        """Nanoseconds waited; 0 if there is no file, or the thread has ended."""
        if file < 0 or _pread(file, self._text, _BUFFER_BYTES - 1, 0) <= 0:
            return 0
        return int(self._text.value.split()[1])
