"""The server process: builds all parts and serves them on one socket until it is asked to stop."""

import asyncio
import contextlib
import os
import resource
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path

import structlog
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute

import zeitnot_protocol as p
from zeitnot_engines.exact_games import exact_finder

from . import books
from .config import BadConfig, Config
from .database import START_SECONDS, Address, open_store, translating_damage
from .events.bus import Events
from .exits import BAD_SETTINGS, FAILED
from .feed import BadAddress, Feed, MqttFeed, NullFeed
from .free_space import free_bytes
from .game_server.game_server import GameServer
from .garbage import Garbage
from .hosting.app import App
from .hosting.native import rules_for
from .hosting.room.now import AdjustedClock
from .house_bots import ensure_house_bots
from .limits.disk import MIB, DiskReserve
from .limits.long_reads import LongReads
from .limits.table import Limits
from .logs import configure, name_node
from .ratings.options import RatingOptions
from .rooms.room import Actor
from .runqueue import RunQueue
from .start_errors import StartFailed, translating_errors
from .stopping import GRACE_SECONDS, Server, Stop
from .store import Nodes, SingleFlight, StoreError
from .store.events import LeaseLost
from .web import pages
from .web.api.grader import Grader
from .web.api.page_cache import PageCache
from .web.api.people.profiles import Profiles
from .web.api.people.ratings import Leaderboards
from .web.api.routes import API_ROUTES
from .web.api.solving import Solving
from .web.edge import EDGE, Edge
from .web.http import routing
from .web.http.compressed import Compressed
from .web.http.headers import SECURITY
from .web.http.hosts import Hosts
from .web.http.identity import player_of
from .web.http.networks import Networks
from .web.http.origins import WrongOrigins
from .web.http.problems import ProblemError, on_http_exception, on_problem, on_store_error
from .web.limits.connection_limits import ConnectionLimits
from .web.metrics import Metrics
from .web.middleware import middleware
from .web.readiness import Readiness
from .web.sockets import routes as sockets
from .web.sockets.routes import WithSockets
from .web.transport import requests, transport
from .web.transport.input_watchdog import InputWatchdog

SWITCH_SECONDS = 0.0005  # after which the interpreter lets another thread run
PING_SECONDS = 4.0
PONG_SECONDS = 5.0
SPARE_FILES = 256  # for the database, this machine, and provisional connections
Register = Callable[[App, Config], object]
FEATURES: Sequence[Register] = ()
"""The `register` of each feature on which no other depends, in the order in which they get
facts."""

logger = structlog.get_logger()


def routes() -> list[BaseRoute]:
    """All routes. Only those of the page's files accept any query, because shared links may have
    parameters that other sites add, and the page's router handles its own."""
    return [
        *routing.with_refusals(API_ROUTES),
        *sockets.PLAIN,
        *pages.ANSWERS,
        *pages.FILES,
    ]


def application(
    game_server: GameServer, limits: Limits, edge: Edge = EDGE, tables: Path | None = None
) -> WithSockets:
    """The ASGI application of a running server. `tables`: the folder of tablebases."""
    app = Starlette(
        routes=routes(),
        exception_handlers={
            ProblemError: on_problem,
            HTTPException: on_http_exception,
            StoreError: on_store_error,
        },
        middleware=middleware(edge, API_ROUTES),
    )
    app.state.game_server = game_server
    app.state.limits = limits
    app.state.metrics = Metrics(game_server, edge.metrics_from)
    store = game_server.store
    app.state.readiness = Readiness(
        store.ping, lambda: f"{store.damage}" if store.damage.found else None
    )
    app.state.wrong_origins = WrongOrigins()
    app.state.cors_origins = edge.cors_origins
    app.state.list_turns = LongReads()
    app.state.compressed = Compressed()
    app.state.solving = Solving(finder_of=partial(exact_finder, tables=tables))
    app.state.book_list = SingleFlight(lambda: books.listing(game_server.store.books))
    connection_limits = app.state.connection_limits = ConnectionLimits(
        limits,
        game_server.clock.ms,
        game_server.house_accounts,
        connected=lambda: len(game_server.tally.connections),
        reached=game_server.tally.limits_reached,
    )
    long_reads = game_server.registry.long_reads
    app.state.bot_pages = PageCache(store, app.state.list_turns, long_reads)
    app.state.profiles = Profiles(game_server, app.state.list_turns)
    app.state.leaderboards = Leaderboards(game_server, app.state.list_turns)
    payer = connection_limits.sender(None, None)
    app.state.grader = Grader(store, app.state.solving, long_reads, payer, tables)
    return WithSockets(app, edge.hosts)


