"""If the server closes a connection for good, the page shows the reason and reconnects only when
the user asks."""

from playwright.sync_api import Page, expect

from .conftest import People, choose
from .front_page import choose_game
from .test_agreements import two_pages

MAX_SOCKETS = 4  # of one account in a room
RECONNECT_WAIT_MS = 1_500  # longer than the page waits before it reconnects
FLOOD = """() => {
    const socket = window.zeitnotSockets.filter(({ url }) => url.includes("/ws/games/")).at(-1);
    for (let i = 0; i < 400; i++) socket.send("{}");
}"""
KEEP_SOCKETS = """
    window.zeitnotSockets = [];
    window.WebSocket = class extends WebSocket {
        constructor(...args) {
            super(...args);
            window.zeitnotSockets.push(this);
        }
    };
"""
REASON = {
    "English": "You have this game open in more than four tabs or devices",
    "简体中文": "这盘棋在四个以上的标签页或设备中打开",
    "繁體中文": "這盤棋在四個以上的分頁或裝置中開啟",
}


def test_a_fifth_tab_disconnects_the_first_for_good(people: People) -> None:
    ann, _ = two_pages(people)
    opened: list[str] = []
    ann.on("websocket", lambda socket: opened.append(socket.url))
    tabs = [ann.context.new_page() for _ in range(MAX_SOCKETS)]
    for tab in tabs:
        tab.goto(ann.url)
        expect(tab.get_by_role("button", name="Abort")).to_be_visible()
    expect(ann.get_by_text(REASON["English"])).to_be_visible()
    ann.wait_for_timeout(RECONNECT_WAIT_MS)
    assert opened == [], "the page reconnected without the user"
    for language, text in REASON.items():
        choose(ann, language)
        expect(ann.get_by_text(text)).to_be_visible()
    choose(ann, "English")

    ann.get_by_role("button", name="Connect again").click()
    expect(ann.get_by_text(REASON["English"])).to_have_count(0)
    expect(tabs[0].get_by_text(REASON["English"])).to_be_visible()
    tabs[0].wait_for_timeout(RECONNECT_WAIT_MS)
    assert [_banners(page) for page in (ann, *tabs)] == [0, 1, 0, 0, 0]
    assert len(opened) == 1


def test_a_client_over_its_limit_sees_the_reason(people: People) -> None:
    page = people.new()
    page.add_init_script(KEEP_SOCKETS)
    page.goto("/")
    choose_game(page, "tictactoe")
    page.get_by_text("Invite by link", exact=True).click()
    page.get_by_role("button", name="Make the link").click()
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    page.evaluate(FLOOD)
    text = page.get_by_text("This page sent more than the server takes")
    expect(text).to_be_visible()
    page.wait_for_timeout(RECONNECT_WAIT_MS)
    assert opened == []
    page.get_by_role("button", name="Connect again").click()
    expect(text).to_have_count(0)
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    assert len(opened) == 1


def _banners(page: Page) -> int:
    return page.get_by_text(REASON["English"]).count()
