"""The page shows what a bot takes, offers only that, and says why it declines."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator

from playwright.sync_api import expect

import zeitnot_protocol as p
from zeitnot_client import Client, Decline, run_bot

from .conftest import People


@contextlib.contextmanager
def picky_bot(address: str) -> Iterator[None]:
    """A bot that takes games of five minutes at most, and declines them."""
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        async with Client(address) as client:
            registered = await client.http.register_bot("Picky")
        await run_bot(
            address,
            registered.token,
            lambda turn: turn.legal[0],
            ["tictactoe"],
            takes=[p.Takes(base_ms=p.Range(most=300_000))],
            decide=lambda _: Decline("later", "At eight, please"),
        )

    task = loop.create_task(serve())
    thread = threading.Thread(target=lambda: loop.run_until_complete(asyncio.wait({task})))
    thread.start()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()
        loop.close()


def test_only_what_a_bot_takes_is_offered_and_its_reason_is_shown(people: People) -> None:
    page = people.new(width=390, height=844)
    with picky_bot(people.address):
        page.goto("/bots")
        row = page.locator(".bot", has_text="Picky")
        expect(row).to_contain_text("Takes up to 5 minutes on the clock")
        row.get_by_role("button", name="Play against it").click()
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text("Takes up to 5 minutes on the clock")
        clocks = sheet.get_by_role("group", name="Clock")
        expect(clocks.get_by_text("Custom", exact=True)).to_be_visible()
        expect(clocks.get_by_text("No clock", exact=True)).to_have_count(0)
        sheet.get_by_role("button", name="Play", exact=True).click()
        declined = page.get_by_text("Picky declines: not now, ask again later.")
        expect(declined).to_contain_text("“At eight, please”")
        expect(page.get_by_text("Send this link")).to_be_visible()