def serving(
    game_server: GameServer,
    limits: Limits,
    edge: Edge = EDGE,
    watchdog: InputWatchdog | None = None,
    tables: Path | None = None,
) -> uvicorn.Config:
    """uvicorn's configuration. `watchdog` records unread input while the loop is busy; `tables`:
    see `application`."""
    return uvicorn.Config(
        edge.wrap(application(game_server, limits, edge, tables)),
        interface="asgi3",
        http=requests.protocol(
            limits,
            game_server.tally,
            edge.naming_proxies,
            lambda head: player_of(HTTPConnection(head), game_server.lobby.service.seated),
        ),
        ws=transport.protocol(game_server.clock.ms, limits, game_server.tally, watchdog),
        proxy_headers=False,  # `edge` reads them
        ws_max_size=p.MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
        headers=SECURITY,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
    )


@contextlib.asynccontextmanager
async def open_game_server(
    config: Config, on_failure: Callable[[], None] = lambda: None
) -> AsyncIterator[GameServer]:
    """Opens the database, and starts feed, rooms and lobby; closes them in reverse order, each even
    if others fail. `on_failure`: called if the background tasks end by themselves, or if another
    node has ended this one's lease."""
    place = config.database()
    async with contextlib.AsyncExitStack() as closing:
        store = await open_store(
            place,
            rules_for,
            wait_s=START_SECONDS,
            node=config.node or "main",
            url=config.node_url,
        )
        closing.push_async_callback(store.close)
        store.damage.listen(_log_damage)
        store.events.subscribe(LeaseLost, lambda lost: on_failure())
        queue = RunQueue()
        closing.callback(queue.close)
        house_bots = set[Actor]()
        with translating_damage(place):
            if config.bot_token:
                house_bots |= await ensure_house_bots(store, config.bot_token, config.textbook_bots)
            run = await store.runs.begin()
        clock = AdjustedClock(
            run.number, time.monotonic_ns, time.time_ns, time.process_time_ns, queue.waited_ns
        )
        feed = _feed(config, store.nodes)
        await feed.start()
        closing.push_async_callback(feed.stop)
        disk = _disk_reserve(config, store.events)
        await disk.check()
        game_server = GameServer(
            store,
            clock,
            feed,
            disk,
            frozenset(house_bots),
            limits_of(config),
            audit_days=config.audit_days,
            features=[_configured(register, config) for register in FEATURES],
            ratings=RatingOptions(config.rated_games, config.rate_one_address),
            join=config.join,
        )
        with translating_damage(place):
            await game_server.start()
        closing.push_async_callback(game_server.close)
        await log_nodes(store.nodes, is_named=config.node is not None)
        await closing.enter_async_context(running_tasks(game_server.run_tasks(), on_failure))
        store.begin_checks()
        yield game_server


def _configured(register: Register, config: Config) -> Callable[[App], object]:
    return lambda app: register(app, config)


async def log_nodes(nodes: Nodes, is_named: bool) -> None:
    """Logs the name of this node and of the others. `is_named`: the operator has named it; if not,
    it may be one of several by mistake. Raises StoreError."""
    if not nodes.is_cluster:
        return
    others = ", ".join(other.node.name for other in await nodes.others())
    if others and not is_named:
        logger.warning("one of several nodes, without --node", this=nodes.this.name, others=others)
    else:
        logger.info("node", this=nodes.this.name, others=others or "none")


def _disk_reserve(config: Config, events: Events) -> DiskReserve:
    """The reserve on the database's disk; none if that is on another machine, whose disk is not
    known here."""
    place = config.database()
    if isinstance(place, Address):
        return DiskReserve(0, lambda: None, events)
    return DiskReserve(config.disk_reserve_mb * MIB, lambda: free_bytes(place.parent), events)


def _feed(config: Config, nodes: Nodes) -> Feed:
    """The feed of this node, if there is a broker. Raises BadAddress."""
    if config.mqtt is None:
        return NullFeed()
    return MqttFeed(config.mqtt, config.node, several=nodes.is_cluster)


