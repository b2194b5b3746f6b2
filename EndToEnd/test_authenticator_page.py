"""Each step of the authenticator's page: shown by a scripted client, checked as every page is.

What depends on words is shown in both languages, each with its own page; the rest in English.
"""

# Long because: the steps of the page one after the other, as a person meets them.

import base64
import json
import os
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys
from stage.accessibility import assert_for_everybody
from stage.authenticator_steps import (
    CODE_OF_ACT,
    CODE_OF_LOGIN,
    LINK_OF_ACT,
    LINK_OF_LOGIN,
    MANAGER,
    PERSONALIZATION,
    Steps,
    pid,
)
from stage.boxes import assert_on_first_screen
from stage.browser import DESKTOP, PHONE

SHOP = {"id": "1", "name": "Example Shop", "origin": "https://shop.example.org"}
OWNER = {"id": "2", "name": "Example Trading Ltd"}
CUSTOMER = {"id": "3", "name": "customer", "alternatives": [["device", "pin"]]}
BUYER = CUSTOMER | {"id": "4", "name": "buyer"}
ADA = {"idm": "login.example.org", "url": MANAGER, "isPending": False, "userName": "ada", "alias": "Browser on iPhone"}
ADA |= {"isPinChangePending": False}
LOGIN = {
    "purpose": "login",
    "channel": "crossDevice",
    "idm": "login.example.org",
    "url": MANAGER,
    "record": {"userName": "ada"},
    "service": SHOP,
    "organization": OWNER,
    "roles": [CUSTOMER],
    "attributes": {},
    "additions": [],
    "pairing": True,
}
LINK = LOGIN | {"channel": "sameDevice", "pairing": False}
ACT = LINK | {
    "purpose": "transaction",
    "service": {"id": "xign.account", "name": "login.example.org", "origin": MANAGER},
    "transaction": {
        "type": "removeDevice",
        "language": "en",
        "text": [
            {"literal": "Remove a device, which can then no longer log in:"},
            {"name": "Pixel 8"},
            {"literal": "Account:"},
            {"name": "ada"},
        ],
    },
}
OPENED = {
    "userName": "ada",
    "pinPolicy": {"minimumLength": 6, "maximumLength": 32},
    "newPinRequired": True,
    "wrongPins": 0,
    "organization": OWNER,
}
DONE = {"result": {"failedAttempts": 0}}
NO_ANSWER = {"refused": {"code": "noAnswer"}}
REQUEST = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
STATEMENT = {"statement": {}}


def lockout(seconds: int | None) -> dict:
    if seconds is None:
        return {"isPermanent": True}
    return {"isPermanent": False, "retryAfterSeconds": seconds, "lockedUntil": 1_795_000_000}


def attribute(*aliases: str, required: bool = True, verified: bool = False) -> dict:
    return {
        "isRequired": required,
        "isMissing": not aliases,
        "mustBeVerified": verified,
        "aliases": [{"id": name, "text": name, "isPrimary": name == aliases[-1]} for name in aliases],
    }


@pytest.fixture
def steps(request, reset_browser):
    """The page in English, or in the language of the test (`in_both_languages`)."""
    reset_browser.complaints()
    steps = Steps(reset_browser, getattr(request, "param", "en"))
    yield steps
    steps.close()
    assert not reset_browser.complaints()


# MARK: Each step

in_both_languages = pytest.mark.parametrize("steps", ["en", "de"], indirect=True)
# Forms with more fields, or a longer error above three of them, than a phone shows at once.
LONG = {"login-additions", "login-missing", "login-missing-flaws", "change-pin-unclear", "activation-unfinished"}


