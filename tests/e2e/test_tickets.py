"""A page of another origin signs in a plain WebSocket by a ticket, in a real browser."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from ..server.running_server import Server, new_game

# Takes the bot's seat on a socket that signs in by a ticket, and tries the ticket again.
PLAY = """async ([server, token, game]) => {
  const answer = await fetch(`http://${server}/api/v1/tickets`, {
    method: "POST", headers: { authorization: `Bearer ${token}` },
  });
  const { ticket } = await answer.json();
  const open = () => new Promise((resolve) => {
    const url = `ws://${server}/ws/games/${game}`;
    const socket = new WebSocket(url, ["zeitnot.v1", `ticket.${ticket}`]);
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "hello", game }));
      socket.send(JSON.stringify({ type: "sit", game, seat: 0, id: "sit" }));
    };
    socket.onmessage = ({ data }) => {
      const { type, code } = JSON.parse(data);
      if (type === "ack" || type === "error") resolve([socket.protocol, type, code]);
    };
    socket.onclose = ({ code }) => resolve(code);
  });
  return [await open(), await open()];
}"""
READ = "async (server) => (await fetch(`http://${server}/api/v1/catalogue`)).status"


class EmptyPage(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Another site</title>")

    def log_message(self, format: str, *args: Any) -> None: ...


@pytest.fixture
def other_site() -> Iterator[str]:
    """The origin of a site with an empty page."""
    with ThreadingHTTPServer(("127.0.0.1", 0), EmptyPage) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def run(browser: Browser, site: str, script: str, argument: Any) -> Any:
    page = browser.new_page()
    page.goto(site)
    try:
        return page.evaluate(script, argument)
    finally:
        page.close()


def test_a_listed_site_signs_in_by_tickets_and_others_cannot_even_read(
    browser: Browser, other_site: str, tmp_path: Path
) -> None:
    server = Server(tmp_path, "--no-bots", "--cors-origins", other_site)
    try:
        _, bot, _ = server.http("POST", "/api/v1/bots", {"name": "In_A_Page"})
        game = new_game(server, bot["token"])
        arguments = [server.host, bot["token"], game]
        first, second = run(browser, other_site, PLAY, arguments)
        assert first == ["zeitnot.v1", "ack", None]
        assert second == 1006, "a ticket signs in once"
        same_site_other_name = other_site.replace("127.0.0.1", "localhost")
        with pytest.raises(Exception, match="Failed to fetch"):
            run(browser, same_site_other_name, READ, server.host)
    finally:
        assert server.stop() == 0
