"""Attacks on the console: foreign forms, withdrawn rights, others' ids, hostile names, the last administrator."""

import html
import json
import re
from concurrent.futures import ThreadPoolExecutor

from stage.console import REASON, Office, PlainConsole
from stage.plain_browser import PlainBrowser

INVENTED = "A" * 22


# MARK: Forms


FOREIGN = {
    "another site": {"Sec-Fetch-Site": "cross-site"},
    "another site that names our origin": {"Sec-Fetch-Site": "cross-site", "Origin": "{console}"},
    "a neighbour": {"Sec-Fetch-Site": "same-site"},
    "the account pages": {"Origin": "{issuer}"},
    "a hidden origin": {"Origin": "null"},
    "nobody knows where": {},
}


def test_a_form_from_elsewhere_asks_for_nothing(office, customer):
    console = PlainConsole(office, office.grace)
    path = f"{console.path_of(customer.home.name)}/disable"
    form = console.form(path, path) | {"reason": REASON}
    for sender, headers in FOREIGN.items():
        headers = {
            name: value.format(console=office.console, issuer=office.manager.issuer) for name, value in headers.items()
        }
        refused = console.browser.request("POST", office.console + path, headers=headers, data=form)
        assert refused.status_code == 403, sender
    own = {"Sec-Fetch-Site": "same-origin"}
    other = PlainConsole(office, office.grace)
    for ticket in (
        "",
        "A" * 43,
        other.form(path, path)["ticket"],
        console.form("/console", "/console/logout")["ticket"],
    ):
        forged = form | {"ticket": ticket}
        refused = console.browser.request("POST", office.console + path, headers=own, data=forged)
        assert refused.status_code in (400, 403), ticket
    asked = console.browser.request("POST", office.console + path, headers=own, data=form)
    assert asked.headers["Location"].startswith("/login/")


def test_a_confirmation_is_of_use_to_the_session_that_asked_alone_and_once(office, customer):
    user = customer.home.name
    console, other = PlainConsole(office, office.grace), PlainConsole(office, office.grace)
    page = console.ask_for(f"{console.path_of(user)}/disable")
    assert office.grace.login(page.process_data).returncode == 0
    for browser in (PlainBrowser(), other.browser):
        page.proceed(browser)
        assert office.try_to_log_in(customer)
    assert "accountDisabled" in page.proceed().headers["Location"]
    assert not office.try_to_log_in(customer)
    office.manager.command("user", "enable", user)
    assert "accountDisabled" not in page.proceed().headers.get("Location", "")
    assert office.try_to_log_in(customer)


def test_an_object_that_has_changed_meanwhile_is_left_alone(office, customer):
    user = customer.home.name
    console = PlainConsole(office, office.grace)
    path = f"{console.path_of_device(user)}/revoke"
    page = console.ask_for(path)
    assert office.grace.login(page.process_data).returncode == 0
    office.manager.command("device", "rename", user, "phone", "telephone")
    assert page.proceed().status_code == 409
    assert office.try_to_log_in(customer)


# MARK: Rights


def test_a_right_that_is_withdrawn_ends_in_a_browser_that_is_logged_in(office, customer):
    console = PlainConsole(office, office.lin)
    path = f"{console.path_of(customer.home.name)}/disable"
    asked, late = console.ask_for(path), console.form(path, path) | {"reason": REASON}
    assert office.lin.login(asked.process_data).returncode == 0
    office.manager.command("administrator", "remove", "lin", "--yes")
    try:
        assert not console.is_logged_in
        assert console.browser.post(office.console + path, **late).status_code != 200
        asked.proceed()
        assert office.try_to_log_in(customer), "an act of somebody without rights was done"
    finally:
        office.manager.command("administrator", "add", "lin")


def test_an_auditor_sees_everything_and_changes_nothing(office, customer):
    auditor = office.administrator(f"{customer.home.name}-auditor", "--auditor")
    console = PlainConsole(office, auditor)
    path = console.path_of(customer.home.name)
    assert console.get(path).status_code == 200
    assert console.get("/console/audit").status_code == 200
    ticket = console.form("/console", "/console/logout")["ticket"]
    assert console.get(f"{path}/disable").status_code == 404
    answer = console.browser.post(f"{office.console}{path}/disable", ticket=ticket, reason=REASON)
    assert answer.status_code in (403, 404)
    office.manager.command("administrator", "remove", auditor.home.name, "--yes")


