"""The free space of a disk."""

import os
from pathlib import Path


def free_bytes(folder: Path) -> int:
    """The bytes that an ordinary user may still write to this folder's file system. Raises
    OSError."""
    stats = os.statvfs(folder)
    return stats.f_bavail * stats.f_frsize
