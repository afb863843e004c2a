"""`zeitnot help`: the first screen of a how-to, an error code's meaning, or a command's help."""

import json
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from .printing import say

TEXTS = Path(__file__).parents[1] / "help.json"  # `make docs` writes it from the pages


@click.command("help")
@click.argument("topic", required=False)
@click.pass_context
def help_(ctx: click.Context, topic: str | None) -> None:
    """Explain a topic, an error code or a command; without TOPIC, list the topics.

    \b
      zeitnot help operating
      zeitnot help too_fast
      zeitnot help serve
    """
    texts: Any = json.loads(TEXTS.read_text("utf-8"))
    topics, codes = texts["topics"], texts["errors"]["codes"]
    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    if topic is None:
        say("Topics: " + ", ".join(topics))
        say("Also any error code, such as too_fast, and any command, such as serve.")
    elif topic in topics:
        say(topics[topic]["text"])
        say(f"\nThe whole page: {topics[topic]['page']}")
    elif (code := topic.lower()) in codes:
        say(f"{code}: {codes[code]}")
        say(f"\nAll error codes: {texts['errors']['page']}")
    elif (command := root.command.get_command(root, topic)) is not None:
        with click.Context(command, info_name=topic, parent=root) as own:
            say(command.get_help(own))
    else:
        known = [*topics, *codes, *root.command.list_commands(root)]
        near = get_close_matches(topic.lower(), known)
        hint = f"Did you mean {' or '.join(near)}?" if near else "`zeitnot help` lists them."
        raise click.UsageError(f"There is no topic {topic!r}. {hint}")
