"""Formats errors as a sentence, for people."""


def sentence(bad: Exception) -> str:
    """The error's message; for files `FILE: No such file or directory.`, without the errno."""
    if isinstance(bad, OSError) and bad.strerror:
        return f"{bad.filename}: {bad.strerror}." if bad.filename else f"{bad.strerror}."
    return str(bad)