def check(steps: Steps, step: str, name: str | None = None) -> None:
    """Checks a step; where a folder is named, its pictures are saved there."""
    steps.expect(step)
    browser, language = steps.browser, steps.handler.language
    assert browser.evaluate("document.activeElement.tagName") in {"H1", "INPUT", "SELECT", "BUTTON"}
    assert browser.evaluate("document.title") == browser.find("h1").text
    if folder := os.environ.get("XIGN_TEST_PICTURES"):
        for window, size in ((PHONE, "phone"), (DESKTOP, "desktop")):
            browser.resize(window)
            for scheme in ("light", "dark"):
                browser.prefer(color_scheme=scheme)
                browser.screenshot(Path(folder) / f"{name or step}-{language}-{size}-{scheme}.png")
        browser.prefer()
        browser.resize(DESKTOP)
    else:
        assert_for_everybody(browser, language)
        if (name or step) not in LONG:
            assert_on_first_screen(browser, "h1", ".primary")
            browser.resize(DESKTOP)


@in_both_languages
def test_activation(steps):
    used = {"alreadyUsedAt": 1_790_000_000}
    steps.open(PERSONALIZATION, open=[{"lockout": lockout(300)}, {"personalize": OPENED}], personalizeFinish=[ADA])
    check(steps, "activate")
    steps.press("proceed")
    check(steps, "activation-pin")
    steps.send(pin="123")
    check(steps, "activation-pin", "activation-pin-flaw")
    assert "5" in steps.error
    steps.send(pin="123456")
    check(steps, "activation-pin", "activation-pin-wrong")
    assert "5 minutes" in steps.error or "5 Minuten" in steps.error
    steps.send(pin="135791")
    check(steps, "activation-choose")
    assert steps.browser.find("#name").get_attribute("value")
    for new, again in (("12345", "12345"), ("121212", "121212"), ("394857", "394858"), ("135791", "135791")):
        steps.send(new_pin=new, again=again)
        steps.expect("activation-choose")
        assert steps.error, new
    check(steps, "activation-choose", "activation-choose-flaw")
    steps.send(new_pin="394857", again="394857", name="")
    assert steps.error
    steps.send(new_pin="394857", again="394857", name="Phone")
    check(steps, "activated")
    steps.open(PERSONALIZATION, open=[{"personalize": OPENED | {"newPinRequired": False, "wrongPins": 2}}])
    steps.press("proceed")
    steps.send(pin="135791")
    check(steps, "activation-choose", "activation-name")
    assert not steps.browser.shows("#new-pin")
    for answer, step in ((used, "activation-used"), ({"lockout": lockout(None)}, "activation-locked")):
        steps.open(PERSONALIZATION, open=[answer])
        steps.press("proceed")
        steps.send(pin="135791")
        check(steps, step)


@in_both_languages
def test_login(steps):
    steps.open(CODE_OF_LOGIN, start=[LOGIN], prepare=[STATEMENT], finish=[{"lockout": lockout(1), "next": {}}, DONE])
    check(steps, "login")
    steps.send()
    check(steps, "type-digits")
    steps.send(digits="4")
    check(steps, "type-digits", "digits-flaw")
    assert steps.error
    steps.send(digits=" 4 2")
    check(steps, "type-pin")
    steps.send(pin="1234")
    check(steps, "type-pin", "pin-flaw")
    steps.send(pin="394857")
    steps.browser.wait(lambda _: steps.error and not steps.is_busy, "The wrong PIN is not told")
    check(steps, "type-pin", "pin-wrong")
    steps.send(pin="394857")
    check(steps, "done-login")


@in_both_languages
def test_lockouts(steps):
    def log_in(**scene) -> None:
        steps.open(CODE_OF_LOGIN, start=[LOGIN | {"pairing": False}], prepare=[STATEMENT], **scene)
        steps.send()
        steps.expect("type-pin")
        steps.send(pin="394857")

    log_in(finish=[{"lockout": lockout(299), "next": {}}])
    check(steps, "locked")
    log_in(finish=[{"lockout": lockout(6), "next": {}}, DONE])
    steps.expect("locked")
    steps.browser.wait(lambda _: steps.step == "type-pin", "The PIN is not asked for again")
    steps.send(pin="394857")
    steps.expect("done-login")
    log_in(finish=[{"lockout": lockout(900)}])
    check(steps, "locked-until")
    log_in(finish=[{"lockout": lockout(None)}])
    check(steps, "locked-for-good")
    steps.open(CODE_OF_LOGIN, start=[{"refused": {"code": "lockedOut", "lockout": lockout(900)}}])
    steps.expect("locked-until")


