"""Lists, records and exports of games."""

import pytest

import zeitnot_protocol as p
from zeitnot_server.rooms.room import Actor, Invitation, Now, Room
from zeitnot_server.rooms.summary import summary_with_turn
from zeitnot_server.rooms.value import replace
from zeitnot_server.store import BadFilter, GameFilter, Store

from ...each import each
from ..full_records import export_of, pages, record_of
from ..playing import ANN, BOB, Game
from .conftest import CYD


async def ids(store: Store, **filter_fields: object) -> list[str]:
    """The ids of the games of one page."""
    page = await store.games.page(GameFilter(**filter_fields))  # type: ignore[arg-type]
    return [game.id for game in page.games]


ALL = ["open1", "running1", "aborted1", "drawn1", "lost1", "won1"]


@each(
    ("query", "expected"),
    [
        ({}, ALL),
        ({"state": "finished"}, ["aborted1", "drawn1", "lost1", "won1"]),
        ({"state": "open"}, ["open1"]),
        ({"state": "running"}, ["running1"]),
        ({"reason": "rules"}, ["won1"]),
        ({"reason": "aborted"}, ["aborted1"]),
        ({"player": "ann"}, ["aborted1", "drawn1", "lost1", "won1"]),
        ({"player": " BOB "}, ["running1", "aborted1", "drawn1", "lost1", "won1"]),
        ({"player": "cyd3"}, ["running1"]),
        ({"player": "nobody"}, []),
        ({"player": "Ann", "result": "win"}, ["won1"]),
        ({"player": "Ann", "result": "loss"}, ["lost1"]),
        ({"player": "Bob", "result": "win"}, ["lost1"]),
        ({"player": "Ann", "result": "draw"}, ["drawn1"]),
        ({"result": "draw"}, ["drawn1"]),
        ({"result": "0"}, ["lost1", "won1"]),
        ({"result": "1"}, []),
        ({"result": "0", "player": "Bob"}, ["lost1"]),
        ({"game": "count"}, ALL),
        ({"game": "othello"}, []),
        ({"date_from": 3_000, "date_to": 5_000}, ["aborted1", "drawn1"]),
        ({"date_from": 6_001}, []),
        ({"limit": 2}, ["open1", "running1"]),
    ],
)
async def test_a_list_has_the_games_of_its_filter(
    store_with_games: Store, query: dict[str, object], expected: list[str]
) -> None:
    assert await ids(store_with_games, **query) == expected


async def test_the_states_of_games(store_with_games: Store) -> None:
    states = await store_with_games.games.states([*ALL, "none"])
    assert states == {game: "finished" for game in ALL[2:]} | {
        "open1": "open",
        "running1": "running",
    }
    assert await store_with_games.games.states([]) == {}


async def test_a_list_with_a_bad_filter_is_refused(store: Store) -> None:
    with pytest.raises(BadFilter):
        await store.games.page(GameFilter(limit=1000))


async def test_a_list_row_summarizes_its_game(store_with_games: Store) -> None:
    page = await store_with_games.games.page(GameFilter(player="Ann", result="win"))
    assert page.cursor is None
    (game,) = page.games
    assert game == p.GameSummary(
        id="won1",
        game_type="count",
        settings={"heap": 4, "die": False},
        control=p.Control(kind="fischer", base_ms=60_000, increment_ms=1_000),
        state="finished",
        seats=[
            p.SeatView(player=p.Player(name="Ann"), salt="salt0"),
            p.SeatView(player=p.Player(name="Bob", bot=True), salt="salt1"),
        ],
        moves=3,
        position="0 1",
        created_at=1_000,
        scores=[1.0, 0.0],
        reason="rules",
        word="last one taken",
        finished_at=1_700_000_000_300,
    )


async def test_an_invited_bot_is_shown_as_reserved(store_with_games: Store) -> None:
    (game,) = (await store_with_games.games.page(GameFilter(state="open"))).games
    assert game.seats == [p.SeatView(), p.SeatView(reserved="Bob")]
    assert game.scores is None


async def test_has_ended_is_true_for_finished_games_only(store_with_games: Store) -> None:
    store = store_with_games
    ended = [game for game in (*ALL, "none1") if await store.games.has_ended(game)]
    assert sorted(ended) == ["aborted1", "drawn1", "lost1", "won1"]


