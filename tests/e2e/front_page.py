"""Actions of a user on the front page."""

from playwright.sync_api import Page, expect


def choose_game(page: Page, game: str) -> None:
    """Clicks the game's card, but only after the lobby is shown: its lists push the cards down, and
    a button that moves between press and release is not clicked."""
    expect(page.locator(".best > :nth-child(2)")).to_be_attached()
    page.locator(f"[data-card={game}]").click()
