"""The balancer with a certificate: it serves TLS and redirects plain HTTP."""

import asyncio
import ssl
import subprocess
from pathlib import Path

from ..ports import port_of, reserved
from ..security.raw import RawConnection, request
from .balancer import StandIn, balancing

COMMAND = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
NAME = ["-subj", "/CN=play.example", "-addext", "subjectAltName=DNS:play.example"]


def certificate(folder: Path) -> Path:
    """A file with a certificate of play.example and its key, in HAProxy's format."""
    command = [*COMMAND.split(), *NAME, "-keyout", "key.pem", "-out", "cert.pem"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    both = folder / "both.pem"
    both.write_text((folder / "cert.pem").read_text() + (folder / "key.pem").read_text())
    return both


async def test_tls_is_served_and_plain_http_redirected(
    nodes: list[StandIn], tmp_path: Path
) -> None:
    """Nodes learn from a header that the request used TLS, and HSTS makes browsers always use
    it."""
    file, port_socket = await asyncio.to_thread(certificate, tmp_path), reserved()
    tls = {"LISTEN_TLS": f"127.0.0.1:{port_of(port_socket)}", "CERTIFICATE": str(file)}
    context = ssl.create_default_context(cafile=tmp_path / "cert.pem")
    async with balancing({n.name: n.port for n in nodes}, tmp_path, **tls) as balancer:
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port_of(port_socket), ssl=context, server_hostname="play.example"
        )
        answer = await RawConnection(reader, writer).ask(request("/", x_forwarded_proto="http"))
        writer.close()
        assert answer.json["x-forwarded-proto"] == ["https"]
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        before = sum(node.requests for node in nodes)
        async with balancer.connect() as connection:
            redirect = await connection.ask(request("/help?a=b", host="play.example"))
        assert (redirect.status, redirect.headers["location"]) == (
            301,
            "https://play.example/help?a=b",
        )
        assert sum(node.requests for node in nodes) == before
    port_socket.close()
