"""Planted faults in the distribution of a bot's games among its processes."""

from ..fault import CLIENT, SERVER, Fault

SHARING = (
    Fault(
        "stale-process",
        "lets a process stay in the room of a game that was assigned to another process",
        f"{SERVER}/hosting/room/send_queue.py",
        "        return 0 < self.assignment < other.assignment and self.process != other.process\n",
        "        return False\n",
        ("tests/server/test_several_processes.py",),
    ),
    Fault(
        "own-number",
        "removes a process from its game when the game is assigned to it again",
        f"{SERVER}/hosting/room/send_queue.py",
        "        return 0 < self.assignment < other.assignment and self.process != other.process\n",
        "        return 0 < self.assignment < other.assignment\n",
        ("tests/server/test_several_processes.py",),
    ),
    Fault(
        "orphans",
        "does not reassign the games of a process that has ended",
        f"{SERVER}/bots/processes.py",
        "        bot.waiting = {**left, **bot.waiting}\n",
        "",
        ("tests/server/test_bot_processes.py",),
    ),
    Fault(
        "too-full",
        "gives a process more games than its capacity",
        f"{SERVER}/bots/assignment.py",
        "        return self.capacity is None or load + required.points <= self.capacity\n",
        "        return True\n",
        ("tests/server/test_assignment.py",),
    ),
    Fault(
        "shown-to-all",
        "sends all games of a bot to each of its processes",
        f"{SERVER}/bots/online.py",
        "        games = self.processes.games_of(account, watcher.watch.process)\n",
        "        return None\n",
        ("tests/server/lobby/test_processes.py",),
    ),
    Fault(
        "given-back",
        "the client does not play a game that was assigned to it again while it left the room",
        f"{CLIENT}/game_tasks.py",
        "                    if self._number(game) != number:\n",
        "                    if False:\n",
        ("tests/clients/test_processes.py",),
    ),
)
