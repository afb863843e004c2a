"""Chess and xiangqi on the page: moves by click, by drag and by keyboard."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from .conftest import People, choose
from .front_page import choose_game
from .test_page import book_row


def two_pages(
    people: People, game: str, choose_settings: Callable[[Page], None] = lambda _: None
) -> tuple[Page, Page]:
    """Starts a game by link: the first page has seat 0, on a desktop; the second seat 1, on a
    phone."""
    host, guest = people.new(), people.new(390, 844)
    host.goto("/")
    choose_game(host, game)
    choose_settings(host)
    host.get_by_text("Invite by link", exact=True).click()
    host.get_by_role("button", name="Make the link").click()
    expect(host).to_have_url(re.compile("/game/"))
    guest.goto(host.url)
    guest.get_by_role("button", name="Sit down as Black").click()
    return host, guest


def click(page: Page, move: str) -> None:
    """Plays a move by two clicks."""
    page.locator(f".act[data-spot={move[:2]}]").click()
    page.locator(f".target[data-spot={move[2:4]}]").click()


def drag(page: Page, move: str) -> None:
    """Plays a move by dragging the piece."""
    start = page.locator(f".source[data-spot={move[:2]}]")
    expect(start).to_be_visible()
    x, y = center_of(start)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y - 20, steps=2)
    page.mouse.move(*center_of(page.locator(f".target[data-spot={move[2:4]}]")), steps=4)
    page.mouse.up()


def center_of(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def play_alternately(pages: tuple[Page, Page], moves: str) -> None:
    """Plays moves by clicks on the two pages alternately. Waits until both pages show each move,
    because a click in the opponent's turn would be a premove."""
    played = pages[0].locator("[data-ply]").count()
    for number, move in enumerate(moves.split()):
        click(pages[number % 2], move)
        for page in pages:
            expect(page.locator("[data-ply]")).to_have_count(played + number + 1)


def last_move(page: Page) -> Locator:
    return page.locator("[data-ply]").last


def piece(page: Page, name: str) -> Locator:
    """A piece that cannot move now, by its accessible name."""
    return page.get_by_role("img", name=name, exact=True)


def test_castling_en_passant_and_promotion(people: People) -> None:
    white, black = two_pages(people, "chess")
    play_alternately((white, black), "e2e4 a7a6 g1f3 a6a5 f1c4 a5a4")
    click(white, "e1g1")
    for name in ("g1, white king", "f1, white rook"):
        expect(piece(black, name)).to_be_visible()
    expect(last_move(black)).to_contain_text("O-O")

    play_alternately((black, white), "b8a6 e4e5 d7d5")
    expect(piece(white, "d5, black pawn")).to_be_visible()
    click(white, "e5d6")
    expect(piece(black, "d6, white pawn")).to_be_visible()
    expect(black.locator("[data-piece=d5]")).to_have_count(0)
    expect(last_move(black)).to_contain_text("exd6")

    play_alternately((black, white), "a6b8 d6c7 h7h6")
    click(white, "c7d8")
    strip = white.get_by_role("group", name="Promote to")
    expect(strip.get_by_role("button")).to_have_count(4)
    expect(strip.get_by_role("button", name="white queen")).to_be_focused()
    white.keyboard.press("Escape")
    expect(strip).to_have_count(0)
    click(white, "c7d8")
    strip.get_by_role("button", name="white knight").click()
    expect(piece(black, "d8, white knight")).to_be_visible()
    expect(last_move(white)).to_contain_text("cxd8=N")

    # Each player can turn the board; Black's is turned from the start.
    assert (
        center_of(black.locator("[data-piece=a1]"))[1]
        < center_of(black.locator("[data-piece=a8]"))[1]
    )
    assert (
        center_of(white.locator("[data-piece=a1]"))[1]
        > center_of(white.locator("[data-piece=a8]"))[1]
    )
    white.get_by_role("button", name="Flip the board").click()
    assert (
        center_of(white.locator("[data-piece=a1]"))[1]
        < center_of(white.locator("[data-piece=a8]"))[1]
    )


def test_chess960_castles_by_a_click_on_the_rook(people: People) -> None:
    def choose_number(page: Page) -> None:
        page.get_by_text("Chess960 by number", exact=True).click()
        page.get_by_role("spinbutton", name="Chess960 by number").fill("3")

    white, black = two_pages(people, "chess", choose_number)
    for page in (white, black):
        expect(page.locator("[data-facts]")).to_contain_text("Chess960, number 3")
    click(white, "f1g1")
    for name in ("g1, white king", "f1, white rook"):
        expect(piece(black, name)).to_be_visible()
    expect(last_move(black)).to_contain_text("O-O")