@in_both_languages
def test_a_lost_answer_leaves_the_form(steps):
    finish = [NO_ANSWER, DONE | {"result": {"failedAttempts": 3}}]
    steps.open(LINK_OF_LOGIN, start=[LINK], prepare=[NO_ANSWER, STATEMENT], finish=finish)
    steps.send()
    steps.browser.wait(lambda _: steps.error and not steps.is_busy, "The lost answer is not told")
    steps.expect("login")
    steps.send()
    steps.expect("type-pin")
    steps.send(pin="394857")
    steps.browser.wait(lambda _: steps.error and not steps.is_busy, "The lost answer is not told")
    check(steps, "type-pin", "pin-no-answer")
    # Enter sends the form; what was typed is still there.
    steps.browser.find("#pin").send_keys(Keys.ENTER)
    steps.expect("done-login")
    assert "3" in steps.browser.find(".warning").text
    check(steps, "done-login", "done-failed-attempts")


@in_both_languages
def test_the_way_back_on_the_same_device(steps):
    back = steps.address.removesuffix("a") + "returned"
    result = {"failedAttempts": 2, "returnURL": back}
    steps.open(LINK_OF_LOGIN, start=[LINK], prepare=[STATEMENT], finish=[{"result": result}])
    check(steps, "login", "login-link")
    steps.send()
    steps.expect("type-pin")
    steps.send(pin="394857")
    # A warning is read first.
    check(steps, "returning")
    steps.browser.click("a.primary")
    steps.browser.wait_for_site(back)
    steps.open(LINK_OF_LOGIN, start=[LINK], prepare=[STATEMENT], finish=[{"result": result | {"failedAttempts": 0}}])
    steps.send()
    steps.expect("type-pin")
    steps.send(pin="394857")
    steps.browser.wait_for_site(back)


@in_both_languages
def test_acts(steps):
    steps.open(LINK_OF_ACT, start=[ACT], prepare=[STATEMENT], finish=[DONE])
    check(steps, "act")
    names = steps.browser.evaluate(
        "Array.from(document.querySelectorAll('.sentence bdi'), (name) => getComputedStyle(name).display)"
    )
    assert names == ["block", "block"]
    steps.send()
    steps.expect("type-pin")
    steps.send(pin="394857")
    check(steps, "done-transaction")
    for act, step in (("cancel", "cancelled-transaction"), ("notMe", "notMe-transaction")):
        steps.open(CODE_OF_ACT, start=[ACT | {"channel": "crossDevice", "pairing": True}])
        steps.press(act)
        check(steps, step)


@in_both_languages
def test_declining(steps):
    for act in ("cancel", "notMe"):
        steps.open(CODE_OF_LOGIN, start=[LOGIN], prepare=[STATEMENT])
        steps.press(act)
        check(steps, "cancelled-login" if act == "cancel" else "notMe-login")
        steps.open(CODE_OF_LOGIN, start=[LOGIN], prepare=[STATEMENT])
        steps.send()
        steps.press(act)
        steps.expect("cancelled-login" if act == "cancel" else "notMe-login")


@in_both_languages
def test_a_phone_shows_who_asks_and_what_goes_out_without_scrolling(steps):
    """The longest consent with nothing to type: a stored value, a choice, and lasting access."""
    attributes = {
        "givenName": attribute("Legal"),
        "email": attribute("Private", "Work"),
        "phoneNumber": attribute("Mobile", required=False),
    }
    consent = {"attributes": attributes, "offlineUntil": 1_795_000_000}
    for kind, login in ((CODE_OF_LOGIN, LOGIN), (LINK_OF_LOGIN, LINK)):
        steps.open(kind, start=[login | consent])
        check(steps, "login", f"login-lasting-{login['channel']}")
        assert_on_first_screen(
            steps.browser, "h1", ".facts dd", ".warning", "[data-nodes] .datum", "[data-nodes] .field", ".primary"
        )
        order = steps.browser.evaluate(
            "Array.from(document.querySelectorAll('.warning, [name=email], .primary, details'), (one) => one.localName)"
        )
        assert order == ["p", "select", "button", "details"]
        steps.browser.resize(DESKTOP)


