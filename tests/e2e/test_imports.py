"""A game of another program on the page: imported, replayed, shared, continued, and downloaded."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from .conftest import People

GAME = """[Event "Club match"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

1. e4 {[%eval 0.35] the usual start} e5 2. Qh5?! (2. Nf3 Nc6) Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0
"""


def open_sheet(page: Page) -> None:
    """Opens the dialog to import games, from the history."""
    page.goto("/history")
    page.get_by_role("button", name="Import a game").click()
    expect(page.get_by_role("dialog", name="Import games")).to_be_visible()


def test_a_pasted_game_is_replayed_and_continued(people: People) -> None:
    page = people.new()
    open_sheet(page)
    page.get_by_label("Games or a position").fill(GAME)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page).to_have_url(re.compile("/game/"))
    expect(page.locator("[data-imported]")).to_contain_text("Imported · Club match")
    expect(page.locator("[data-ply]")).to_have_count(7)
    expect(page.locator("[data-ply='3']")).to_contain_text("Qh5?!")
    page.locator("[data-ply='1']").click()
    expect(page.get_by_role("note")).to_have_text("0.35 · the usual start")

    page.get_by_role("button", name="Share").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="PGN").click()
    text = Path(download.value.path()).read_text()
    assert "2. Qh5?! ( 2. Nf3 Nc6 )" in text or "2. Qh5?! (2. Nf3 Nc6)" in text
    assert "[%eval 0.35]" in text
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Play from here").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("From position 1 of that game")
    sheet.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-imported]")).to_have_count(0)
    expect(page.locator("[data-piece=e4]")).to_be_visible()


def test_a_file_with_a_bad_game_and_the_download_of_the_history(
    people: People, tmp_path: Path
) -> None:
    page = people.new(390, 844)
    file = tmp_path / "phone.pgn"
    file.write_text(GAME + "\n1. e4 Ke5 *\n\n1. d4 d5 1/2-1/2\n")
    open_sheet(page)
    page.locator("dialog input[type=file]").set_input_files(file)
    expect(page.get_by_role("status")).to_contain_text("phone.pgn")
    page.get_by_role("button", name="Import", exact=True).click()
    dialog = page.get_by_role("dialog", name="Import games")
    expect(dialog).to_contain_text("2 games were imported")
    dialog.get_by_text("1 problem").click()
    expect(dialog).to_contain_text("'Ke5', move 1, is not a legal move")
    dialog.get_by_role("button", name="Close").click()

    page.goto("/history?mine=true&game=chess")
    expect(page.locator("tbody > *")).to_have_count(2)
    with page.expect_download() as download:
        page.get_by_role("link", name="PGN").click()
    assert download.value.suggested_filename == "zeitnot-games.pgn"
    text = Path(download.value.path()).read_text()
    assert text.count("[Event ") == 2
