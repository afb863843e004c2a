"""A teacher's page: accounts for a class, their codes on paper, and what becomes of them."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from .conftest import People
from .test_access import violations
from .test_account import account_name, admin


def signed_in(page: Page, database: Path, name: str, role: str) -> None:
    """Signs in as somebody with a role, by a code of the operator."""
    code = admin(database, "account", name, "--role", role).split("\t")[1]
    choose_password(page, f"/code#name={name}&code={code}")
    expect(page.get_by_text(f"You are {name}.")).to_be_visible()


def choose_password(page: Page, link: str) -> None:
    page.goto(link)
    form = page.get_by_role("form", name="Choose your password")
    assert violations(page) == []
    form.get_by_role("textbox", name="New password").fill("correct horse")
    form.get_by_role("button", name="Choose it and sign in").click()


def refused_names(teacher: Page) -> Locator:
    """Gives bad names, of which each line is reported; returns the field."""
    names = teacher.get_by_label("Names, one in each line")
    names.fill("Kim Oh\n\nmoderator\nKim Oh")
    teacher.get_by_role("button", name="Make 3 accounts").click()
    problems = teacher.get_by_role("alert").get_by_role("listitem")
    expect(problems).to_have_count(2)
    expect(problems.first).to_contain_text("Line 3, “moderator”: this name sounds like")
    expect(problems.last).to_contain_text("Line 4, “Kim Oh”: somebody has this name")
    return names


def test_a_teacher_makes_accounts_and_sees_who_has_chosen_a_password(
    people: People, database: Path
) -> None:
    teacher, pupil = people.new(), people.new(390, 844)
    signed_in(teacher, database, "Msreed", "teacher")
    teacher.goto("/account")
    teacher.get_by_role("link", name="Your class").click()
    names = refused_names(teacher)
    names.fill("Kim Oh\nLou Ng")
    teacher.get_by_label("The codes are valid for").select_option(label="14 days")
    teacher.get_by_role("button", name="Make 2 accounts").click()
    sheet = teacher.get_by_role("region", name="Codes (2)")
    expect(sheet.get_by_role("heading")).to_be_focused()
    expect(sheet.get_by_text("Other computers cannot open this address")).to_be_visible()
    expect(teacher.get_by_text("0 of 2 with a password")).to_be_visible()
    for width in (1280, 390):
        teacher.set_viewport_size({"width": width, "height": 844})
        assert violations(teacher) == []
        assert teacher.evaluate("document.documentElement.scrollWidth") == width
    teacher.set_viewport_size({"width": 1280, "height": 844})

    teacher.evaluate("window.print = () => window.dispatchEvent(new Event('afterprint'))")
    sheet.get_by_role("button", name="Print").click()
    teacher.emulate_media(media="print")
    expect(teacher.get_by_role("banner")).to_be_hidden()
    expect(teacher.get_by_role("table")).to_be_hidden()
    expect(sheet.get_by_text("Kim Oh")).to_be_visible()
    expect(sheet.get_by_text(f"Open {people.address}/code")).to_have_count(2)
    teacher.emulate_media(media="screen")

    card = sheet.get_by_role("listitem").filter(has_text="Kim Oh")
    link = card.get_by_role("link").get_attribute("href")
    assert link is not None
    account_name(pupil)
    choose_password(pupil, link)
    expect(pupil.get_by_text("You are Kim Oh.")).to_be_visible()
    assert "code=" not in pupil.url
    choose_password(pupil, link)
    expect(pupil.get_by_role("alert")).to_contain_text("wrong, used or expired")

    sheet.get_by_role("button", name="Put away").click()
    expect(sheet).to_have_count(0)
    teacher.get_by_role("button", name="Load again").click()
    expect(teacher.get_by_text("1 of 2 with a password")).to_be_visible()
    kim = teacher.get_by_role("row").filter(has_text="Kim Oh")
    expect(kim.get_by_role("cell").first).to_have_text("chosen")
    for _ in range(2):
        teacher.get_by_role("button", name="New code for Kim Oh").click()
    expect(teacher.get_by_role("region", name="Codes (1)")).to_contain_text("Kim Oh")
    expect(kim).to_contain_text("new code valid until")
    person = teacher.get_by_role("form", name="Somebody else")
    person.get_by_label("Name").fill("Msreed")
    person.get_by_role("button", name="New code").click()
    person.get_by_role("button", name="Really?").click()
    expect(teacher.get_by_role("alert").filter(has_text="No player")).to_be_visible()


def test_an_admin_gives_roles_and_a_player_sees_nothing(people: People, database: Path) -> None:
    page, player = people.new(390, 844), people.new()
    account_name(player)
    player.goto("/class")
    expect(player.get_by_text("This page is for teachers and admins.")).to_be_visible()
    expect(player.get_by_role("form")).to_have_count(0)
    admin(database, "account", "Novak")
    signed_in(page, database, "Mxhead", "admin")
    page.goto("/class")
    page.get_by_label("Show").select_option(label="everybody with a kept name")
    novak = page.get_by_role("row").filter(has_text="Novak")
    novak.get_by_label("Role of Novak").select_option(label="Teacher")
    novak.get_by_role("button", name="Give the role").click()
    expect(page.get_by_text(re.compile("^Novak: Teacher$"))).to_be_visible()
    page.get_by_label("Show").select_option(label="with a role")
    expect(novak.get_by_label("Role of Novak")).to_have_value("teacher")