MISSING = ["username", "nickname", "givenName", "familyName", "birthdate", "address", "nationality", "placeOfBirth"]
MISSING += ["gender", "salutation", "email", "phoneNumber"]
FLAWED = {
    "username": "ada l",
    "nickname": "n" * 101,
    "nationality": "Germany",
    "email": "ada@example",
    "phoneNumber": "030",
}
TYPED = {
    "username": "ada",
    "nickname": "Ada",
    "givenName": "Augusta",
    "familyName": "King",
    "address.street_address": "St James's Square 12",
    "address.postal_code": "SW1Y 4JH",
    "address.locality": "London",
    "address.country": "gb",
    "nationality": "gb",
    "placeOfBirth": "London",
    "gender": "female",
    "salutation": "Lady",
    "email": "Ada@Example.org",
    "phoneNumber": "+44 20 7946 0000",
}


@in_both_languages
def test_data(steps):
    stored = {
        "email": attribute("Private", "Work"),
        "phoneNumber": attribute("Mobile", required=False),
        "givenName": attribute("Legal"),
        "familyName": attribute("Nachname"),
        "birthdate": attribute(required=False),
        "nationality": attribute(required=False, verified=True),
    }
    errors = {"errors": {"email": "noAliasSelected", "birthdate": "invalid"}}
    start = LINK | {"attributes": stored, "roles": [CUSTOMER, BUYER]}
    steps.open(LINK_OF_LOGIN, start=[start], prepare=[errors, STATEMENT])
    check(steps, "login", "login-data")
    # One that is offered alone may have been chosen among several. A name that only repeats the kind is not shown.
    shown = steps.browser.evaluate("document.querySelector('form').textContent")
    assert "Legal" in shown
    assert "Mobile" in shown
    assert shown.count("Nachname") <= 1
    # What is required stands before the button, and everything else behind it, folded.
    assert not steps.browser.shows("[name=phoneNumber]")
    chosen = "document.querySelector('[name=email]').selectedOptions[0].text"
    assert steps.browser.evaluate(chosen) == "Work"
    assert steps.browser.evaluate("document.querySelector('[name=phoneNumber]').value") == ""
    steps.send()
    steps.browser.wait(lambda _: steps.error and not steps.is_busy, "The errors are not told")
    assert steps.browser.shows("[name=birthdate]")
    check(steps, "login", "login-data-errors")
    steps.send()
    steps.expect("type-pin")

    start = LINK | {"attributes": {name: attribute() for name in MISSING}}
    steps.open(LINK_OF_LOGIN, start=[start], prepare=[STATEMENT])
    check(steps, "login", "login-missing")
    steps.send()
    assert len(steps.error.splitlines()) == len(MISSING)
    check(steps, "login", "login-missing-flaws")
    steps.fill_named(TYPED | FLAWED)
    steps.browser.evaluate("document.querySelector('#birthdate').value = '1815-12-10'")
    steps.send()
    assert len(steps.error.splitlines()) == len(FLAWED) + 1, steps.error
    steps.fill_named(TYPED)
    steps.browser.evaluate("document.querySelector('#birthdate').value = '1915-12-10'")
    steps.send()
    assert not steps.error
    steps.expect("type-pin")

    steps.open(LINK_OF_LOGIN, start=[LINK | {"attributes": {"email": attribute(verified=True)}}])
    check(steps, "unavailable")


def addition(name: str, *aliases: str, kind: str = "value", required: bool = False) -> dict:
    texts = [{"id": text, "text": text, "isPrimary": text == aliases[-1]} for text in aliases]
    return {"name": name, "kind": kind, "isRequired": required, "aliases": texts}


