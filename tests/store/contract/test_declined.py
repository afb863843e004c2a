"""Declined invitations in the database: the seat is open, a game to which nobody came is in no
list, and the operator can remove the text."""

import zeitnot_protocol as p
from zeitnot_server.lobby.owned_game import owned
from zeitnot_server.rooms.commands import DeclineInvitation
from zeitnot_server.rooms.room import Invitation
from zeitnot_server.rooms.timeouts import ANSWER_MS
from zeitnot_server.store import GameFilter, Store
from zeitnot_server.store.admin import REMOVED

from ..full_records import pages
from ..playing import ANN, BOB, Game, rules_for
from .implementations import Database
from .test_admin import BY

DECLINE = DeclineInvitation(BOB.account, "later", "Not now, thanks")


async def invited_game(store: Store, id: str = "game1") -> Game:
    """Ann has created a game, sat down, and invited Bob."""
    own = Invitation(ANN.account, ANN.name)
    invitations = (own, Invitation(BOB.account, BOB.name, bot=True, level=2))
    game = await Game(store, id, invitations=invitations, creator=ANN.account).create()
    await game.do(0, game.command(p.Sit))
    return game


async def test_an_invitation_names_its_deadline_and_who_asks(store: Store) -> None:
    game = await invited_game(store)
    (invited,) = await store.games.invitations_of(BOB.account)
    ann = p.Player(name="Ann")
    assert (invited.asker, invited.opponents) == (ann, [ann])
    assert invited.deadline == 1_000 + ANSWER_MS
    assert invited.series is None
    (own,) = await store.games.invitations_of(ANN.account)
    assert own.deadline is None
    await game.do(1, game.command(p.Sit))
    (seated,) = await store.games.invitations_of(BOB.account)
    assert seated.deadline is None


async def test_an_invitation_to_a_series_says_so(store: Store) -> None:
    setup = p.Setup(series=p.Series(games=4))
    invitations = (Invitation(ANN.account, ANN.name), Invitation(BOB.account, BOB.name, bot=True))
    game = await Game(
        store, "game1", invitations=invitations, creator=ANN.account, setup=setup
    ).create()
    (stored,) = await store.games.by_id(["game1"])
    by_query = await store.games.invitations_of(BOB.account)
    for found in (by_query, owned(stored).invitations(BOB.account)):
        assert [each.series for each in found] == [p.Series(games=4)]
    (in_memory,) = owned(game.room).invitations(BOB.account)
    assert in_memory.series == p.Series(games=4)


async def test_a_declined_seat_is_open_after_a_restart(store: Store) -> None:
    game = await invited_game(store)
    await game.do(None, DECLINE)
    assert await store.games.invitations_of(BOB.account) == []
    (stored,) = await store.games.by_id(["game1"])
    assert (stored.holders[1], stored.bot_game) == (None, None)
    loaded = await store.log.load("game1")
    assert loaded is not None
    assert loaded.room == game.room


async def test_a_game_to_which_nobody_came_is_in_no_list(store: Store) -> None:
    for id in ("alone", "joined"):
        game = await invited_game(store, id)
        await game.do(None, DECLINE)
        if id == "joined":
            game.players = (ANN, BOB)
            await game.do(1, game.command(p.Sit))
            await game.do(1, game.command(p.Leave))
        await game.do(0, game.command(p.Abort))
    for account in (None, ANN.account, BOB.account):
        assert await pages(store, GameFilter(), account) == ["joined"]
    assert await pages(store, GameFilter(mine=True), ANN.account) == ["joined"]
    assert await pages(store, GameFilter(player="Ann"), ANN.account) == ["joined"]
    assert [game.id for game in await store.games.public_ends(9)] == ["joined"]


async def test_the_row_of_a_game_without_trace_agrees_with_its_log(
    store: Store, database: Database
) -> None:
    game = await invited_game(store)
    await game.do(None, DECLINE)
    await game.do(0, game.command(p.Abort))
    with database.checks() as checks:
        stored = checks.game("game1")
        assert stored is not None
        assert list(stored.row_differences(stored.room(rules_for))) == []


async def test_the_text_of_a_decline_can_be_removed(store: Store, database: Database) -> None:
    game = await invited_game(store)
    await game.do(None, DECLINE)
    with database.admin() as admin:
        assert admin.games.games_with(BOB.account, "said") == ["game1"]
        ((number, line),) = admin.games.chat_of("game1", BOB.account)
        assert (line.name, line.text) == ("Bob", "Not now, thanks")
        admin.games.remove_chat(BY, "game1", [number])
        ((_, line),) = admin.games.chat_of("game1")
        assert line.text == REMOVED
    *_, entry = await store.log.entries("game1")
    assert isinstance(entry.event, p.Seated)
    assert entry.event.declined == p.Declined(name="Bob", reason="later", text=REMOVED)
