"""Fixtures: a real `zeitnot serve` with an empty database, and users with a real browser."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from ..with_parent import WITH_PARENT

STATIC = Path(__file__).parents[2] / "server/zeitnot_server/web/static/index.html"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WAIT_MS = 60_000  # far more than an idle machine needs
expect.set_options(timeout=WAIT_MS)


def wait_for_bots(url: str) -> None:
    """Waits until the house bot is in the catalogue."""
    deadline = time.monotonic() + WAIT_MS / 1000
    while time.monotonic() < deadline:
        with urllib.request.urlopen(f"{url}/api/v1/catalogue", timeout=WAIT_MS / 1000) as answer:
            if json.load(answer)["bots"]:
                return
        time.sleep(0.05)
    pytest.fail("the house bot is not in the catalogue")


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of the server."""
    return tmp_path_factory.mktemp("zeitnot") / "zeitnot.db"


@pytest.fixture(scope="session")
def address(database: Path) -> Iterator[str]:
    """The address of a server with house bots, which this test process has started."""
    if not STATIC.is_file():
        pytest.fail("the page is not built; run `make install`")
    folder = database.parent
    command = [*WITH_PARENT, str(Path(sys.executable).with_name("zeitnot")), "serve"]
    options = ["--port", "0", "--db", str(database)]
    with (folder / "serve.log").open("w") as log:
        server = subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, stderr=log, text=True
        )
    assert server.stdout is not None
    try:
        # The address is printed once the server can be reached.
        match = re.search(r"http://[\d.:]+", server.stdout.readline())
        assert match, (folder / "serve.log").read_text()
        wait_for_bots(match[0])
        yield match[0]
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(timeout=WAIT_MS / 1000)
        server.stdout.close()


_browsers = contextlib.ExitStack()
_open_browsers: list[Browser] = []


@pytest.fixture
def browser() -> Browser:
    """Debian's Chromium without a window, which consecutive tests of this folder share. If
    installed, chromium-headless-shell is used, which is twice as fast. Without Chromium the tests
    are skipped, or fail in CI."""
    if not _open_browsers:
        _open_browsers.append(_browsers.enter_context(_launched()))
    return _open_browsers[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, None, None]:
    """Closes the browser after the last test of this folder: while it is open, playwright's event
    loop runs in this thread, and no asynchronous test could run."""
    yield
    if nextitem is None or nextitem.path.parent != item.path.parent:
        _open_browsers.clear()
        _browsers.close()


@contextlib.contextmanager
def _launched() -> Iterator[Browser]:
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        if os.environ.get("CI"):
            pytest.fail("chromium is missing")
        pytest.skip("needs Debian's chromium: apt-get install chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium, args=list(FLAGS), timeout=3 * WAIT_MS
        )
        yield browser
        browser.close()


def choose(page: Page, label: str, setting: int = 0) -> None:
    """Chooses an option in the settings of the page, by default the language."""
    page.locator("header [popovertarget]").click()
    page.locator("header [popover] select").nth(setting).select_option(label=label)
    page.keyboard.press("Escape")


class Person:
    """A user with a separate browser context, and the JavaScript errors of its page."""

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
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))


@pytest.fixture
def people(browser: Browser, address: str) -> Iterator["People"]:
    """Creates users; fails the test if a page threw a JavaScript error."""
    instance = People(browser, address)
    yield instance
    for person in instance.users:
        person.context.close()
    assert [person.errors for person in instance.users if person.errors] == []


class People:
    """All users of one test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self.address = address
        self.users: list[Person] = []

    def new(self, width: int = 1280, height: int = 800, *, touch: bool = False) -> Page:
        """Creates a user; returns its page, which is still empty."""
        person = Person(self._browser, self.address, width, height, touch)
        self.users.append(person)
        return person.page
