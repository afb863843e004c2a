"""Counts lines of the repository: `python tools/count_lines.py [REVISION]`.

All lines of text are counted, including blank lines and comments. Generated files, tests, documents
and tools are counted separately; the rest is the product. Data of the package manager is not
counted. Without a revision, the files of the working tree that git tracks or would add are counted.
"""

import argparse
import io
import subprocess
import tarfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
GENERATED = (
    *("clients/web/src/protocol.ts", "engines/zeitnot_engines/_core.pyi"),
    "server/zeitnot_server/web/descriptions/*.yaml",
    *("docs/reference/*.json", "docs/reference/*.yaml", "docs/reference/zeitnot.toml"),
    *(f"docs/reference/{page}.md" for page in ("protocol", "commands", "limits", "rooms", "sdk")),
    "docs/reference/settings.md",
)
SKIPPED = ("clients/web/package-lock.json", "LICENSE")
LANGUAGES = {
    **dict.fromkeys((".py", ".pyi", ".mako"), "Python"),
    **dict.fromkeys((".cpp", ".hpp", ".inc", ".in", ".c"), "C++"),
    **dict.fromkeys((".ts", ".js", ".svelte", ".css", ".html", ".svg", ".json"), "page"),
}
PRODUCT = ("server", "engines", "clients", "migrations", "deployment")


def area(path: PurePosixPath) -> str:
    """The part of the repository that a file belongs to."""
    if any(map(path.match, GENERATED)):
        return "generated"
    folders = path.parts[:-1]
    if {"tests", "benchmarks"} & {*folders} or path.name.endswith((".test.ts", ".samples.json")):
        return "tests"
    if path.suffix == ".md" or folders[:1] == ("docs",):
        return "docs"
    if folders[:1] and folders[0] in ("server", "engines", "clients", "migrations", "tools"):
        return folders[0]
    return "deployment"


def files(revision: str | None) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Yields each file with its content, except links."""
    if revision is None:
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
        for name in filter(None, names.decode().split("\0")):
            path = ROOT / name
            if path.is_file() and not path.is_symlink():
                yield PurePosixPath(name), path.read_bytes()
        return
    command = ["git", "archive", "--format=tar", revision]
    archive = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            if member.isfile() and (content := tar.extractfile(member)) is not None:
                yield PurePosixPath(member.name), content.read()


def count(revision: str | None) -> Counter[tuple[str, str]]:
    """Lines by area and language."""
    lines: Counter[tuple[str, str]] = Counter()
    for path, content in files(revision):
        if str(path) in SKIPPED or b"\0" in content:
            continue
        lines[area(path), LANGUAGES.get(path.suffix, "other")] += content.count(b"\n")
    return lines


def main() -> None:
    """Prints a row for each area with its languages, and the total of the product."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("revision", nargs="?", help="a commit; by default the working tree")
    lines = count(parser.parse_args().revision)
    for part in (*PRODUCT, "tools", "tests", "docs", "generated"):
        languages = {language: n for (where, language), n in lines.items() if where == part}
        shown = ", ".join(f"{name} {n:,}" for name, n in sorted(languages.items()))
        print(f"{part:10} {sum(languages.values()):>9,}  {shown}")
    product = sum(n for (where, _), n in lines.items() if where in PRODUCT)
    print(f"{'product':10} {product:>9,}  {' + '.join(PRODUCT)}")


if __name__ == "__main__":
    main()
