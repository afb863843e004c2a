"""Backgammon on the page: two users play by clicking or dragging one checker at a time."""

import re

from playwright.sync_api import Locator, Page, expect

from zeitnot_server.books.lines import MIN_PLIES

from .conftest import People
from .test_chess_boards import center_of, last_move, two_pages
from .test_page import book_row


def own_turn_mark(page: Page) -> Locator:
    """The text of the turn bar if it is this page's turn."""
    return page.locator(".throw .mine")


def mover(pages: tuple[Page, Page]) -> Page:
    """The page whose turn it is."""
    for _ in range(1200):
        for page in pages:
            if own_turn_mark(page).count():
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("no page has the turn")


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def click_a_play(page: Page) -> None:
    """Clicks checkers and their targets until the throw is used or no move is left."""
    target, checker = page.locator(".act.target"), page.locator(".act.source")
    end = button(page, "Done").or_(button(page, "Pass"))
    for _ in range(9):
        expect(target.or_(checker).or_(end).first).to_be_visible()
        if end.count():
            return
        (target if target.count() else checker).first.click()
    expect(end).to_be_visible()


def play_a_turn(page: Page) -> None:
    """Makes a legal play and confirms it."""
    before = page.locator("[data-ply]").count()
    click_a_play(page)
    button(page, "Done").or_(button(page, "Pass")).click()
    expect(page.locator("[data-ply]")).to_have_count(before + 1)


def test_two_users_play_by_clicks(people: People) -> None:
    pages = two_pages(people, "backgammon")
    for page in pages:
        expect(page.get_by_role("img", name=re.compile("Thrown: [1-6]"))).to_have_count(2)
    for _ in range(4):
        play_a_turn(mover(pages))
    for page in pages:
        expect(last_move(page)).to_contain_text(re.compile(r"\d|pass|bar"))
        checkers = page.locator("svg.board g.white, svg.board g.black")
        assert checkers.count() >= 28, "at most two of the 30 checkers are in the tray"


def drag_a_turn(page: Page) -> None:
    """Drags one checker after another to its first target until the throw is used."""
    before = page.locator("[data-ply]").count()
    end = button(page, "Done").or_(button(page, "Pass"))
    checker, target = page.locator(".act.picked, .act.source"), page.locator(".act.target")
    for _ in range(4):
        expect(checker.or_(end).first).to_be_visible()
        if end.count():
            break
        x, y = center_of(checker.first)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 12, y + 12, steps=2)
        page.mouse.move(*center_of(target.first), steps=3)
        page.mouse.up()
    end.click()
    expect(page.locator("[data-ply]")).to_have_count(before + 1)


def test_checkers_can_be_dragged_one_by_one(people: People) -> None:
    pages = two_pages(people, "backgammon")
    for _ in range(3):
        drag_a_turn(mover(pages))


def test_an_unfinished_play_can_be_undone(people: People) -> None:
    page = mover(two_pages(people, "backgammon"))
    page.locator(".act.source").first.click()
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    expect(undo).to_have_count(0)
    expect(page.locator(".act.picked")).to_have_count(0)
    expect(page.locator(".act.source").first).to_be_visible()


def checkers(page: Page) -> list[str]:
    """Positions and colours of the checkers."""
    return sorted(
        page.locator("svg.board g:is(.white, .black)").evaluate_all(
            """(checkers) => checkers.map((checker) => {
                const { x, y } = checker.getBoundingClientRect();
                return `${checker.classList[0]} ${Math.round(x)} ${Math.round(y)}`;
            })"""
        )
    )


def test_a_play_is_sent_only_when_it_is_confirmed(people: People) -> None:
    pages = two_pages(people, "backgammon")
    page = mover(pages)
    other = pages[1 - pages.index(page)]
    unused, played = page.locator(".die[data-used=false]"), page.locator("[data-ply]")
    before = checkers(page)
    click_a_play(page)
    expect(unused).to_have_count(0)
    expect(button(page, "Done")).to_be_focused()
    expect(button(page, "Done")).to_have_class(re.compile("main"))
    expect(played).to_have_count(0)
    expect(other.locator("[data-ply]")).to_have_count(0)
    for _ in range(2):
        if button(page, "Undo").count():
            button(page, "Undo").click()
    expect(unused).to_have_count(2)
    expect(button(page, "Done")).to_have_count(0)
    assert checkers(page) == before
    click_a_play(page)
    page.keyboard.press("Enter")
    for player_page in pages:
        expect(player_page.locator("[data-ply]")).to_have_count(1)


def test_plays_are_confirmed_automatically_with_that_setting(people: People) -> None:
    pages = two_pages(people, "backgammon")
    page = mover(pages)
    option = page.get_by_role("checkbox", name="Play moves without pressing Done")
    page.get_by_role("button", name="Settings").click()
    option.check()
    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(option).to_be_checked()
    page.keyboard.press("Escape")
    target, checker = page.locator(".act.target"), page.locator(".act.source")
    played = page.locator("[data-ply]")
    for _ in range(4):
        expect(target.or_(checker).or_(played).first).to_be_visible()
        if played.count():
            break
        (target if target.count() else checker).first.click()
    expect(played).to_have_count(1)
    expect(button(page, "Done")).to_have_count(0)


def test_a_long_play_fits_into_its_column(people: People) -> None:
    host, guest = two_pages(people, "backgammon")
    play_a_turn(mover((host, guest)))
    label = host.locator("[data-ply] span:not(.thrown)").first
    label.evaluate("(span) => { span.textContent = 'bar/24* 24/21* 21/18* 18/15* 15/12* 12/9*'; }")
    overflow = "(list) => list.scrollWidth - list.clientWidth"
    assert host.locator(".moves ol").evaluate(overflow) == 0
    move = host.locator("[data-ply]").first
    assert move.evaluate("(button) => button.scrollWidth - button.clientWidth") == 0


def test_the_book_leads_from_a_throw_to_its_plays(people: People) -> None:
    pages = two_pages(people, "backgammon")
    for _ in range(MIN_PLIES):  # shorter games that are resigned are not added to the book
        play_a_turn(mover(pages))
    page = pages[0]
    first = page.locator("[data-ply='1']")
    dice = first.locator(".thrown").inner_text().removesuffix(":").replace(" ", ", ")
    play = first.locator("span:not(.thrown)").first.inner_text()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".result")).to_be_visible()

    throws = page.get_by_role("button", name="Thrown:")

    def open_the_throw() -> None:
        page.goto("/books?game=backgammon")
        expect(page.get_by_text("The dice are thrown next")).to_be_visible()
        expect(throws).to_have_count(30)
        page.get_by_role("button", name=f"Thrown: {dice}", exact=True).click()

    open_the_throw()
    book_row(page, play, open_the_throw).click()
    expect(page.locator(".line span")).to_have_text(play)
    expect(throws).to_have_count(21)
