"""Registers the lobby and its connection to other nodes, which show the same lobby."""

import asyncio
from dataclasses import dataclass

from ..accounts.events import GuestMerged
from ..bots.register import Bots
from ..hosting.app import App
from ..nodes import register as nodes
from ..nodes.peers import Peers
from .new_games import NewGames
from .open_seats import OpenSeats
from .ports import Blocks, Ports, ports_of
from .republish import republish
from .service import LobbyService


@dataclass(frozen=True, slots=True)
class Lobby:
    """The parts of the lobby that other features use."""

    service: LobbyService
    seats: OpenSeats
    peers: Peers
    new_games: NewGames
    ports: Ports


def register(app: App, bots: Bots, blocks: Blocks) -> Lobby:
    """Creates the lobby and registers its tasks on `app`."""
    store, registry = app.store, app.registry
    service = LobbyService(registry, store, app.feed, bots.online, bots.games.with_busy)
    reached = registry.tally.limits_reached
    seats = OpenSeats(registry.room, app.clock.ms, app.events, app.house_accounts, reached)
    peers = nodes.register(app, service, bots.games)
    ports = ports_of(store, blocks)
    new_games = NewGames(
        store.games,
        registry,
        bots.online,
        bots.admission,
        refresh_peers=peers.refresh,
        owner_of=store.accounts.owner_of,
        people=service.people,
        ports=ports,
        unlimited_accounts=app.house_accounts,
        ratings=app.ratings,
    )

    def note_merged(merged: GuestMerged) -> None:
        bots.online.merge_owner(merged.guest, merged.account, merged.name)
        for game in merged.unloaded:
            service.note_stored(game)
        service.mark_dirty()

    app.events.subscribe(GuestMerged, note_merged)
    republished = asyncio.Event()

    async def publish_again() -> None:
        try:
            await republish(store, registry, service, app.feed)
        finally:
            peers.rescan()
            republished.set()

    async def send_updates() -> None:
        """Waits, so that the first lobby has the games in progress."""
        await republished.wait()
        await service.run()

    app.starts.append(lambda: service.seated.read(store.tokens))
    app.add_task("republish", publish_again)
    app.add_task("tell", send_updates)
    return Lobby(service, seats, peers, new_games, ports)