@in_both_languages
def test_additions(steps):
    stay = "Stay logged in at the websites of this organization"
    additions = [
        addition("Car"),
        addition("Cost centre", "4711", "4712", required=True),
        addition("Groups", "staff, ops", required=True),
        addition('Team "B"', "blue"),
        addition(stay, "in this browser, for 10 hours", kind="permission"),
    ]
    errors = {"errors": {"Cost centre": "noAliasSelected", 'Team "B"': "invalid"}}
    steps.open(LINK_OF_LOGIN, start=[LINK | {"additions": additions}], prepare=[errors, STATEMENT])
    check(steps, "login", "login-additions")
    shown = steps.browser.evaluate("document.querySelector('form').textContent")
    assert "staff, ops" in shown
    assert stay in shown
    given = "JSON.stringify(scene.given[1].attributes)"
    # Nothing optional is given unless the person says so, and no permission is ticked before.
    assert steps.browser.shows("[name=addition-4]")
    assert not steps.browser.evaluate("document.querySelector('[name=addition-4]').checked")
    assert steps.browser.evaluate("document.querySelector('[name=addition-3]').value") == ""
    steps.send()
    steps.browser.wait(lambda _: steps.error and not steps.is_busy, "The errors are not told")
    sent = json.loads(steps.browser.evaluate(given))
    assert {name: choice["alias"]["text"] for name, choice in sent.items()} == {
        "Cost centre": "4712",
        "Groups": "staff, ops",
    }
    assert len(steps.error.splitlines()) == 2
    steps.browser.evaluate("document.querySelector('[name=addition-4]').click()")
    steps.browser.evaluate("document.querySelector('[name=addition-3]').value = '0'")
    steps.send()
    steps.expect("type-pin")
    sent = json.loads(steps.browser.evaluate(given))
    assert sent[stay]["alias"]["text"] == "in this browser, for 10 hours"
    assert sent['Team "B"']["alias"]["text"] == "blue"

    missing = {"additions": [addition("Account name", required=True)]}
    lists = "JSON.stringify(Array.from(document.querySelectorAll('main ul'), (list) => list.innerText))"
    steps.open(LINK_OF_LOGIN, start=[LINK | missing])
    steps.expect("unavailable")
    assert json.loads(steps.browser.evaluate(lists)) == ["Account name"]
    # Whom to ask differs: the operator verifies, the organization sets up.
    steps.open(LINK_OF_LOGIN, start=[LINK | missing | {"attributes": {"email": attribute(verified=True)}}])
    steps.expect("unavailable")
    assert len(json.loads(steps.browser.evaluate(lists))) == 2


@in_both_languages
def test_overview(steps):
    pending = ADA | {"idm": "other.example", "isPending": True, "userName": None, "alias": None}
    steps.open(None)
    check(steps, "overview", "overview-empty")
    steps.open(None, activations=[[ADA | {"isPinChangePending": True}, pending]])
    check(steps, "overview")
    steps.open(None, activations=[[ADA]], revoke=[NO_ANSWER, {}])
    steps.press("remove")
    check(steps, "remove")
    steps.press("remove")
    check(steps, "remove-unheard")
    steps.press("remove")
    check(steps, "removed")
    steps.open(None, activations=[[ADA]], revoke=[NO_ANSWER])
    steps.press("remove")
    steps.press("remove")
    steps.expect("remove-unheard")
    steps.press("forget")
    check(steps, "removed-here")
    steps.press("leave")
    steps.expect("overview")


@in_both_languages
def test_change_of_the_pin(steps):
    process = {"idm": "login.example.org", "pinPolicy": OPENED["pinPolicy"]}
    changes = [{"lockout": lockout(1), "next": process}, NO_ANSWER, {"refused": {"code": "otherPinSent"}}, DONE]
    steps.open(None, activations=[[ADA]], startChangePin=[process], changePin=changes)
    steps.press("change")
    check(steps, "change-pin")
    steps.send(pin="394857", new_pin="394857", again="394857")
    assert steps.error
    for name in ("change-pin-wrong", "change-pin-unclear", "change-pin-other"):
        steps.send(pin="394857", new_pin="758493", again="758493")
        steps.browser.wait(lambda _: steps.error and not steps.is_busy, "Nothing is told")
        check(steps, "change-pin", name)
    steps.send(pin="394857", new_pin="758493", again="758493")
    check(steps, "pin-changed")


