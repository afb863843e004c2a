"""Errors as one sentence, for people."""


def sentence(bad: Exception) -> str:
    """What is wrong: of files `FILE: No such file or directory.`, without the system's number."""
    if isinstance(bad, OSError) and bad.strerror:
        return f"{bad.filename}: {bad.strerror}." if bad.filename else f"{bad.strerror}."
    return str(bad)
