"""Who blocks whom, in rooms and at the start of games."""

import itertools
from collections.abc import Sequence
from typing import Any

import zeitnot_protocol as p
from zeitnot_server.people.blocks import CHAT, OVERLAP_MS, SIT, Blocks
from zeitnot_server.profiles.people_store import BLOCKS_AT_ONCE, Block
from zeitnot_server.rooms.commands import Command
from zeitnot_server.rooms.room import Actor, Refusal, Step

from ..rooms.rig import PEOPLE, STRANGER, Rig

ANN, BOB, *_ = PEOPLE


class Stored:
    """The blocks in a database, shared by several nodes."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str], Block] = {}
        self.reads: list[int] = []
        self.full = False

    async def relate(self, account: str, kind: str, other: str, at: int) -> bool:
        if not self.full:
            self.rows[account, other] = Block(account, other, at, active=True)
        return not self.full

    async def end_relation(self, account: str, kind: str, other: str, at: int) -> None:
        self.rows[account, other] = Block(account, other, at, active=False)

    async def blocks_since(self, at: int, after: Block | None = None) -> Sequence[Block]:
        self.reads.append(at)
        rows = sorted(self.rows.values(), key=lambda row: (row.at, row.account, row.other))
        start = 0 if after is None else rows.index(after) + 1
        return [row for row in rows[start:] if row.at >= at][:BLOCKS_AT_ONCE]


class Viewing:
    """The part of a viewer that policies read."""

    def __init__(self, actor: Actor | None) -> None:
        self.actor = actor


def node(stored: Any, at: int = 1_000_000) -> Blocks:
    clock = itertools.count(at)
    return Blocks(stored, lambda: next(clock), lambda: 0.0)


def refusal(blocks: Blocks, rig: Rig, command: Command, actor: Actor | None) -> Refusal | None:
    done, viewer = Step(rig.room), Viewing(actor)
    return blocks.admit(rig.room, done, command, viewer).refusal  # type: ignore[arg-type]


SAT = p.Sit(game="game0", id="c1", seat=1)
SAID = p.Chat(game="game0", text="hello")


async def test_a_blocked_account_cannot_sit_down_with_the_one_that_blocks_it() -> None:
    blocks, rig = node(Stored()), Rig()
    rig.do(0, p.Sit, seat=0)
    assert refusal(blocks, rig, SAT, STRANGER) is None
    assert await blocks.block(ANN.account, STRANGER.account)
    assert refusal(blocks, rig, SAT, STRANGER) == Refusal("blocked", SIT)
    assert refusal(blocks, rig, SAT, BOB) is None
    assert refusal(blocks, rig, SAT, None) is None
    assert refusal(blocks, rig, p.Resign(game="game0", id="c2"), STRANGER) is None
    await blocks.unblock(ANN.account, STRANGER.account)
    assert refusal(blocks, rig, SAT, STRANGER) is None


async def test_nor_in_a_game_that_it_has_created() -> None:
    blocks, rig = node(Stored()), Rig(creator="maker")
    await blocks.block("maker", STRANGER.account)
    assert refusal(blocks, rig, SAT, STRANGER) == Refusal("blocked", SIT)


async def test_one_that_blocks_may_sit_down_but_neither_hears_the_other() -> None:
    blocks, rig = node(Stored()), Rig().start()
    await blocks.block(STRANGER.account, ANN.account)
    assert refusal(blocks, rig, SAT, STRANGER) is None
    assert refusal(blocks, rig, SAID, STRANGER) == Refusal("blocked", CHAT)
    assert refusal(blocks, rig, SAID, BOB) is None
    await blocks.block(BOB.account, ANN.account)
    assert refusal(blocks, rig, SAID, ANN) == Refusal("blocked", CHAT)
    assert refusal(blocks, rig, SAID, BOB) == Refusal("blocked", CHAT)


async def test_a_full_list_changes_nothing() -> None:
    stored = Stored()
    blocks = node(stored)
    stored.full = True
    assert not await blocks.block("a", "b")
    assert not blocks.blocks("a", "b")


async def test_other_nodes_learn_of_blocks_and_of_their_ends() -> None:
    stored = Stored()
    here, there = node(stored), node(stored, 1_000_500)
    await here.block("a", "b")
    assert not there.blocks("a", "b")
    await there.read()
    assert there.blocks("a", "b")
    await here.unblock("a", "b")
    await there.read()
    assert not there.blocks("a", "b")
    assert stored.reads == [0, 1_000_500 - OVERLAP_MS]


async def test_a_block_that_was_renewed_stays() -> None:
    stored = Stored()
    blocks = node(stored)
    stored.rows["a", "b"] = Block("a", "b", 3, active=True)
    stored.rows["a", "c"] = Block("a", "c", 2, active=False)
    await blocks.read()
    assert (blocks.blocks("a", "b"), blocks.blocks("a", "c")) == (True, False)
    assert blocks.any_blocks(["x", "a"], "b")
    assert not blocks.any_blocks(["x", "a"], "c")


async def test_every_page_of_blocks_is_read() -> None:
    stored = Stored()
    for number in range(BLOCKS_AT_ONCE + 1):
        stored.rows["ann", f"b{number}"] = Block("ann", f"b{number}", 5, active=True)
    blocks = node(stored)
    await blocks.read()
    assert len(blocks.blocked_by("ann")) == BLOCKS_AT_ONCE + 1
    assert stored.reads == [0, 0]


async def test_a_block_is_told_once_on_each_node() -> None:
    stored = Stored()
    here, there = node(stored), node(stored)
    told = dict[Blocks, list[str]]()
    for one in (here, there):
        told[one] = []
        one.listeners.append(told[one].append)
    await here.block("ann", "bob")
    for _ in range(2):
        await here.read()
        await there.read()
    await here.unblock("ann", "bob")
    await there.read()
    assert told == {here: ["ann", "bob"], there: ["ann", "bob"]}
