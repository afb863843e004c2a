"""How often the rows of bots, and of people who wait, change for the watchers of the lobby."""

import pytest
from msgspec.structs import replace

import zeitnot_protocol as p
from zeitnot_server.lobby import service
from zeitnot_server.lobby.paced_rows import BURST_S, CHARACTERS_PER_SECOND, PacedRows
from zeitnot_server.lobby.seeks import MAX_ROWS, terms_of
from zeitnot_server.nodes.remote import RemoteState
from zeitnot_server.nodes.state import PostedSeek

from .harness import Harness, LobbyClient


def test_changes_of_many_bots_cost_a_watcher_a_bounded_rate() -> None:
    now_s, bots = 0.0, [p.BotView(name=f"bot{number}" * 20, plays=[]) for number in range(400)]
    rows, last, sent = PacedRows(lambda: bots, lambda: now_s), (), 0
    for step in range(200):
        now_s = step / 2
        bots[step % 400] = replace(bots[step % 400], version=str(step))
        if (shown := rows.shown()) != last:
            last, sent = shown, sent + len(p.encode(shown))
    assert sent <= CHARACTERS_PER_SECOND * (100 + BURST_S) + len(p.encode(bots))


def test_changes_of_few_bots_are_shown_at_once_and_the_last_change_later() -> None:
    now_s, bot = 0.0, p.BotView(name="bot", plays=["othello"])
    bots = [bot]
    rows = PacedRows(lambda: bots, lambda: now_s)
    for version in range(10_000):
        bots[0] = replace(bot, version=str(version))
        rows.shown()
    assert rows.shown() != tuple(bots)
    now_s += 0.1
    assert rows.shown() == tuple(bots)
    bots.clear()
    assert rows.shown() == ()


def seeks_on_many_terms(people: int) -> tuple[PostedSeek, ...]:
    """Seeks at another node, of so many people on the first terms and of one on each other."""
    settings: list[p.Settings] = [{"board": number} for number in range(MAX_ROWS)]
    control = p.Control(kind="fischer", base_ms=180_000, increment_ms=2_000)
    terms = [terms_of("othello", each, control, rated=False) for each in settings]
    all_terms = [*terms[1:], *[terms[0]] * people]
    return tuple(
        PostedSeek(f"two-{number}", f"account{number}", "Ann", "othello", each, number)
        for number, each in enumerate(all_terms)
    )


async def test_people_who_come_and_go_cost_a_watcher_a_bounded_rate(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s = 0.0
    monkeypatch.setattr(harness.service._waiting, "_seconds", lambda: now_s)
    client = LobbyClient()
    await harness.service.join(client.watcher)
    await client.next()
    sent = 0
    for step in range(100):
        now_s = step / 2
        state = RemoteState(seeks=seeks_on_many_terms(1 + step % 2))
        harness.service.apply_remote_state(state)
        await harness.check()
        while not client.watcher.send_queue.empty:
            sent += len(await client.watcher.send_queue.get())
    rows = len(p.encode(harness.service.seeks.rows()))
    assert sent <= service.WAITING_CHARACTERS_PER_SECOND * (50 + BURST_S) + 2 * rows
    now_s += 60
    await harness.check()
    assert (await client.next()).waiting == list(harness.service.seeks.rows())