async def test_paging_neither_loses_nor_repeats_games_of_equal_time(store: Store) -> None:
    created = {f"g{n:02}xx": 1_000 + n // 7 for n in range(25)}
    for id, created_at in created.items():
        await Game(store, id, created_at=created_at).create()
    expected = sorted(created, key=lambda id: (created[id], id), reverse=True)
    for limit in (1, 3, 7, 24, 25, 26):
        assert await pages(store, GameFilter(limit=limit)) == expected


async def test_a_new_game_does_not_shift_the_pages(store: Store) -> None:
    for n in range(4):
        await Game(store, f"game{n}", created_at=1_000 + n).create()
    first = await store.games.page(GameFilter(limit=2))
    await Game(store, "game9", created_at=2_000).create()
    second = await store.games.page(GameFilter(limit=2, cursor=first.cursor))
    assert [game.id for game in first.games + second.games] == ["game3", "game2", "game1", "game0"]


async def test_a_filter_applies_to_every_page(store_with_games: Store) -> None:
    filter_ = GameFilter(player="Ann", state="finished", limit=1)
    assert await pages(store_with_games, filter_) == ["aborted1", "drawn1", "lost1", "won1"]


async def test_a_game_of_two_namesakes_is_listed_once(store: Store) -> None:
    game = Game(store, players=(ANN, Actor("ann1b", "ann")))
    await (await game.create()).start()
    await game.do(0, game.command(p.Resign))
    assert await ids(store, player="Ann") == ["game1"]
    assert await ids(store, player="Ann", result="win") == ["game1"]
    assert await ids(store, player="ann1", result="win") == []


async def test_a_record_contains_every_event(store: Store) -> None:
    game = await (await Game(store, die=True).create()).start()
    await game.move(after=250)
    record = await record_of(store, "game1")
    assert record is not None
    assert record.commitment == game.room.game_setup.commitment
    assert [event.seq for event in record.events] == list(range(1, 8))
    threw, moved = record.events[-2:]
    assert isinstance(threw, p.Threw)
    assert isinstance(moved, p.Moved)
    assert moved.receipt.elapsed_ms == 250
    assert await record_of(store, "nosuch") is None


async def test_the_seed_is_revealed_at_the_end(store: Store) -> None:
    game = await (await Game(store).create()).start()
    during = await export_of(store, "game1")
    assert during is not None
    assert during.seed is None
    assert game.room.game_setup.seed.hex() not in p.encode(during)
    await game.do(0, game.command(p.Abort))
    after = await export_of(store, "game1")
    assert after is not None
    assert after.seed == game.room.game_setup.seed.hex()
    assert (after.format, after.players) == ("zeitnot-game-1", [s.view() for s in game.room.seats])
    assert await export_of(store, "nosuch") is None


async def test_the_unfinished_games_of_an_account_are_listed(store_with_games: Store) -> None:
    assert [game.id for game in await store_with_games.games.unfinished_of(BOB.account)] == [
        "open1",
        "running1",
    ]
    assert [game.id for game in await store_with_games.games.unfinished_of(CYD.account)] == [
        "running1"
    ]
    assert await store_with_games.games.unfinished_of(ANN.account) == []


@pytest.mark.parametrize("die", [False, True])
async def test_an_unfinished_game_has_the_same_turn_as_its_room(store: Store, die: bool) -> None:
    """A list reads the turn from the end of the log, because it does not restore rooms."""
    game = Game(store, players=(ANN, CYD), die=die)
    setup = replace(game.room.game_setup, control=p.Control(kind="correspondence", days=3))
    game.room = Room.new(setup)
    await (await game.create()).start()

    async def check_turn() -> p.GameSummary:
        (row,) = await store.games.unfinished_of(ANN.account)
        (stored,) = await store.games.by_id([game.room.id])
        now = Now(1, game.ms, 1_700_000_000_000 + game.ms)
        expected = summary_with_turn(game.room, now)
        assert (row, stored.summary) == (replace(expected, you=0), expected)
        return row

    assert (await check_turn()).turn_ends_at == 1_700_000_000_000 + 3 * 86_400_000
    await game.move(after=3_600_000)
    assert (await check_turn()).turn == 1
    await game.do(0, game.command(p.Takeback, action="ask"))
    await game.do(1, game.command(p.Takeback, action="accept"))
    assert (await check_turn()).turn == 0
    for seat, action in ((0, "offer"), (1, "accept")):
        await game.do(seat, game.command(p.Adjourn, action=action))
    assert (await check_turn()).turn_ends_at is None
    for seat in (0, 1):
        await game.do(seat, game.command(p.ResumeWish))
    assert (await check_turn()).turn_ends_at is not None


async def test_invitations_name_seat_and_level(store_with_games: Store) -> None:
    running, invitation = await store_with_games.games.invitations_of(BOB.account)
    assert (running.game, running.seat, running.level) == ("running1", 1, None)
    assert (invitation.game, invitation.seat, invitation.level) == ("open1", 1, 2)
    assert invitation.control.kind == "fischer"


async def test_running_games_precede_invitations(store: Store) -> None:
    """Otherwise many invitations could push running games out of the list."""
    await (await Game(store, "on", created_at=1).create()).start()
    invited = Invitation(BOB.account, BOB.name, True, None)
    for number in range(510):
        game = Game(store, f"new{number}", created_at=2 + number, invitations=(None, invited))
        await game.create()
    seats = await store.games.invitations_of(BOB.account)
    assert (seats[0].game, len(seats)) == ("on", 500)
    assert seats[1].game == "new509"
    assert "on" in {game.id for game in await store.games.unfinished_of(BOB.account)}


async def test_a_taken_reserved_seat_is_listed_once(store: Store) -> None:
    invited = Invitation(BOB.account, BOB.name, True, 2)
    game = await Game(store, invitations=(None, invited)).create()
    await game.start()
    assert [i.level for i in await store.games.invitations_of(BOB.account)] == [2]
    assert len(await store.games.unfinished_of(BOB.account)) == 1