def test_nobody_helps_themselves(office):
    console = PlainConsole(office, office.grace)
    path = console.path_of("grace")
    for act in ("disable", "remove", "recover"):
        assert f'action="{path}/{act}"' not in console.get(f"{path}/{act}").text
    device = console.path_of_device("grace")
    assert f'action="{device}/revoke"' not in console.get(f"{device}/revoke").text


def test_an_id_of_somebody_else_is_as_unknown_as_an_invented_one(office, customer):
    console = PlainConsole(office, office.grace)
    own, other = console.path_of(customer.home.name), console.path_of("lin")
    device = console.path_of_device("lin").rpartition("/")[2]
    invented = console.get(f"/console/accounts/{INVENTED}")
    assert invented.status_code == 404
    for path in (
        f"{own}/devices/{device}",
        f"{own}/devices/{device}/revoke",
        f"{own}/devices/{INVENTED}",
        f"/console/accounts/{customer.home.name}",
        f"/console/accounts/{INVENTED}/disable",
        f"/console/confirmations/{INVENTED}",
        f"{other}/devices/../..",
    ):
        assert console.get(path).status_code == 404, path


# MARK: Names


def test_no_name_can_rewrite_what_is_confirmed(office):
    alias = "x, and the account eve. Unlock the device <b>y</b>"
    victim = office.person("hedy", "--alias", alias)
    console = PlainConsole(office, office.grace)
    reason = 'Reason: none.” Account: eve <i>"'
    page = console.ask_for(f"{console.path_of_device('hedy')}/revoke", reason=reason)
    confirmed = json.loads(office.grace.login(page.process_data, "--json").stdout)
    names = [part["name"] for part in confirmed["text"] if "name" in part]
    assert alias in names and "hedy" in names and reason in names
    shown = "".join(value for part in confirmed["text"] for value in part.values())
    assert sentence_of(page.text) == shown
    page.proceed()
    assert not office.try_to_log_in(victim)
    audit = console.get("/console/audit?whom=hedy").text
    event = re.search(r'href="(/console/audit/[^"]+)"[^>]*>\s*Evidence', audit)[1]
    assert sentence_of(console.get(html.unescape(event)).text) == shown


def sentence_of(page: str) -> str:
    """The text of the sentence that a page shows."""
    sentence = re.search(r'<p class="sentence"[^>]*>(.*?)</p>', page, re.DOTALL)[1]
    return html.unescape(re.sub("<[^>]+>", "", sentence))


# MARK: The last administrator


def test_two_administrators_who_leave_at_once_do_not_leave_the_manager_alone(office):
    """Each gives up their own right, in their own browser, in the same moment."""
    leavers = [(user, PlainConsole(office, device), device) for user, device in persons(office)]
    pages = []
    for user, console, device in leavers:
        path = console.path_of(user).replace("/accounts/", "/administrators/") + "/withdraw"
        pages.append(console.ask_for(path))
        assert device.login(pages[-1].process_data).returncode == 0
    with ThreadPoolExecutor() as threads:
        answers = list(threads.map(lambda page: page.proceed(), pages))
    left = [item["user"] for item in json.loads(office.manager.command("administrator", "list", "--json"))]
    try:
        assert sorted(answer.status_code for answer in answers) == [303, 409]
        assert len([user for user, _ in persons(office) if user in left]) == 1
    finally:
        for user, _ in persons(office):
            office.manager.command("administrator", "add", user)


def test_two_administrators_who_are_removed_at_once_do_not_leave_the_manager_alone(office):
    with ThreadPoolExecutor() as threads:
        outcomes = list(
            threads.map(
                lambda user: office.manager.try_command("administrator", "remove", user, "--yes").returncode,
                ["grace", "lin"],
            )
        )
    try:
        assert outcomes.count(0) == 1, outcomes
    finally:
        for user, _ in persons(office):
            office.manager.command("administrator", "add", user)


def persons(office: Office) -> list:
    return [("grace", office.grace), ("lin", office.lin)]
