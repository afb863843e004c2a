"""Several processes of one bot in the lobby: each sees its games, and gets those of a process that
ends."""

import zeitnot_protocol as p
from zeitnot_server.bots.watcher import Watcher
from zeitnot_server.hosting.room.inbox import ClientCommand
from zeitnot_server.hosting.room.room_actor import RoomActor
from zeitnot_server.hosting.room.send_queue import SendQueue
from zeitnot_server.rooms.room import Actor, Invitation

from ..hosted import Person
from .harness import Harness, LobbyClient, own_game_ids

MARVIN = Actor("acc-bot", "Marvin", bot=True)
FOR_MARVIN = Invitation(MARVIN.account, MARVIN.name, True)


class Process(LobbyClient):
    """A socket of one process. `numbers`: the assignment of each invitation read, by game."""

    def __init__(self, id: str, plays: str = "tictactoe", max_games: int | None = None) -> None:
        super().__init__(MARVIN)
        self.watcher.watch = p.Watch(
            plays=plays.split(), changes=True, most_games=max_games, process=id
        )
        self.numbers: dict[str, int] = {}

    async def read(self) -> None:
        """Reads all pending frames."""
        while not self.watcher.send_queue.empty:
            message = p.decode_lobby_out(await self.watcher.send_queue.get())
            self.received.append(message)
            if isinstance(message, p.Invited):
                self.numbers[message.game] = message.assignment
            elif isinstance(message, p.Lobby):
                self.lobby = message
            elif isinstance(message, p.LobbyChanged) and message.yours is not None:
                assert self.lobby is not None
                self.lobby.yours = message.yours

    async def games(self) -> list[str]:
        """Its games, according to the lobby."""
        await self.read()
        assert self.lobby is not None
        return own_game_ids(self.lobby)


async def join(harness: Harness, *processes: Process) -> None:
    for process in processes:
        await harness.service.join(process.watcher)


async def new_games(harness: Harness, count: int) -> list[str]:
    return [(await harness.new_game(FOR_MARVIN)).room.id for _ in range(count)]


async def test_each_game_is_assigned_to_one_process(harness: Harness) -> None:
    first, second = Process("a"), Process("b")
    await join(harness, first, second)
    games = await new_games(harness, 6)
    await harness.check()
    for process in (first, second):
        assert sorted(await process.games()) == sorted(process.numbers)
        assert len(process.numbers) == 3
    assert sorted([*first.numbers, *second.numbers]) == sorted(games)
    numbers = {**first.numbers, **second.numbers}
    assert 0 < numbers[games[0]] < numbers[games[-1]]


async def test_games_of_a_departed_process_are_reassigned(harness: Harness) -> None:
    first, second = Process("a"), Process("b")
    await join(harness, first, second)
    games = await new_games(harness, 2)
    await first.read()
    harness.service.leave(first.watcher)
    await second.read()
    assert sorted(second.numbers) == sorted(games), "the games are reassigned at once"
    ((reassigned, number),) = first.numbers.items()
    assert second.numbers[reassigned] > number
    await harness.check()
    assert sorted(await second.games()) == sorted(games)


async def test_a_new_process_gets_only_new_games(harness: Harness) -> None:
    first, second = Process("a"), Process("b")
    await join(harness, first)
    (running,) = await new_games(harness, 1)
    await join(harness, second)
    assert await second.games() == []
    (new,) = await new_games(harness, 1)
    await harness.check()
    assert (await first.games(), await second.games()) == ([running], [new])


async def test_a_game_waits_for_a_process_that_can_play_it(harness: Harness) -> None:
    other, player = Process("a", "othello ewn"), Process("b", "tictactoe", max_games=1)
    await join(harness, other)
    (waiting,) = await new_games(harness, 1)
    await other.read()
    assert other.numbers == {}
    assert harness.service.bots.processes.waiting == 1
    await join(harness, player)
    await player.read()
    assert list(player.numbers) == [waiting]


async def test_games_over_the_limit_wait_until_another_ends(harness: Harness) -> None:
    """Four games without a clock count as one."""
    process = Process("a", max_games=1)
    await join(harness, process)
    games = [await harness.new_game(FOR_MARVIN) for _ in range(5)]
    ids = [room_actor.room.id for room_actor in games]
    await process.read()
    assert list(process.numbers) == ids[:4]
    await _abort(games[2])
    await process.read()
    assert list(process.numbers) == ids


async def _abort(room_actor: RoomActor) -> None:
    person, game = Person("ann"), room_actor.room.id
    for command in (p.Sit(game=game, id="s", seat=1), p.Abort(game=game, id="a")):
        room_actor.post(ClientCommand(person.viewer, command, 0))
    await room_actor.wait_until_idle()
    assert room_actor.room.finished


async def test_sockets_of_one_process_see_the_same_games(harness: Harness) -> None:
    """One of them may be dead, and the server may not know it yet."""
    dead, alive = Process("a"), Process("a")
    await join(harness, dead, alive)
    (game,) = await new_games(harness, 1)
    await dead.read()
    await alive.read()
    assert dead.numbers == alive.numbers == {game: alive.numbers[game]}
    harness.service.leave(dead.watcher)
    await harness.check()
    assert await alive.games() == [game]


async def test_sockets_without_a_process_id_see_all_games(harness: Harness) -> None:
    """A bot of an older version sends no process id; its games have no assignment number."""
    first, second = Process("", max_games=1), Process("", max_games=1)
    await join(harness, first, second)
    games = await new_games(harness, 3)
    await harness.check()
    for process in (first, second):
        assert sorted(await process.games()) == sorted(games)
        assert process.numbers == dict.fromkeys(games, 0)


async def test_a_socket_without_game_types_sees_all_games_but_gets_none(harness: Harness) -> None:
    looking, playing = Process("", plays=""), Process("b")
    await join(harness, looking, playing)
    (game,) = await new_games(harness, 1)
    await harness.check()
    assert await looking.games() == await playing.games() == [game]
    assert looking.numbers == {game: 0}
    harness.service.leave(playing.watcher)
    await looking.read()
    assert looking.numbers == {game: 0}


async def test_a_bot_has_one_row_for_all_its_processes(harness: Harness) -> None:
    processes = {"a": ("othello", 3, 2), "b": ("tictactoe othello", 0, 5)}
    for id, (plays, levels, max_games) in processes.items():
        watch = p.Watch(plays=plays.split(), levels=levels, most_games=max_games, process=id)
        await harness.service.join(Watcher(MARVIN, SendQueue(lambda: None), watch))
    bots = harness.service.bots
    row = p.BotView(name="Marvin", plays=["tictactoe", "othello"], levels=3, most_games=7)
    (listed,), (online,) = bots.listed(), bots.online()
    assert sorted(listed.plays) == sorted(row.plays)
    row.plays = listed.plays
    assert listed == online == row
    found = bots.find("Marvin", "tictactoe")
    assert found
    assert (found[0].levels, found[0].most_games) == (0, 5), (
        "the limits of the processes that play this game"
    )
    assert bots.find("Nobody") is None
