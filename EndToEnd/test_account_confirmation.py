"""Confirmations and sessions of the account pages: by whom, for which browser, and how long."""

import html
import json
import re

import pytest
from stage.plain_account import PlainAccount
from stage.plain_browser import PlainBrowser


def test_the_device_shows_the_sentence_of_the_page_and_no_name_can_change_it(scene):
    alias = "x, and the account eve. Lock the device y"
    phone = scene.person("hedy", "--alias", alias)
    tablet = scene.another_device(phone, "tablet")
    scene.let_a_day_pass()
    page = PlainAccount(scene, tablet).ask_to_remove(alias)
    confirmed = json.loads(tablet.login(page.process_data, "--json").stdout)
    assert {"name": alias} in confirmed["text"]
    sentence = re.search(r'<p class="sentence"[^>]*>(.*?)</p>', page.text, re.DOTALL)[1]
    shown = "".join(value for part in confirmed["text"] for value in part.values())
    assert html.unescape(re.sub("<[^>]+>", "", sentence)) == shown


def test_a_device_of_another_account_confirms_nothing_and_leaves_the_page_waiting(scene, phone, tablet):
    mallory = scene.person(f"{phone.home.name}-mallory")
    account = PlainAccount(scene, tablet)
    page = account.ask_to_remove("phone")
    refused = mallory.login(page.process_data)
    assert refused.returncode != 0
    assert tablet.device_names() == {"phone", "tablet"}
    assert tablet.login(page.process_data).returncode == 0
    page.proceed()
    assert tablet.device_names() == {"tablet"}


def test_a_confirmation_is_of_use_to_the_browser_that_asked_alone_and_once(scene, phone, tablet):
    account, other = PlainAccount(scene, tablet), PlainAccount(scene, tablet)
    page = account.ask_to_remove("phone")
    assert tablet.login(page.process_data).returncode == 0
    for browser in (PlainBrowser(), other.browser):
        page.proceed(browser)
        assert tablet.device_names() == {"phone", "tablet"}
    assert "deviceRemoved" in page.proceed().headers["Location"]
    assert tablet.device_names() == {"tablet"}
    connected = scene.another_device(tablet, "phone")
    assert "deviceRemoved" not in page.proceed().headers.get("Location", "")
    assert connected.device_names() == {"phone", "tablet"}


def test_a_confirmation_that_is_collected_too_late_does_nothing(scene, phone, tablet):
    account = PlainAccount(scene, tablet)
    page = account.ask_to_remove("phone")
    assert tablet.login(page.process_data).returncode == 0
    scene.execute("UPDATE process SET expires_at = expires_at - 61000 WHERE id = ?", page.session)
    page.proceed()
    assert tablet.device_names() == {"phone", "tablet"}


def test_what_the_session_may_do_is_asked_again_when_it_is_done(scene, phone, tablet):
    account = PlainAccount(scene, tablet)
    page = account.ask_to_remove("phone")
    assert tablet.login(page.process_data).returncode == 0
    account.submit("/account", "/account/logout")
    page.proceed()
    assert tablet.device_names() == {"phone", "tablet"}


@pytest.mark.parametrize("refusal", ["--decline", "--not-me"])
def test_a_person_who_declines_on_the_device_keeps_everything(scene, phone, tablet, refusal):
    page = PlainAccount(scene, tablet).ask_to_remove("phone")
    tablet.login(page.process_data, refusal)
    page.proceed()
    assert tablet.device_names() == {"phone", "tablet"}


# MARK: Sessions


FOREIGN = {
    "another site": {"Sec-Fetch-Site": "cross-site"},
    "another site that names our origin": {"Sec-Fetch-Site": "cross-site", "Origin": "{issuer}"},
    "a neighbour": {"Sec-Fetch-Site": "same-site"},
    "an address bar": {"Sec-Fetch-Site": "none"},
    "another origin": {"Origin": "https://evil.example"},
    "a hidden origin": {"Origin": "null"},
    "nobody knows where": {},
}


def test_a_form_from_elsewhere_changes_nothing(scene, phone):
    account = PlainAccount(scene, phone)
    path = f"/account/devices/{account.device_id('phone')}/rename"
    form = account.form(path, path) | {"alias": "stolen"}
    for sender, headers in FOREIGN.items():
        headers = {name: value.format(issuer=scene.manager.issuer) for name, value in headers.items()}
        refused = account.browser.request("POST", scene.manager.issuer + path, headers=headers, data=form)
        assert refused.status_code == 403, sender
    own = {"Sec-Fetch-Site": "same-origin"}
    other = PlainAccount(scene, phone)
    for ticket in (
        "",
        "A" * 43,
        other.form(path, path)["ticket"],
        account.form("/account", "/account/logout")["ticket"],
    ):
        forged = form | {"ticket": ticket}
        refused = account.browser.request("POST", scene.manager.issuer + path, headers=own, data=forged)
        assert refused.status_code in (403, 409), ticket
    assert phone.device_names() == {"phone"}
    account.browser.request("POST", scene.manager.issuer + path, headers=own, data=form)
    assert phone.device_names() == {"stolen"}


def test_a_session_ends_when_it_should(scene, phone, tablet):
    second = 1000
    ends = {
        "idle for 15 minutes": lambda: scene.execute(
            "UPDATE browser_session SET last_seen = last_seen - ?", 901 * second
        ),
        "after an hour": lambda: scene.execute("UPDATE browser_session SET created_at = created_at - ?", 3601 * second),
        "its device is removed": lambda: PlainAccount(scene, tablet).remove("phone", by=tablet),
    }
    for reason, end in ends.items():
        account = PlainAccount(scene, phone)
        assert account.is_logged_in
        end()
        assert not account.is_logged_in, reason


def test_a_session_has_a_new_cookie_that_no_script_and_no_other_site_can_use(scene, phone):
    first, second = PlainAccount(scene, phone), PlainAccount(scene, phone)
    assert first.browser.cookies["xign-account"] != second.browser.cookies["xign-account"]
    cookie = next(line for line in first.entered.raw.headers.getlist("Set-Cookie") if line.startswith("xign-account="))
    attributes = {part.strip() for part in cookie.split(";")[1:]}
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= attributes

    # A value that somebody has put into the browser before the login is not the session's.
    planted = PlainAccount(scene, phone, cookies={"xign-account": second.browser.cookies["xign-account"]})
    assert planted.browser.cookies["xign-account"] != second.browser.cookies["xign-account"]
    for header, value in (("Cache-Control", "no-store"), ("Cross-Origin-Opener-Policy", "same-origin")):
        assert value in first.get().headers[header]
