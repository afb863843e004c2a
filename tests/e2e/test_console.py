"""No page logs anything to the console, and all pages enforce the content security policy."""

import re

import pytest
from playwright.sync_api import Page, expect

from zeitnot_engines.games import NAMES

from .conftest import People

PATHS = ("/", "/watch", "/bots", "/account", "/history", "/books", "/rules", "/nothing")
NOT_FOUND = re.compile("/nothing error .* 404 ")  # logged by the browser
RULES = tuple(f"/rules/{game}" for game in NAMES)
RUN_INLINE = """() => {
    const script = document.createElement("script");
    script.textContent = "window.inlineRan = true";
    document.head.append(script);
    return window.inlineRan ?? false;
}"""


def listen(page: Page) -> list[str]:
    """Records all messages to the console from now on."""
    messages: list[str] = []
    page.on("console", lambda message: messages.append(f"{page.url} {message.type} {message.text}"))
    return messages


def policy(header: str) -> dict[str, list[str]]:
    """The directives of the policy with their sources."""
    parts = [part.split() for part in header.split(";")]
    return {name: sources for name, *sources in parts}


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_no_page_logs_to_the_console(people: People, language: str) -> None:
    page = people.new()
    page.add_init_script(f"localStorage.setItem('language', '{language}')")
    messages = listen(page)
    for path in (*PATHS, *RULES) if language == "en" else PATHS[:2]:
        response = page.goto(path)
        assert response is not None
        sources = policy(response.headers["content-security-policy"])
        assert sources.get("script-src", sources["default-src"]) == ["'self'"]
        assert sources["style-src"] == ["'self'", "'unsafe-inline'"]
        assert sources["object-src"] == sources["base-uri"] == ["'none'"]
        expect(page.locator("main h1, main h2").first).to_be_visible()
        expect(page.locator(f"html[lang={language}]")).to_be_attached()
        page.wait_for_load_state("networkidle")
    assert [line for line in messages if not NOT_FOUND.search(line)] == []


def test_an_inline_script_does_not_run_and_is_reported(people: People) -> None:
    page = people.new()
    messages = listen(page)
    page.goto("/")
    with page.expect_console_message(lambda message: "Content Security Policy" in message.text):
        assert page.evaluate(RUN_INLINE) is False
    assert len(messages) == 1
