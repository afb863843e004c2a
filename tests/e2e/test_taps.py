"""Games that are played by taps on a phone: battleship, blind tic-tac-toe, Chinese checkers and
whist."""

import re

from playwright.sync_api import Locator, Page, expect

from .conftest import People


def choose_new_game(people: People, game: str, *choices: str) -> Page:
    """Opens the dialog for a new game on a phone and makes these choices."""
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
    return sorted(places.evaluate_all("spots => spots.map((spot) => spot.dataset.spot)"))


def test_a_fleet_is_placed_and_a_shot_answered(people: People) -> None:
    page = begin(choose_new_game(people, "battleship", "No clock"))
    dialog = page.get_by_role("region", name="Lay out your fleet")
    ships = page.locator(".board-area .source")
    expect(ships).to_have_count(17)
    random_layout, rotate = spots(ships), dialog.get_by_role("button", name="Rotate")
    expect(rotate).to_be_disabled()
    ships.first.tap()
    expect(rotate).to_be_enabled()
    page.locator(".board-area .target").first.tap()
    expect(rotate).to_be_disabled()
    layout = spots(ships)
    assert layout != random_layout
    dialog.get_by_role("button", name="Send the fleet").tap()
    expect(dialog).to_have_count(0)
    expect(spot(page, "1 E5")).to_be_visible()  # the bot has placed its fleet, too
    assert spots(page.locator("[data-spot^='0 '][aria-label*=ship]")) == layout
    spot(page, "1 E5").tap()
    shot = page.locator("[data-ply]").filter(has_text="E5")
    expect(shot).to_have_text(re.compile("E5 (miss|hit)"))


def test_a_refused_try_shows_the_mark_and_keeps_the_turn(people: People) -> None:
    cross = begin(choose_new_game(people, "blindtictactoe", "Invite by link"), "Make the link")
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


def test_a_chain_of_hops_is_played_by_two_taps(people: People) -> None:
    page = begin(choose_new_game(people, "chinesecheckers", "3", "No clock"))
    expect(page.locator("[data-seat]")).to_have_count(3)
    spot(page, "d2", "source").tap()
    spot(page, "e6").tap()
    expect(page.locator("[data-ply]")).to_have_count(3)  # both bots have moved
    spot(page, "b2", "source").tap()
    spot(page, "f5").tap()
    expect(page.locator("[data-ply]").nth(3)).to_contain_text("b2-d2-f5")
    expect(page.locator("[data-seat='0']")).to_have_class(re.compile("to-move"))
    expect(page.get_by_role("button", name=re.compile("^f5, "))).to_be_visible()


def test_partners_win_and_lose_together(people: People) -> None:
    page = choose_new_game(people, "whist", "No clock")
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
