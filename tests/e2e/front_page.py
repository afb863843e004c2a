"""Actions of a user on the front page."""

from playwright.sync_api import Page, expect


def choose_game(page: Page, game: str) -> None:
    """Clicks the game's card, but only after the lobby is shown: its lists push the cards down, and
    a button that moves between press and release is not clicked."""
    expect(page.locator(".best > :nth-child(2)")).to_be_attached()
    page.locator(f"[data-card={game}]").click()


CREATE_GAME = """async (id) => {
    const { games } = await (await fetch("/api/v1/catalogue")).json();
    const [control] = games.find((game) => game.id === id).controls;
    const body = JSON.stringify({ game_type: id, control, seats: [{kind: "me"}, {kind: "open"}] });
    const headers = { "content-type": "application/json" };
    return (await (await fetch("/api/v1/games", { method: "POST", headers, body })).json()).url;
}"""


def open_seat(page: Page, game: str) -> None:
    """Creates a game with an open seat, as other programs do, and shows its page."""
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    page.goto(page.evaluate(CREATE_GAME, game))
    expect(page.get_by_role("button", name="Call it off")).to_be_visible()
