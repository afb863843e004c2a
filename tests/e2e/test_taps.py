"""Games played by taps on a phone: a fleet is placed, a try is refused, a chain of hops,
partners."""

import re

from playwright.sync_api import Locator, Page, expect

from .conftest import People


def sheet_of(people: People, game: str, *choices: str) -> Page:
    """A phone with the dialog for a new game, and these choices made."""
    page = people.new(390, 844, touch=True)
    page.goto("/")
    page.locator(f"[data-card={game}]").tap()
    for choice in choices:
        page.get_by_role("dialog").get_by_text(choice, exact=True).last.tap()
    return page


def begin(page: Page, button: str = "Play") -> Page:
    page.get_by_role("button", name=button, exact=True).tap()
    expect(page).to_have_url(re.compile("/game/"))
    return page


def spot(page: Page, name: str, act: str = "target") -> Locator:
    """A spot of the board that reacts to taps."""
    return page.locator(f".board-area g:not(.resting) > .{act}[data-spot='{name}']")


def spots(places: Locator) -> list[str]:
    """The names of these spots of the board."""
    return sorted(places.evaluate_all("all => all.map((one) => one.dataset.spot)"))


def test_a_fleet_is_placed_and_sent_and_a_shot_is_answered(people: People) -> None:
    page = begin(sheet_of(people, "battleship", "No clock"))
    dialog = page.get_by_role("region", name="Lay out your fleet")
    ships = page.locator(".board-area .source")
    expect(ships).to_have_count(17)
    at_random, turn = spots(ships), dialog.get_by_role("button", name="Rotate")
    expect(turn).to_be_disabled()
    ships.first.tap()
    expect(turn).to_be_enabled()
    page.locator(".board-area .target").first.tap()
    expect(turn).to_be_disabled()
    laid_out = spots(ships)
    assert laid_out != at_random
    dialog.get_by_role("button", name="Send the fleet").tap()
    expect(dialog).to_have_count(0)
    expect(spot(page, "1 E5")).to_be_visible()  # the other fleet is placed as well
    assert spots(page.locator("[data-spot^='0 '][aria-label*=ship]")) == laid_out
    spot(page, "1 E5").tap()
    shot = page.locator("[data-ply]").filter(has_text="E5")
    expect(shot).to_have_text(re.compile("E5 (miss|hit)"))


def test_a_refused_try_shows_the_mark_and_the_turn_stays(people: People) -> None:
    cross = begin(sheet_of(people, "blindtictactoe", "Invite by link"), "Make the link")
    ring = people.new(390, 844, touch=True)
    ring.goto(cross.url)
    ring.get_by_role("button", name="Sit down as O").tap()
    spot(cross, "b2").tap()
    expect(ring.get_by_text("1 mark of X is hidden.")).to_be_visible()
    spot(ring, "b2").tap()
    expect(ring.get_by_text("b2 is taken. Try another cell.")).to_be_visible()
    expect(ring.get_by_role("img", name="b2, cross")).to_be_visible()
    expect(ring.locator("[data-seat='1']")).to_have_class(re.compile("to-move"))
    expect(cross.get_by_text("A try of O was refused")).to_be_visible()
    spot(ring, "a1").tap()
    expect(cross.get_by_text("1 mark of O is hidden.")).to_be_visible()
    expect(cross.get_by_role("img", name=re.compile("^a1, ring"))).to_have_count(0)
    expect(cross.locator("[data-ply]").nth(1)).to_contain_text("hidden, refused")


def test_a_chain_of_hops_is_played_by_its_first_and_last_cell(people: People) -> None:
    page = begin(sheet_of(people, "chinesecheckers", "3", "No clock"))
    expect(page.locator("[data-seat]")).to_have_count(3)
    spot(page, "d2", "source").tap()
    spot(page, "e6").tap()
    expect(page.locator("[data-ply]")).to_have_count(3)  # both bots have moved
    spot(page, "b2", "source").tap()
    spot(page, "f5").tap()
    expect(page.locator("[data-ply]").nth(3)).to_contain_text("b2-d2-f5")
    expect(page.locator("[data-seat='0']")).to_have_class(re.compile("to-move"))
    expect(page.get_by_role("button", name=re.compile("^f5, "))).to_be_visible()


def test_partners_are_chosen_play_and_lose_as_one_side(people: People) -> None:
    page = sheet_of(people, "whist", "No clock")
    page.get_by_role("group", name="Seats").get_by_text("4", exact=True).tap()
    expect(page.get_by_text("Player 3: your partner", exact=True)).to_be_visible()
    begin(page)
    expect(page.locator("[data-seat='2']")).to_contain_text("your partner")
    page.locator(".board-area g:not(.resting) > .target").first.tap()
    page.get_by_role("button", name="Resign").tap()
    page.get_by_role("button", name="Yes").tap()
    places = page.locator(".result .places li")
    expect(places).to_have_count(2)
    expect(places.first).to_have_text(re.compile(r"1\..*\(2\) & .*\(4\).*1"))
    expect(places.last).to_have_text(re.compile(r"2\..* & .*\(3\).*0"))
