"""Planted faults in sharing a bot's games among its processes."""

from ..fault import CLIENT, SERVER, Fault

SHARING = (
    Fault(
        "stale-process",
        "keeps a process in the room whose game was given to another",
        f"{SERVER}/hosting/room/send_queue.py",
        "        return 0 < self.assignment < other.assignment and self.process != other.process\n",
        "        return False\n",
        ("tests/server/test_several_processes.py",),
    ),
    Fault(
        "own-number",
        "sends a process away from its own game when that was given to it again",
        f"{SERVER}/hosting/room/send_queue.py",
        "        return 0 < self.assignment < other.assignment and self.process != other.process\n",
        "        return 0 < self.assignment < other.assignment\n",
        ("tests/server/test_several_processes.py",),
    ),
    Fault(
        "orphans",
        "gives nobody the games of a process that has gone",
        f"{SERVER}/bots/processes.py",
        "        bot.waiting = {**left, **bot.waiting}\n",
        "",
        ("tests/server/test_bot_processes.py",),
    ),
    Fault(
        "too-full",
        "gives a process more than it takes",
        f"{SERVER}/bots/assignment.py",
        "        return self.capacity is None or load + wanted.points <= self.capacity\n",
        "        return True\n",
        ("tests/server/test_assignment.py",),
    ),
    Fault(
        "told-to-all",
        "shows every process all games of its bot",
        f"{SERVER}/bots/online.py",
        "        games = self.processes.games_of(account, watcher.watch.process)\n",
        "        return None\n",
        ("tests/server/lobby/test_processes.py",),
    ),
    Fault(
        "given-back",
        "the client does not play a game that was given back while it left the room",
        f"{CLIENT}/game_tasks.py",
        "                    if self._number(game) != number:\n",
        "                    if False:\n",
        ("tests/clients/test_processes.py",),
    ),
)
