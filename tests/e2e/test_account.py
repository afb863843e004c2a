"""Sessions and tokens on the page, and the alarm when a server changes its seed."""

import json
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, expect

from .conftest import People, choose
from .front_page import choose_game
from .test_agreements import move, two_pages

ALARM = {
    "English": "Do not trust the dice of this game.",
    "简体中文": "不要相信这盘棋的骰子",
    "繁體中文": "不要相信這盤棋的骰子",
}


def account_name(page: Page) -> str:
    page.goto("/account")
    name = page.locator(".name b")
    expect(name).to_be_visible()
    return name.inner_text()


def register_bot(page: Page, name: str) -> str:
    """Registers a bot of this page's user; returns the bot's token."""
    created = page.evaluate(
        """async (name) => await (await fetch("/api/v1/bots", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ name }),
        })).json()""",
        name,
    )
    return str(created["token"])


def status(address: str, token: str) -> int:
    request = urllib.request.Request(
        f"{address}/api/v1/tokens", headers={"authorization": f"Bearer {token}"}
    )
    try:
        with urllib.request.urlopen(request) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code


def test_a_new_account_is_created_after_signing_out(people: People) -> None:
    page, other = people.new(), people.new()
    before = account_name(page)
    other.context.add_cookies(page.context.cookies())
    assert account_name(other) == before
    other.goto("/watch")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Really sign out").click()
    page.wait_for_url("**/")
    assert account_name(page) != before
    expect(other.get_by_text("You have been signed out here")).to_be_visible()
    other.get_by_role("button", name="Load the page again").click()
    assert account_name(other) not in (before, account_name(page))


def test_who_is_signed_out_elsewhere_in_a_game_looks_on(people: People) -> None:
    bob, ann = move(two_pages(people))
    other = people.new()
    other.context.add_cookies(ann.context.cookies())
    account_name(other)
    expect(ann.locator(".turn")).to_contain_text("Your move")
    other.get_by_role("button", name="Sign out").click()
    other.get_by_role("button", name="Really sign out").click()
    expect(ann.get_by_text("You have been signed out here")).to_be_visible()
    expect(ann.get_by_text("You are watching this game.")).to_be_visible()
    expect(ann.locator(".turn")).not_to_contain_text("Your move")
    assert ann.get_by_role("button", name="Resign").count() == 0
    bob.get_by_role("button", name="Abort").click()
    bob.get_by_role("button", name="Yes").click()
    expect(ann.locator(".result")).to_be_visible()


def test_a_guest_chooses_a_name_and_keeps_its_games(people: People) -> None:
    page = people.new(390, 844)
    name_before = account_name(page)
    page.goto("/")
    choose_game(page, "tictactoe")
    page.get_by_label("Your name").fill("Admin")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("sounds like the people who run this server")
    page.get_by_label("Your name").fill("Zoë")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text("Zoë").first).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".result")).to_be_visible()
    assert account_name(page) == "Zoë" != name_before
    page.get_by_text("Only change the name").click()
    page.get_by_label("Your name", exact=True).fill("Yan")
    page.get_by_role("button", name="Save the name").click()
    expect(page.get_by_text("You are now Yan.")).to_be_visible()
    page.goto("/history?mine=true")
    expect(page.locator("tr[data-game]")).to_have_count(1)
    page.goto("/history?player=Yan")
    expect(page.get_by_text("No finished game fits")).to_be_visible()


def keep(page: Page, name: str, password: str) -> None:
    form = page.get_by_role("form", name="Keep your name")
    form.get_by_label("Name").fill(name)
    form.get_by_label("New password", exact=True).fill(password)
    form.get_by_role("button", name="Keep this name").click()


def sign_in(page: Page, name: str, password: str) -> None:
    page.goto("/account")
    form = page.get_by_role("form", name="Sign in")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password", exact=True).fill(password)
    form.get_by_role("button", name="Sign in").click()