def test_moves_by_drag_and_keyboard_end_in_mate(people: People) -> None:
    white, black = two_pages(people, "chess")
    pawn = white.get_by_role("button", name="f2, white pawn, your piece, can move")
    pawn.focus()
    white.keyboard.press("Enter")
    white.keyboard.press("ArrowUp")
    expect(white.get_by_role("button", name="f3, play here")).to_be_focused()
    white.keyboard.press("Enter")
    expect(last_move(black)).to_contain_text("f3")
    drag(black, "e7e5")
    expect(last_move(white)).to_contain_text("e5")
    click(white, "g2g4")
    # A piece that is dropped on an illegal target stays picked, so that a click can play it.
    black_queen = black.locator(".source[data-spot=d8]")
    expect(black_queen).to_be_visible()
    black.mouse.move(*center_of(black_queen))
    black.mouse.down()
    black.mouse.move(*center_of(black.locator("[data-piece=d7]")), steps=4)
    black.mouse.up()
    expect(black.locator("[data-ply]")).to_have_count(3)
    black.locator(".target[data-spot=h4]").click()
    expect(last_move(white)).to_contain_text("Qh4#")
    expect(white.locator(".in-check")).to_have_count(1)
    expect(piece(white, "e1, white king, in check")).to_be_visible()
    expect(white.locator(".result")).to_contain_text("checkmate")
    expect(black.locator(".result")).to_contain_text("You win")


def test_a_touch_drags_the_piece_but_not_the_page(people: People) -> None:
    page = people.new(390, 600, touch=True)
    page.goto("/")
    choose_game(page, "chess")
    page.get_by_role("button", name="Play", exact=True).click()
    pawn = page.locator(".source[data-spot=e2]")
    expect(pawn).to_be_visible()
    x, y = center_of(pawn)
    row = y - center_of(page.locator("[data-piece=e7]"))[1]
    finger = page.context.new_cdp_session(page)
    steps = [("touchStart", y), *(("touchMove", y - row * part / 20) for part in (1, 3, 5, 8))]
    for kind, height in steps:
        points = [{"x": x, "y": height}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("[data-ply='1']")).to_contain_text("e4")
    assert page.evaluate("scrollY") == 0


def test_xiangqi_is_shown_in_two_chinese_scripts(people: People) -> None:
    red, black = two_pages(people, "xiangqi")
    choose(red, "简体中文")
    choose(black, "繁體中文")
    expect(red.locator("[data-piece=h0]")).to_contain_text("马")
    expect(black.locator("[data-piece=h0]")).to_contain_text("傌")
    click(red, "h2e2")
    expect(last_move(red)).to_contain_text("炮二平五")
    expect(black.get_by_role("img", name="e2, 紅炮", exact=True)).to_be_visible()
    drag(black, "a6a5")
    expect(last_move(black)).to_contain_text("卒1進1")
    play_alternately((red, black), "e2e6 a5a4 b2b4 i6i5")
    click(red, "b4e4")
    expect(black.locator(".in-check")).to_have_count(1)
    expect(red.locator(".result")).to_contain_text("将死")
    expect(black.locator(".result")).to_contain_text("將死")
    assert black.evaluate("document.documentElement.scrollWidth") <= 390

    # The game is in the book, which shows it in the same notation.
    red.goto("/books?game=xiangqi")
    row = book_row(red, "h2e2")
    expect(row).to_contain_text("炮二平五")
    row.click()
    expect(red.locator("tr[data-move=a6a5]")).to_contain_text("卒1进1")
    expect(red.locator(".line")).to_contain_text("炮二平五")


def test_text_for_screen_readers_does_not_widen_the_page(people: People) -> None:
    """The list of moves scrolls on a phone, and its marks have hidden texts for screen readers."""
    white, black = two_pages(people, "chess")
    play_alternately((white, black), "a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 e2e3 e7e6")
    black.get_by_role("button", name="Take back").click()
    black.get_by_role("button", name="Yes").click()
    white.get_by_role("button", name="Accept").click()
    expect(black.locator(".board:not(.in-advance)")).to_be_visible()
    click(black, "h7h6")
    expect(last_move(black)).to_contain_text("1 move was taken back")
    assert black.evaluate("document.documentElement.scrollWidth") <= 390
