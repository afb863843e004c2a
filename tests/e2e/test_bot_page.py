"""The page of a bot, as its owner and as others see it."""

from playwright.sync_api import Page, expect

from .conftest import People, choose
from .test_account import account_name, register_bot

NAME = "Paged_Bot"


def visit(page: Page) -> None:
    page.goto(f"/bots/{NAME}")
    expect(page.get_by_role("heading", name=NAME, level=1)).to_be_visible()


def test_an_owner_finds_its_bot_and_sees_more_than_others(people: People) -> None:
    owner, other = people.new(), people.new(390, 844)
    account_name(owner)
    register_bot(owner, NAME)
    owner.reload()
    owner.get_by_role("link", name=NAME).click()
    expect(owner.get_by_text("Only you see this")).to_be_visible()
    expect(owner.get_by_text("None has been reported.")).to_be_visible()
    expect(owner.get_by_text("No move is known to have lost anything.")).to_be_visible()
    visit(other)
    expect(other.get_by_text("It has not played a public game")).to_be_visible()
    assert other.get_by_text("Only you see this").count() == 0
    choose(other, "繁體中文")
    expect(other.get_by_text("它還沒有下完一局公開的棋")).to_be_visible()


def test_a_bot_that_is_online_can_be_challenged_on_its_page(people: People) -> None:
    page = people.new()
    page.goto("/bots")
    page.get_by_role("link", name="Ponderer").click()
    expect(page.get_by_role("heading", name="What it takes")).to_be_visible()
    page.get_by_role("button", name="Play against it").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_an_unknown_bot_has_no_page(people: People) -> None:
    page = people.new()
    page.goto("/bots/Nobody_Here")
    expect(page.get_by_text("There is no such bot.")).to_be_visible()