def test_a_name_is_kept_and_comes_back_on_another_device(people: People) -> None:
    laptop, phone = people.new(), people.new(390, 844)
    account_name(laptop)
    keep(laptop, "Mara", "12345678")
    expect(laptop.get_by_role("alert")).to_contain_text("Choose another password")
    keep(laptop, "Mara", "correct horse")
    expect(laptop.get_by_text("The name Mara is yours now.")).to_be_visible()
    account_name(phone)
    register_bot(phone, "Maras_Bot")
    sign_in(phone, "Mara", "wrong horse")
    expect(phone.get_by_role("alert")).to_contain_text("The name or password is wrong.")
    sign_in(phone, "mara", "correct horse")
    expect(phone.get_by_text("You are Mara. From Guest")).to_contain_text("you bring 1 bot.")
    phone.goto("/watch")
    laptop.reload()
    expect(laptop.get_by_role("listitem").filter(has_text="Maras_Bot")).to_be_visible()
    laptop.get_by_role("button", name="Sign out everywhere else").click()
    laptop.get_by_role("button", name="Really sign out there").click()
    expect(phone.get_by_text("You have been signed out here")).to_be_visible()
    guest = people.new()
    account_name(guest)
    keep(guest, "MARA", "another horse")
    expect(guest.get_by_role("alert")).to_contain_text("Somebody has this name")


def test_a_bots_token_is_revoked(people: People) -> None:
    page = people.new(390, 800)
    account_name(page)
    token = register_bot(page, "Revoked_Bot")
    assert status(people.address, token) == 200
    page.reload()
    row = page.get_by_role("listitem").filter(has_text="Revoked_Bot")
    row.get_by_role("button", name="Revoke").click()
    row.get_by_role("button", name="Really revoke").click()
    expect(row).to_have_count(0)
    assert status(people.address, token) == 401


def test_a_changed_commitment_is_shown_in_every_language(people: People) -> None:
    ann, _ = two_pages(people)
    expect(ann.get_by_text(ALARM["English"])).to_have_count(0)
    stored = json.loads(ann.evaluate("localStorage.getItem('commitments')"))
    game = ann.url.rpartition("/")[2]
    assert [stored_game for stored_game, _ in stored] == [game]
    ann.evaluate(
        "text => localStorage.setItem('commitments', text)", json.dumps([[game, "0" * 64]])
    )
    ann.reload()
    for language, text in ALARM.items():
        choose(ann, language)
        expect(ann.get_by_role("alert").filter(has_text=text)).to_be_visible()
        expect(ann.get_by_text("0" * 64)).to_be_visible()


def admin(database: Path, *arguments: str) -> str:
    """The output of a command of the operator."""
    command = [sys.executable, "-m", "zeitnot_server.cli", "admin", *arguments]
    ran = subprocess.run(
        [*command, "--db", str(database)], capture_output=True, text=True, check=True
    )
    return ran.stdout


def test_codes_and_links_let_people_in_and_an_account_is_deleted(
    people: People, database: Path
) -> None:
    page = people.new(390, 844)
    account_name(page)
    keep(page, "Rosa", "correct horse")
    expect(page.get_by_text("The name Rosa is yours now.")).to_be_visible()
    code = admin(database, "reset-code", "Rosa").split()[-1]
    phone = people.new()
    account_name(phone)
    phone.get_by_text("I have a code from an admin or my teacher").click()
    form = phone.get_by_role("form", name="Sign in by a code")
    form.get_by_label("Name").fill("Rosa")
    form.get_by_label("Code").fill(code)
    form.get_by_label("New password", exact=True).fill("battery staple")
    form.get_by_role("button", name="Sign in").click()
    expect(phone.get_by_text("You are Rosa.")).to_be_visible()
    phone.get_by_text("Delete the account", exact=True).click()
    form = phone.get_by_role("form", name="Delete the account for good")
    form.get_by_label("Password", exact=True).fill("battery staple")
    form.get_by_role("button", name="Delete it").click()
    phone.wait_for_url("**/")
    assert account_name(phone) != "Rosa"
    link = admin(database, "link").split("/account")[-1].strip()
    other = people.new()
    other.goto(f"/account{link}")
    form = other.get_by_role("form", name="Sign in by this link")
    form.get_by_role("button", name="Sign in").click()
    expect(other.get_by_text("You are Admin.")).to_be_visible()
    assert "code" not in other.url
