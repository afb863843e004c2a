"""During a game, everything that a player needs is on the screen, for several screen sizes."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import People

SIZES = {
    "wide": (1280, 800),
    "portrait": (390, 844),
    "small": (360, 640),
    "landscape": (844, 390),
    "small landscape": (667, 375),
    "smallest landscape": (568, 320),
}
NEEDED = {
    "board": ".board-area .board",
    "opponent": ".opponents",
    "you": ".me",
    "moves": "section.moves",
    "turn": ".throw",
    "actions": ".actions",
}
START_GAME = """([game, settings]) => fetch("/api/v1/games", {
    method: "POST",
    headers: {"content-type": "application/json"},
    body: JSON.stringify({
        game_type: game,
        settings,
        seats: [{kind: "me"}, {kind: "bot", name: "Ponderer", level: 1}],
        control: {kind: "unlimited"},
    }),
}).then(answer => answer.json())"""
Box = tuple[float, float, float, float]


def boxes(page: Page) -> dict[str, Box]:
    """Left, top, right and bottom of each element."""
    found = {}
    has_zoom = page.locator(".zoom").count() > 0
    for name, selector in (NEEDED | ({"zoom": ".zoom"} if has_zoom else {})).items():
        box = page.locator(selector).first.bounding_box()
        assert box is not None, name
        x, y, width, height = (box[side] for side in ("x", "y", "width", "height"))
        found[name] = (x, y, x + width, y + height)
    return found


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes overlap by more than the width of a border (2 px)."""
    return all(
        min(one[end], other[end]) - max(one[start], other[start]) > 2
        for start, end in ((0, 2), (1, 3))
    )


ZOOMED = {"smallest landscape"}  # where points are too small for fingers
# Sizes that require scrolling: a high board, two rows of buttons, or zoom buttons.
SCROLLED = {"xiangqi": "small", "kuhn": "smallest landscape", "go 19": "small"}


@pytest.mark.parametrize(
    ("game", "settings", "zoomed"),
    [
        ("chess", {}, set()),
        ("xiangqi", {}, ZOOMED),
        ("backgammon", {}, set()),
        ("kuhn", {}, set()),
        ("connect4", {}, set()),
        ("go", {}, ZOOMED),
        ("go", {"size": "19"}, SIZES.keys() - {"wide"}),
    ],
)
def test_everything_needed_to_play_is_on_the_screen(
    people: People, game: str, settings: dict[str, str], zoomed: set[str]
) -> None:
    page = people.new(touch=True)
    page.goto("/")
    expect(page.locator(f"[data-card={game}]")).to_be_visible()
    page.goto(page.evaluate(START_GAME, [game, settings])["url"])
    expect(page.locator(".throw")).to_contain_text(re.compile("move|turn"))
    hint = page.get_by_role("button", name="Do not show this again")
    if game != "chess":  # chess has no hint
        hint.click()
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".zoom")).to_have_count(int(size in zoomed))
        if SCROLLED.get(" ".join([game, *settings.values()])) == size:
            continue
        found = boxes(page)
        for name, box in found.items():
            is_inside = (
                box[0] >= -1 and box[1] >= -1 and box[2] <= width + 1 and box[3] <= height + 1
            )
            assert is_inside, f"{name} at {box}, {size}"
            others = [other for other in found if other > name and overlap(box, found[other])]
            assert not others, f"{name} at {box} covers {others}, {size}"