# MARK: A browser that fails

FULL = {"refused": {"code": "notStored"}}
UNFINISHED = {"refused": {"code": "unfinished"}}
SILENT = {"refused": {"code": "browserSilent"}}
# Of the invitation of `PERSONALIZATION`.
PENDING = ADA | {"isPending": True, "userName": None, "alias": None}
CONNECTED = ADA | {"activationId": base64.urlsafe_b64encode(bytes(range(16))).decode().rstrip("=")}


def test_a_browser_that_keeps_no_keys_says_so_before_a_pin_is_typed(steps):
    steps.open(PERSONALIZATION, rehearse=[FULL, {}])
    steps.expect("refusal-notStored")
    steps.press("retry")
    steps.expect("activate")


@in_both_languages
def test_an_activation_that_was_not_stored_is_told_as_unfinished(steps):
    steps.open(PERSONALIZATION, open=[{"personalize": OPENED}], personalizeFinish=[FULL, UNFINISHED, ADA])
    steps.press("proceed")
    steps.send(pin="135791")
    steps.expect("activation-choose")
    for name in ("notStored", "unfinished"):
        steps.send(new_pin="394857", again="394857")
        steps.browser.wait(lambda _: steps.error and not steps.is_busy, "Nothing is told")
        if name == "unfinished":
            check(steps, "activation-choose", "activation-unfinished")
    steps.send(new_pin="394857", again="394857")
    steps.expect("activated")

    # Later, by the overview and by the same code.
    steps.open(None, activations=[[PENDING]], resolve=[UNFINISHED])
    check(steps, "overview", "overview-unstored")
    assert len(steps.browser.find_all(".notice")) == 1
    steps.open(PERSONALIZATION, activations=[[PENDING]], resolve=[UNFINISHED, CONNECTED])
    steps.expect("refusal-unfinished")
    steps.press("retry")
    steps.expect("activated")


def test_the_code_of_an_interrupted_activation_finishes_it(steps):
    steps.open(PERSONALIZATION, activations=[[PENDING]], resolve=[CONNECTED])
    steps.expect("activated")
    steps.open(PERSONALIZATION, activations=[[PENDING]], resolve=[CONNECTED | {"activationId": "AA"}])
    steps.expect("refusal-alreadyPersonalized")
    steps.open(PERSONALIZATION, activations=[[PENDING]], resolve=[None])
    steps.expect("activate")


@in_both_languages
def test_a_new_pin_that_the_browser_cannot_work_with_is_told_at_its_field(steps):
    finish = [{"refused": {"code": "unusablePin"}}, ADA]
    steps.open(PERSONALIZATION, open=[{"personalize": OPENED}], personalizeFinish=finish)
    steps.press("proceed")
    steps.send(pin="135791")
    steps.expect("activation-choose")
    steps.send(new_pin="394857", again="394857")
    steps.browser.wait(lambda _: steps.error and not steps.is_busy, "Nothing is told")
    assert steps.browser.find("#new-pin").get_attribute("aria-invalid") == "true"
    steps.send(new_pin="758493", again="758493")
    steps.expect("activated")


def test_a_pin_that_the_browser_cannot_work_with_is_told_as_wrong(steps):
    finish = [{"refused": {"code": "wrongPin"}}, DONE]
    steps.open(LINK_OF_LOGIN, start=[LINK], prepare=[STATEMENT], finish=finish)
    steps.send()
    steps.expect("type-pin")
    steps.send(pin="394857")
    steps.browser.wait(lambda _: "The PIN was wrong" in steps.error and not steps.is_busy, "Nothing is told")
    steps.send(pin="758493")
    steps.expect("done-login")


