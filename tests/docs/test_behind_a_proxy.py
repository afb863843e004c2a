"""The configurations on the page about proxies, run in real nginx and HAProxy, over TLS.

The server listens on all interfaces and the proxy connects to this machine's own address, so that
the proxy's address is not loopback. Users' addresses reach the proxy by the PROXY protocol; apart
from addresses, ports and file names, that is the only difference to the documented configurations.
"""

import asyncio
import contextlib
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from zeitnot_server.config import Config, read

from ..ports import port_of, reserved
from ..security.raw import WAIT_S, Answer, RawConnection, frame, request, token_of, upgrade
from ..server.running_server import Server
from ..with_parent import WITH_PARENT

PAGE = (Path(__file__).parents[2] / "docs/how-to/behind-a-proxy.md").read_text("utf-8")
EXAMPLES = dict(re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
HOST = "play.example:8443"
NGINX = """
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
{main}
http {{
    access_log off;
    client_body_temp_path {folder};
    proxy_temp_path {folder};
    fastcgi_temp_path {folder};
    uwsgi_temp_path {folder};
    scgi_temp_path {folder};
    set_real_ip_from 127.0.0.1;
    real_ip_header proxy_protocol;
    {example}
}}
"""


def program(name: str) -> str | None:
    """The path of a server program, which Debian installs in /usr/sbin, possibly outside of
    PATH."""
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")


def external_address() -> str:
    """An address of this machine other than loopback, if it has one. Sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.2"  # no network; not 127.0.0.1, which is always trusted
        address: str = probe.getsockname()[0]
        return address


def replace_once(text: str, *pairs: tuple[str, str]) -> str:
    """Replaces the first string of each pair, which must occur exactly once, by the second."""
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@dataclass(frozen=True)
class ProxySetup:
    """Files, addresses and ports of one proxy."""

    folder: Path
    external_address: str
    upstream: str
    port: int
    http_port: int
    """The port for HTTP without TLS."""

    def nginx(self) -> list[str]:
        """Writes the documented configuration of nginx; returns the command that runs it."""
        tls, plain = f"127.0.0.1:{self.port} ssl", f"127.0.0.1:{self.http_port}"
        example = replace_once(
            re.sub(r"^ *listen \[::\].*\n", "", EXAMPLES["nginx"], flags=re.MULTILINE),
            ("listen 443 ssl;", f"listen {tls} proxy_protocol;"),
            ("listen 443 ssl default_server;", f"listen {tls} default_server proxy_protocol;"),
            ("listen 80;", f"listen {plain};"),
            ("listen 80 default_server;", f"listen {plain} default_server;"),
            ("/etc/ssl/play.example.pem", f"{self.folder}/cert.pem"),
            ("/etc/ssl/play.example.key", f"{self.folder}/key.pem"),
            ("127.0.0.1:8080", self.upstream),
        )
        file = self.folder / "nginx.conf"
        main = EXAMPLES["conf"]
        file.write_text(NGINX.format(folder=self.folder, main=main, example=example))
        return [str(program("nginx")), "-c", str(file), "-e", "stderr"]

    def haproxy(self) -> list[str]:
        """Writes the documented configuration of HAProxy; returns the command that runs it."""
        example = replace_once(
            EXAMPLES["haproxy"],
            ("bind :443", f"bind 127.0.0.1:{self.port} accept-proxy"),
            ("bind :80", f"bind 127.0.0.1:{self.http_port}"),
            ("/etc/haproxy/play.example.pem", f"{self.folder}/both.pem"),
            ("127.0.0.1:8080", self.upstream),
        )
        file = self.folder / "haproxy.cfg"
        file.write_text(f"global\n{example}")
        return [str(program("haproxy")), "-f", str(file)]

    async def ask(self, user: str, head: str, body: bytes = b"") -> Answer:
        async with self.connect(user) as connection:
            return await connection.ask(head, body)

    @contextlib.asynccontextmanager
    async def connect(self, user: str, name: str = "play.example") -> AsyncIterator[RawConnection]:
        """Opens a TLS connection to the proxy from a user's address, with this server name."""
        sock = socket.create_connection(("127.0.0.1", self.port))
        sock.sendall(f"PROXY TCP4 {user} 127.0.0.1 40000 443\r\n".encode())
        context = ssl.create_default_context(cafile=self.folder / "cert.pem")
        reader, writer = await asyncio.open_connection(sock=sock, ssl=context, server_hostname=name)
        try:
            yield RawConnection(reader, writer)
        finally:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


@pytest.fixture(scope="module")
def upstream(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that trusts one proxy, which is not on its loopback."""
    folder = tmp_path_factory.mktemp("upstream")
    file = folder / "zeitnot.toml"
    file.write_text(f'trusted_proxies = ["{external_address()}"]\nsockets_per_address = 2\n')
    server = Server(folder, "--no-bots", "--host", "0.0.0.0", "--config", str(file), "--access-log")
    yield server
    assert server.stop() == 0
    assert "Traceback" not in server.log.read_text(), server.log.read_text()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a certificate of play.example, its key, and both in one file."""
    folder = tmp_path_factory.mktemp("certificate")
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "2", "-subj", "/CN=play.example"]
    command += ["-addext", "subjectAltName=DNS:play.example", "-keyout", "key.pem"]
    subprocess.run([*command, "-out", "cert.pem"], cwd=folder, check=True, capture_output=True)
    both = (folder / "cert.pem").read_text() + (folder / "key.pem").read_text()
    (folder / "both.pem").write_text(both)
    return folder


async def wait_until_listening(port: int) -> None:
    """Waits until the port accepts connections."""
    async with asyncio.timeout(WAIT_S):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except ConnectionRefusedError:
                await asyncio.sleep(0.01)
            else:
                writer.close()
                return


@pytest.fixture(params=["nginx", "haproxy"])
async def proxy(
    request: pytest.FixtureRequest, upstream: Server, certificate: Path
) -> AsyncIterator[ProxySetup]:
    """A running proxy with its documented configuration."""
    name = request.param
    if program(name) is None:
        if name == "nginx" and "CI" in os.environ:
            pytest.fail("nginx is not installed")
        pytest.skip(f"{name} is not installed")
    address, port_sockets = external_address(), [reserved(), reserved()]
    upstream_address = f"{address}:{upstream.host.partition(':')[2]}"
    setup = ProxySetup(certificate, address, upstream_address, *map(port_of, port_sockets))
    command: list[str] = getattr(setup, name)()
    check, serve = {"nginx": (["-t"], ["-g", "daemon off;"]), "haproxy": (["-c"], ["-db"])}[name]
    checking = await asyncio.create_subprocess_exec(*command, *check, stderr=subprocess.PIPE)
    _, output = await checking.communicate()
    assert checking.returncode == 0, output
    command = [*WITH_PARENT, *command, *serve]
    serving = await asyncio.create_subprocess_exec(*command, stderr=subprocess.DEVNULL)
    try:
        await wait_until_listening(setup.port)
        await wait_until_listening(setup.http_port)
        yield setup
    finally:
        serving.terminate()
        await serving.wait()
        for port_socket in port_sockets:
            port_socket.close()


# ── requests ───────────────────────────────────────────────────────────────────────────────────


def post(path: str, body: Any, **headers: str) -> tuple[str, bytes]:
    """The head and the body of a POST request like those of the page."""
    data = json.dumps(body).encode()
    page = {"host": HOST, "origin": f"https://{HOST}", "content_type": "application/json"}
    named = {**page, "content_length": str(len(data)), **headers}
    return request(f"/api/v1/{path}", "POST", **named), data


def cookie(answer: Answer) -> str:
    return f"zeitnot_session={token_of(answer.headers['set-cookie'])}"


class Player:
    """A client with a socket in a room."""

    def __init__(self, connection: RawConnection, game: str) -> None:
        self._connection = connection
        self._game = game
        self._ids = 0

    async def request(self, type_: str, answer_type: str, **fields: Any) -> dict[str, Any]:
        self._ids += 1
        message = {"type": type_, "game": self._game, **fields}
        if type_ != "hello":
            message["id"] = f"c{self._ids}"
        await self._connection.send(frame(json.dumps(message)))
        return await self._connection.message(answer_type)


@contextlib.asynccontextmanager
async def playing(proxy: ProxySetup, user: str, session: str, game: str) -> AsyncIterator[Player]:
    """A player that has connected to a room like the page and taken a seat."""
    page = {"host": HOST, "origin": f"https://{HOST}", "cookie": session}
    async with proxy.connect(user) as connection:
        assert (await connection.ask(upgrade(f"/ws/games/{game}", **page))).status == 101
        player = Player(connection, game)
        await player.request("hello", "welcome")
        await player.request("sit", "ack")
        yield player


async def test_plays_a_game_over_tls(proxy: ProxySetup, upstream: Server) -> None:
    """Uses session, game and sockets like the page. The cookie is Secure."""
    users = ("198.51.100.7", "198.51.100.8")
    sessions = [await proxy.ask(user, *post("session", {})) for user in users]
    assert [answer.status for answer in sessions] == [201, 201]
    assert "; Secure" in sessions[0].headers["set-cookie"]
    request_ = {"game_type": "tictactoe", "control": {"kind": "unlimited"}}
    seats = [{"kind": "open"}, {"kind": "open"}]
    ann, bob = map(cookie, sessions)
    answer = await proxy.ask(users[0], *post("games", {**request_, "seats": seats}, cookie=ann))
    assert answer.status == 201, answer
    game = answer.json["id"]
    async with (
        playing(proxy, users[0], ann, game) as first,
        playing(proxy, users[1], bob, game) as second,
    ):
        await first.request("ready", "ack", salt="s")
        await second.request("ready", "started", salt="s")
        assert (await first.request("move", "ack", ply=0, move="b2"))["id"] == "c4"
    assert (
        f"client={users[0]} method=POST path=/api/v1/games status=201" in upstream.log.read_text()
    )


async def test_bounds_apply_to_each_user_separately(proxy: ProxySetup) -> None:
    """A forged forwarding header does not change that."""
    page = {"host": HOST, "origin": f"https://{HOST}"}
    async with contextlib.AsyncExitStack() as stack:

        async def status(user: str, **forged: str) -> int:
            connection = await stack.enter_async_context(proxy.connect(user))
            return (await connection.ask(upgrade("/ws/lobby", **page, **forged))).status

        assert [await status("198.51.100.9") for _ in range(3)] == [101, 101, 429]
        for forged_address in (
            "203.0.113.5",
            "127.0.0.1",
            f"203.0.113.5, {proxy.external_address}",
            "nonsense",
            '"',
        ):
            assert await status("198.51.100.9", x_forwarded_for=forged_address) == 429
        assert await status("198.51.100.10") == 101


async def test_requests_from_a_foreign_page_are_refused(proxy: ProxySetup) -> None:
    head, body = post("session", {}, origin="https://evil.example", x_forwarded_host="evil.example")
    answer = await proxy.ask("198.51.100.11", head, body)
    assert (answer.status, answer.json["code"]) == (403, "wrong_origin")


async def test_the_metrics_are_not_public(proxy: ProxySetup) -> None:
    answer = await proxy.ask("198.51.100.12", request("/metrics", host=HOST))
    assert (answer.status, answer.json["code"]) == (403, "not_for_you")


async def http_response(proxy: ProxySetup, host: str) -> bytes:
    """Sends a request over HTTP without TLS; returns the full response."""
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.http_port)
    writer.write(f"GET /help?a=b HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    async with asyncio.timeout(WAIT_S):
        answer = await reader.read()
    writer.close()
    return answer


async def test_plain_http_is_redirected_to_tls(proxy: ProxySetup) -> None:
    head = (await http_response(proxy, "play.example")).decode().lower()
    assert head.startswith("http/1.1 301 ")
    assert "location: https://play.example/help?a=b\r\n" in head


async def test_strict_transport_security_is_sent(proxy: ProxySetup) -> None:
    answer = await proxy.ask("198.51.100.13", request("/healthz", host=HOST))
    assert (answer.status, answer.body) == (200, b"ok")
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize("proxy", ["nginx"], indirect=True)
async def test_unknown_host_names_are_refused(proxy: ProxySetup) -> None:
    """HAProxy's example leaves that to the setting `hosts`."""
    assert await http_response(proxy, "evil.example") == b""
    with pytest.raises(ssl.SSLError, match=r"(?i)unrecognized.name"):
        async with proxy.connect("198.51.100.14", name="evil.example"):
            pass


# ── the containers ─────────────────────────────────────────────────────────────────────────────


def test_the_compose_file_trusts_only_the_addresses_of_the_proxy() -> None:
    compose = yaml.safe_load(EXAMPLES["yaml"])
    server = compose["services"]["server"]
    (network,) = compose["networks"]["inside"]["ipam"]["config"]
    config = read({}, environ=server["environment"])
    assert config.trusted_proxies == (network["ip_range"],)
    assert {name.removeprefix("ZEITNOT_").lower() for name in server["environment"]} <= set(
        Config.__struct_fields__
    )
    assert "ports" not in server
    assert f"server:{Config().port}" in compose["services"]["proxy"]["command"]
    named = {m.partition(":")[0] for s in compose["services"].values() for m in s["volumes"]}
    assert named == set(compose["volumes"])


def test_every_example_is_tested() -> None:
    assert set(EXAMPLES) == {"nginx", "conf", "haproxy", "caddy", "yaml"}
