"""A real `zeitnot serve` with an empty database, and a real browser to look at it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

STATIC = Path(__file__).parents[2] / "server/zeitnot_server/web/static/index.html"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WAIT_MS = 20_000


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with its house bots, for this test process alone."""
    if not STATIC.is_file():
        pytest.fail("the page is not built; run `make install`")
    folder = tmp_path_factory.mktemp("zeitnot")
    url = f"http://127.0.0.1:{(port := free_port())}"
    command = [str(Path(sys.executable).with_name("zeitnot")), "serve"]
    options = ["--port", str(port), "--db", str(folder / "zeitnot.db")]
    with (folder / "serve.log").open("w") as log:
        server = subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, stderr=log, text=True
        )
    assert server.stdout is not None
    try:
        # The address is printed once the server can be reached.
        line = server.stdout.readline()
        assert url in line, (folder / "serve.log").read_text()
        yield url
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(timeout=20)
        server.stdout.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium without a window. Missing: skipped, but not in CI.

    For one module only: while it is there, playwright's event loop runs in this thread, and no
    asynchronous test of another folder could.
    """
    chromium = shutil.which("chromium")
    if chromium is None:
        if os.environ.get("CI"):
            pytest.fail("chromium is missing")
        pytest.skip("needs Debian's chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield browser
        browser.close()


class Person:
    """Somebody with a browser of their own: a cookie, a page, and the complaints it made."""

    def __init__(
        self, browser: Browser, address: str, width: int, height: int, touch: bool
    ) -> None:
        self.context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            locale="en-GB",
            has_touch=touch,
            is_mobile=touch,
        )
        self.context.set_default_timeout(WAIT_MS)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))


@pytest.fixture
def people(browser: Browser, address: str) -> Iterator["People"]:
    """Makes people; fails the test if a page of theirs threw an error."""
    made = People(browser, address)
    yield made
    for person in made.all:
        person.context.close()
    assert [person.complaints for person in made.all if person.complaints] == []


class People:
    """Everybody in one test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._address = address
        self.all: list[Person] = []

    def new(self, width: int = 1280, height: int = 800, *, touch: bool = False) -> Page:
        """A stranger's page, not yet anywhere."""
        person = Person(self._browser, self._address, width, height, touch)
        self.all.append(person)
        return person.page