def test_a_removal_that_was_not_stored_does_not_blame_the_manager(steps):
    steps.open(None, activations=[[ADA]], revoke=[FULL, {}])
    steps.press("remove")
    steps.press("remove")
    steps.expect("refusal-notStored")
    steps.press("retry")
    steps.expect("removed")


@in_both_languages
def test_a_browser_that_does_not_answer_leads_to_the_page_anew_with_the_same_link(steps):
    steps.open(LINK_OF_LOGIN, storage=[SILENT], reloaded={"start": [LINK], "prepare": [SILENT]})
    check(steps, "refusal-browserSilent")
    assert "#" not in steps.browser.url
    steps.press("retry")
    steps.expect("login")
    assert steps.browser.evaluate("history.state") is None
    steps.send()
    steps.expect("refusal-browserSilent")
    # That a page has opened the link stays known.
    steps.open(CODE_OF_LOGIN, opened="byPage", storage=[SILENT], reloaded={"start": [LOGIN]})
    steps.expect("refusal-browserSilent")
    steps.handler.opened = "byPerson"
    steps.press("retry")
    steps.expect("refusal-openedByPage")


@in_both_languages
def test_a_module_that_is_lost_leads_to_the_page_anew(steps):
    steps.handler.lost = "/page/moments.js"
    steps.open(LINK_OF_LOGIN, start=[LINK])
    button = steps.browser.find(".late button")
    assert not button.is_displayed(), "after eight seconds"
    steps.browser.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    assert button.is_displayed()
    assert_for_everybody(steps.browser, steps.handler.language)
    steps.handler.lost = None
    button.click()
    steps.expect("login")


def test_a_browser_is_too_old_only_where_an_interface_is_missing(steps):
    steps.handler.lost = "/page/main.js"
    old = steps.browser.devtools(
        "Page.addScriptToEvaluateOnNewDocument", source="delete String.prototype.isWellFormed;"
    )["identifier"]
    steps.open(LINK_OF_LOGIN)
    steps.browser.wait(lambda _: "current browser" in steps.browser.text, "The browser's age is not told")
    steps.browser.devtools("Page.removeScriptToEvaluateOnNewDocument", identifier=old)
    steps.open(LINK_OF_LOGIN)
    steps.browser.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    assert "current browser" not in steps.browser.text


def refusals() -> list[str]:
    source = (Path(__file__).parents[1] / "Manager/Sources/XignWording/Wording/AuthenticatorRefusal.swift").read_text()
    return [
        name.strip()
        for line in source.splitlines()
        if line.strip().startswith("case ")
        for name in line.strip().removeprefix("case ").split(",")
    ]


@in_both_languages
def test_some_refusals_as_they_look(steps):
    for code in ("noAnswer", "pairingFailed", "alreadyPersonalized"):
        steps.open(CODE_OF_LOGIN, start=[{"refused": {"code": code, "requestID": REQUEST}}])
        check(steps, f"refusal-{code}")
    steps.open(None, missing=["ed25519"])
    check(steps, "unsuitable")


def test_refusals(steps):
    for code in refusals():
        steps.open(CODE_OF_LOGIN, start=[{"refused": {"code": code}}])
        steps.expect(f"refusal-{code}")
        assert len(steps.browser.find("main").text.splitlines()) >= 3
    steps.open(CODE_OF_LOGIN, start=[NO_ANSWER, LOGIN])
    steps.expect("refusal-noAnswer")
    steps.press("retry")
    steps.expect("login")


def test_the_id_of_the_request_is_under_details_where_the_operator_can_help(steps):
    steps.open(CODE_OF_LOGIN, start=[{"refused": {"code": "accountDisabled", "requestID": REQUEST}}])
    steps.expect("refusal-accountDisabled")
    assert REQUEST not in steps.browser.find("main").text
    steps.browser.click("main summary")
    assert REQUEST in steps.browser.find("main").text
    steps.open(CODE_OF_LOGIN, start=[{"refused": {"code": "pairingFailed", "requestID": REQUEST}}])
    steps.expect("refusal-pairingFailed")
    assert not steps.browser.find_all("main summary")


# MARK: What leads here


