"""How often the rows of bots change for the watchers of the lobby."""

from msgspec.structs import replace

import zeitnot_protocol as p
from zeitnot_server.lobby.bot_rows import BURST_S, CHARACTERS_PER_SECOND, BotRows


def test_changes_of_many_bots_cost_a_watcher_a_bounded_rate() -> None:
    now_s, bots = 0.0, [p.BotView(name=f"bot{number}" * 20, plays=[]) for number in range(400)]
    rows, last, sent = BotRows(lambda: bots, lambda bot: bot, lambda: now_s), (), 0
    for step in range(200):
        now_s = step / 2
        bots[step % 400] = replace(bots[step % 400], version=str(step))
        if (shown := rows.shown()) != last:
            last, sent = shown, sent + len(p.encode(shown))
    assert sent <= CHARACTERS_PER_SECOND * (100 + BURST_S) + len(p.encode(bots))


def test_changes_of_few_bots_are_shown_at_once_and_the_last_change_later() -> None:
    now_s, bot = 0.0, p.BotView(name="bot", plays=["othello"])
    bots = [bot]
    rows = BotRows(lambda: bots, lambda bot: bot, lambda: now_s)
    for version in range(10_000):
        bots[0] = replace(bot, version=str(version))
        rows.shown()
    assert rows.shown() != tuple(bots)
    now_s += 0.1
    assert rows.shown() == tuple(bots)
    bots.clear()
    assert rows.shown() == ()
