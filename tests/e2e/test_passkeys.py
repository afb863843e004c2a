"""Passkeys in a real browser, with the authenticator that Chromium offers to tests."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page, Route, expect

from .conftest import People, choose
from .test_access import violations
from .test_account import keep, register_bot, sign_in

PASSWORD = "correct horse"
PHONE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
BUTTONS = {
    "English": "Sign in with a passkey",
    "简体中文": "用通行密钥登录",
    "繁體中文": "用通行金鑰登入",
}


@dataclass
class Device:
    """A browser with an authenticator."""

    page: Page
    cdp: CDPSession
    authenticator: str

    def send(self, method: str, **parameters: Any) -> Any:
        return self.cdp.send(
            f"WebAuthn.{method}", {"authenticatorId": self.authenticator, **parameters}
        )


def new_device(people: People, width: int) -> Device:
    """A device on the account page, at `localhost`: browsers have no passkeys for addresses."""
    page = people.new(width, 844)
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    added = cdp.send("WebAuthn.addVirtualAuthenticator", {"options": PHONE})
    page.goto(f"{people.address.replace('127.0.0.1', 'localhost')}/account")
    expect(page.locator(".name b")).to_be_visible()
    return Device(page, cdp, added["authenticatorId"])


def add(page: Page, name: str, password: str = PASSWORD) -> None:
    form = page.get_by_role("form", name="Add a passkey")
    if not form.is_visible():
        page.locator("summary").get_by_text("Add a passkey").click()
    form.get_by_label("Present password", exact=True).fill(password)
    form.get_by_label("Name of the passkey").fill(name)
    form.get_by_role("button", name="Add it").click()


def is_too_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def test_a_passkey_is_added_and_signs_in_on_another_device(people: People) -> None:
    laptop, phone = new_device(people, 1280), new_device(people, 390)
    page = laptop.page
    keep(page, "Pasquale", PASSWORD)
    expect(page.get_by_text("The name Pasquale is yours now.")).to_be_visible()
    add(page, "My phone", "wrong horse")
    expect(page.get_by_role("alert")).to_be_visible()
    add(page, "My phone")
    expect(page.get_by_text("The passkey My phone is added.")).to_be_visible()
    row = page.get_by_role("listitem").filter(has_text="My phone")
    expect(row).to_contain_text("never")
    add(page, "Again")
    expect(page.get_by_role("alert")).to_contain_text("has a passkey of your account already")
    assert violations(page) == []

    # The passkey is synchronised between the devices.
    (credential,) = laptop.send("getCredentials")["credentials"]
    phone.send("addCredential", credential=credential)
    register_bot(phone.page, "Pasquales_Bot")
    assert violations(phone.page) == []
    assert not is_too_wide(phone.page)
    phone.page.get_by_role("button", name="Sign in with a passkey").focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.get_by_text("You are Pasquale. From Guest")).to_contain_text("1 bot.")
    assert not is_too_wide(phone.page)


def test_a_passkey_is_renamed_and_removed_by_the_keyboard(people: People) -> None:
    device = new_device(people, 390)
    page = device.page
    keep(page, "Petra", PASSWORD)
    add(page, "Key")
    rename = page.get_by_role("button", name="Rename: Key")
    rename.focus()
    page.keyboard.press("Enter")
    page.keyboard.type("Blue key")
    page.keyboard.press("Escape")
    expect(rename).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("Blue key")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Rename: Blue key")).to_be_focused()
    page.get_by_role("button", name="Remove: Blue key").press("Enter")
    page.get_by_role("button", name="Really remove: Blue key").press("Enter")
    expect(page.get_by_role("button", name="Rename: Blue key")).to_have_count(0)
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Really sign out").click()
    page.wait_for_url("**/")
    page.goto(f"{page.url}account")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("not valid here any more")


def test_a_user_who_is_not_verified_does_not_sign_in(people: People) -> None:
    device = new_device(people, 1280)
    device.send("setUserVerified", isUserVerified=False)
    device.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(device.page.get_by_role("alert")).to_contain_text("No passkey was used.")
    for language, text in BUTTONS.items():
        choose(device.page, language)
        expect(device.page.get_by_role("button", name=text)).to_be_visible()


def test_without_https_the_password_is_enough(people: People) -> None:
    """At another machine's name the browser has no passkeys, and the page says nothing of them."""
    page = people.new(390, 844)

    def pass_on(route: Route) -> None:
        url = route.request.url.replace("http://club.lan", people.address)
        origin = {"origin": people.address} if "origin" in route.request.headers else {}
        route.fulfill(response=route.fetch(url=url, headers=route.request.headers | origin))

    page.route("http://club.lan/**", pass_on)
    page.goto("http://club.lan/account")
    assert not page.evaluate("isSecureContext || 'PublicKeyCredential' in window")
    keep(page, "Plain Jane", PASSWORD)
    expect(page.get_by_text("The name Plain Jane is yours now.")).to_be_visible()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Really sign out").click()
    page.wait_for_url("**/")
    page.goto("http://club.lan/account")
    expect(page.get_by_role("form", name="Sign in")).to_be_visible()
    expect(page.get_by_text("passkey")).to_have_count(0)
    sign_in(page, "Plain Jane", PASSWORD, "http://club.lan/account")
    expect(page.get_by_text("You are Plain Jane.")).to_be_visible()
    expect(page.get_by_text("passkey")).to_have_count(0)
    page.unroute_all(behavior="ignoreErrors")  # requests that go on when the page is closed


def test_at_an_address_no_passkeys_are_offered(people: People) -> None:
    page = people.new()
    with page.expect_response("**/api/v1/passkeys") as answer:
        page.goto("/account")
    assert answer.value.json() == {"offered": False, "passkeys": []}
    expect(page.get_by_role("form", name="Sign in")).to_be_visible()
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
    keep(page, "Plain Paul", PASSWORD)
    expect(page.get_by_text("The name Plain Paul is yours now.")).to_be_visible()
    expect(page.get_by_role("heading", name="Passkeys")).to_have_count(0)