def test_a_page_that_leads_here_with_a_code_is_refused(steps):
    for kind in (CODE_OF_LOGIN, CODE_OF_ACT):
        steps.open(kind, opened="byPage", start=[LOGIN])
        steps.expect("refusal-openedByPage")
    steps.open(LINK_OF_LOGIN, opened="byPage", start=[LINK])
    steps.expect("login")
    # A second scan uses the same tab.
    steps.browser.evaluate(f"location.hash = {pid(CODE_OF_LOGIN)!r}")
    steps.browser.wait(lambda _: "#" not in steps.browser.url, "The link is not taken")
    steps.expect("login")


def test_links_that_do_not_fit(steps):
    steps.open(CODE_OF_LOGIN, origin="https://other.example", start=[LOGIN])
    steps.expect("refusal-wrongManager")
    steps.open(9)
    steps.expect("refusal-unsupportedFormat")
    steps.browser.open("about:blank")
    steps.browser.open(steps.address + "#nonsense")
    steps.expect("refusal-notInitializationData")
    for end, refusal in (("#AQ", "linkIncomplete"), (f"#{pid(LINK_OF_LOGIN)}.", "linkExtended")):
        steps.browser.open("about:blank")
        steps.browser.open(steps.address + end)
        steps.expect(f"refusal-{refusal}")
    steps.open(PERSONALIZATION, activations=[[ADA]])
    steps.expect("refusal-alreadyPersonalized")


# MARK: Comfort


def choose_language(steps: Steps, language: str) -> None:
    steps.browser.click(f"[data-language={language}]")
    steps.browser.wait(
        lambda _: steps.browser.find("html").get_attribute("lang") == language, f"The page does not become {language}"
    )
    steps.expect("login")
    assert steps.browser.find(f"[data-language={language}]").get_attribute("aria-current") == "true"
    assert steps.browser.url == f"{steps.address}?language={language}"


def test_the_language_is_the_persons_and_the_link_stays(steps):
    steps.open(LINK_OF_LOGIN, start=[LINK])
    steps.expect("login")
    choose_language(steps, "de")
    assert steps.browser.find("h1").text == "Bei Example Shop anmelden?"
    choose_language(steps, "en")
    choose_language(steps, "de")
    # What the page loads anew by itself keeps the language.
    steps.press("cancel")
    steps.expect("cancelled-login")
    steps.press("leave")
    steps.expect("overview")
    assert steps.browser.find("html").get_attribute("lang") == "de"


def test_password_managers_know_the_fields(steps):
    steps.open(LINK_OF_LOGIN, start=[LINK], prepare=[STATEMENT])
    steps.send()
    steps.expect("type-pin")
    fields = "Array.from(document.forms[0].elements).filter((field) => field.localName === 'input')"
    assert steps.browser.evaluate(f"{fields}.map((field) => field.autocomplete)") == ["username", "current-password"]
    assert steps.browser.evaluate(f"{fields}[0].value") == "ada"
    field = steps.browser.find("#pin")
    assert field.get_attribute("inputmode") == "numeric"
    field.send_keys("394857")
    button = steps.browser.find("[data-reveals]")
    for kind, pressed in (("text", "true"), ("password", "false")):
        button.click()
        assert (field.get_attribute("type"), button.get_attribute("aria-pressed")) == (kind, pressed)
    assert field.get_attribute("value") == "394857"


def test_a_form_is_sent_once(steps):
    """A second press while the first one works has no effect; the answer of the second would be another step."""
    steps.open(LINK_OF_LOGIN, start=[LINK], prepare=[STATEMENT, {"refused": {"code": "malformed"}}])
    steps.browser.evaluate("(() => { const form = document.forms[0]; form.requestSubmit(); form.requestSubmit(); })()")
    steps.expect("type-pin")


def test_reloading_and_going_back_do_no_harm(steps):
    steps.open(LINK_OF_LOGIN, start=[LINK], prepare=[STATEMENT])
    steps.expect("login")
    assert "#" not in steps.browser.url
    steps.browser.driver.refresh()
    steps.expect("overview")
