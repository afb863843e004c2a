"""The front page, as a user acts on it."""

from playwright.sync_api import Page, expect


def choose_game(page: Page, game: str) -> None:
    """Clicks the game's card. When the lobby comes, its lists move the cards: a button that moves
    away under the pointer is not clicked."""
    expect(page.locator(".best > :nth-child(2)")).to_be_attached()
    page.locator(f"[data-card={game}]").click()
