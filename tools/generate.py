"""Writes every file that is generated from the code; `--check` only lists the stale ones."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

import access_page
import command_page
import games_page
import help_texts
import limits_page
import room_page
import sdk_page
import settings_page
from wire import asyncapi, openapi, reference, typescript

ROOT = Path(__file__).parents[1]
OUTPUTS: dict[str, Callable[[], str]] = {
    "clients/web/src/protocol.ts": typescript.render,
    "docs/reference/protocol.md": reference.render,
    "server/zeitnot_server/web/descriptions/openapi.yaml": openapi.render,
    "server/zeitnot_server/web/descriptions/asyncapi.yaml": asyncapi.render,
    "docs/reference/access.md": access_page.render,
    "docs/reference/commands.md": command_page.render,
    "docs/reference/games.md": games_page.render,
    "docs/reference/limits.md": limits_page.render,
    "server/zeitnot_server/help.json": help_texts.render,
    "docs/reference/rooms.md": room_page.render,
    "docs/reference/sdk.md": sdk_page.render,
    "docs/reference/settings.md": settings_page.render,
    "docs/reference/zeitnot.toml": settings_page.example,
}


def stale() -> list[str]:
    """The generated files that are missing or out of date."""
    return [name for name, render in OUTPUTS.items() if _read(ROOT / name) != render()]


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def main() -> int:
    """Returns the exit status: 1 if `--check` found a stale file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    names = stale()
    for name in names:
        print(f"{'stale' if check else 'writing'}: {name}")
        if not check:
            path = ROOT / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(OUTPUTS[name](), encoding="utf-8")
    return 1 if check and names else 0


if __name__ == "__main__":
    sys.exit(main())