@contextlib.asynccontextmanager
async def running_tasks(
    tasks: Coroutine[None, None, None], on_failure: Callable[[], None]
) -> AsyncIterator[None]:
    """Runs the background tasks, and cancels them at the end. If they end before that, this is
    logged at once, and `on_failure` is called."""

    def ended(task: asyncio.Task[None]) -> None:
        if not task.cancelled():
            logger.critical("housekeeping ended", exc_info=task.exception())
            on_failure()

    task = asyncio.create_task(tasks)
    task.add_done_callback(ended)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait([task])


def _log_damage(place: str, description: str | None) -> None:
    if description is None:
        logger.warning("database readable again", place=place)
    else:
        logger.error("database damaged", place=place, why=description)


def limits_of(config: Config) -> Limits:
    """The limits as configured; never more connections than this process may have open files."""
    return Limits(
        connections=min(config.connections, _files_allowed() - SPARE_FILES),
        sockets_per_address=config.sockets_per_address,
        anonymous_sockets_per_address=config.anonymous_sockets_per_address,
        sockets_per_account=config.sockets_per_account,
        owner_bots_a_day=config.owner_bots_a_day,
        address_bots_a_day=config.address_bots_a_day,
        games_per_account_with_bots=config.games_per_account_with_bots,
        games_per_address_with_bots=config.games_per_address_with_bots,
        disk_reserve_mb=config.disk_reserve_mb,
    )


def _edge(config: Config) -> Edge:
    """Trusted proxies, host names and readers of the metrics, as configured."""
    return Edge(
        trusted_proxies=Networks(config.trusted_proxies),
        proxy_header=config.proxy_header,
        metrics_from=Networks(config.metrics_from),
        access_log=config.access_log,
        hosts=Hosts(config.hosts, local=config.is_local()),
        cors_origins=frozenset(config.cors_origins),
    )


def _files_allowed() -> int:
    """How many files this process may have open; raises the soft limit as far as possible."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # some systems allow less than the hard limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return soft if soft != resource.RLIM_INFINITY else sys.maxsize


async def serve(
    config: Config, listener: socket.socket, stop: Stop, ready: Callable[[], None] = lambda: None
) -> None:
    """Serves on a socket that is listening already; calls `ready` once it accepts requests; returns
    when it was asked to stop, everything is closed and the database is one file."""
    async with open_game_server(config, stop.fail) as game_server:
        garbage = Garbage(queries=game_server.store.queries)
        garbage_task = asyncio.create_task(garbage.run())
        watchdog = InputWatchdog(game_server.clock.sample)
        tables = config.tables_folder()
        settings = serving(game_server, limits_of(config), _edge(config), watchdog, tables)
        run = game_server.clock.run
        logger.info("serving", run=run, db=str(config.database()))
        with watchdog.running():
            server = Server(settings, game_server, stop, ready, config.drain_seconds)
            await server.serve(sockets=[listener])
    garbage_task.cancel()
    logger.info("stopped", run=run, how=stop.how)


def main() -> None:
    """Runs the child process of `zeitnot serve`. The settings are in the environment; the arguments
    are inherited file descriptors: the socket and, optionally, the pipe on which the child reports
    that it is ready."""
    import uvloop

    from . import config as configuration

    stop = Stop()
    configure()
    sys.setswitchinterval(SWITCH_SECONDS)
    listener = socket.socket(fileno=int(sys.argv[1]))
    ready_fd = int(sys.argv[2]) if len(sys.argv) > 2 else None
    try:
        config = configuration.read({})
        if config.node is not None:
            name_node(config.node)
        with translating_errors(config.database()):
            uvloop.run(serve(config, listener, stop, lambda: _notify_ready(ready_fd)))
    except StartFailed as bad:
        sys.exit(_print_refusal(str(bad), bad.status))
    except (StoreError, BadAddress, BadConfig) as bad:
        sys.exit(_print_refusal(str(bad), BAD_SETTINGS))
    if stop.failed:
        sys.exit(FAILED)


def _notify_ready(ready_fd: int | None) -> None:
    """Tells the parent process that requests are accepted."""
    if ready_fd is not None:
        with contextlib.suppress(BrokenPipeError):
            os.write(ready_fd, b"!")
        os.close(ready_fd)


def _print_refusal(message: str, code: int) -> int:
    """Prints why the server cannot start; returns the exit code, which tells the parent whether to
    try again."""
    print(f"zeitnot: {message}", file=sys.stderr)
    return code


if __name__ == "__main__":
    main()
