"""A user who cannot get a session, because the disk is nearly full or the user is banned, can
watch."""

import json
from http import HTTPStatus
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from .conftest import People, choose
from .test_access import violations
from .test_account import admin
from .test_agreements import two_pages

DISK_LOW = {
    "English": "nothing new is stored for now. You can watch until then.",
    "简体中文": "暂时不保存任何新内容。在此之前可以旁观。",
    "繁體中文": "暫時不儲存任何新內容。在此之前可以旁觀。",
}


def refuse_session(page: Page, status: int, code: str, detail: str) -> None:
    """Answers requests for a session with this problem."""
    problem = {"title": HTTPStatus(status).phrase, "status": status, "code": code, "detail": detail}

    def refuse(route: Route) -> None:
        kind = "application/problem+json"
        route.fulfill(status=status, content_type=kind, body=json.dumps(problem))

    page.route("**/api/v1/session", refuse)


def test_a_new_user_can_watch_while_the_disk_is_nearly_full(people: People) -> None:
    ann, _ = two_pages(people)
    page = people.new()
    refuse_session(page, 507, "disk_low", "full")
    page.goto("/")
    game = ann.url.rpartition("/")[2]
    expect(page.locator(f"[data-game='{game}']")).to_be_visible()
    for language, text in DISK_LOW.items():
        choose(page, language)
        expect(page.get_by_role("alert")).to_contain_text(text)
    choose(page, "English")
    page.unroute("**/api/v1/session")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-card=tictactoe]")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


CLOSED = {
    "English": ("Only members play on this server. You can watch.", "Sign in"),
    "简体中文": ("本服务器只有成员可以对局，你可以旁观。", "登录"),
    "繁體中文": ("這個伺服器只有成員可以對局，你可以旁觀。", "登入"),
}


def test_a_visitor_of_a_closed_server_can_watch_and_a_member_sign_in(
    people: People, database: Path
) -> None:
    ann, _ = two_pages(people)
    code = admin(database, "account", "Member Mia").split("\t")[1]
    page = people.new(390, 844)
    refuse_session(page, 403, "join_closed", "There are no guests.")
    game = ann.url.rpartition("/")[2]
    page.goto(f"/game/{game}")
    for language, (text, sign_in) in CLOSED.items():
        choose(page, language)
        expect(page.get_by_role("alert")).to_contain_text(text)
        expect(page.get_by_role("alert").get_by_role("link")).to_have_text(sign_in)
    choose(page, "English")
    expect(page.get_by_role("region", name="Moves")).to_be_visible()
    page.get_by_role("alert").get_by_role("link").click()
    assert violations(page) == []
    page.goto(f"/code#name=Member%20Mia&code={code}")
    form = page.get_by_role("form", name="Choose your password")
    form.get_by_role("textbox", name="New password").fill("correct horse")
    form.get_by_role("button", name="Choose it and sign in").click()
    expect(page.get_by_text("You are Member Mia.")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


BANNED = {
    "English": ": “spam”. You can still look",
    "简体中文": "：“spam”。你仍可浏览",
    "繁體中文": "：「spam」。你仍可瀏覽",
}


def test_a_banned_user_can_watch_and_sees_the_reason(people: People) -> None:
    ann, _ = two_pages(people)
    page = people.new()
    detail = "You are banned until 2036-01-31 12:00 UTC: spam."
    refuse_session(page, 403, "banned", detail)
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.goto("/watch")
    game = ann.url.rpartition("/")[2]
    expect(page.locator(f"[data-game='{game}']")).to_be_visible()
    for language, text in BANNED.items():
        choose(page, language)
        expect(page.get_by_role("alert")).to_contain_text(text)
    choose(page, "English")
    page.goto(f"/game/{game}")
    expect(page.get_by_role("alert")).to_contain_text("has banned you")
    expect(page.get_by_role("group", name="Board")).to_be_visible()
    assert sockets == []
    page.unroute("**/api/v1/session")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_have_count(0)
