"""Clients of every kind in a real browser: answers by form, scripts, popups, native apps, secrets that overlap."""

from contextlib import contextmanager
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
import requests
from stage.browser import Browser
from stage.client_pages import OPENED, SINGLE_PAGE, VERIFIER, ClientPages
from stage.login_page import LoginPage
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import free_port, wait_until
from stage.relying_party import answer


@pytest.fixture
def pages():
    pages = ClientPages()
    yield pages
    pages.stop()


@contextmanager
def a_browser(folder, **options):
    folder.mkdir()
    browser = Browser(folder, **options)
    try:
        yield browser
    finally:
        browser.stop()


def confirm(device, browser, issuer, picture) -> LoginPage:
    page = LoginPage(browser, issuer)
    login = device.login(page.picture(picture))
    assert login.returncode == 0, login.stderr
    return page


# Answers by form


def test_the_browser_posts_the_code_to_the_website(scene, ada, pages, reset_browser):
    pages.register(scene, "form")
    pages.request = pages.authorization_request(response_mode="form_post")
    reset_browser.complaints()
    reset_browser.open(f"{pages.url}/login")
    confirm(ada, reset_browser, scene.manager.issuer, scene.new_picture())
    reset_browser.wait_for("#done")
    assert reset_browser.url == pages.redirect_uri
    [(origin, form)] = pages.posted
    assert origin == scene.manager.issuer
    assert form.keys() == {"code", "state", "iss"}
    assert (form["state"], form["iss"]) == ("the state", scene.manager.issuer)
    assert reset_browser.complaints() == []


def test_a_person_without_scripts_presses_a_button_for_it(scene, ada, pages, tmp_path):
    pages.register(scene, "form-without-scripts")
    pages.request = pages.authorization_request(response_mode="form_post")
    with a_browser(tmp_path / "browser", scripts=False) as browser:
        browser.open(f"{pages.url}/login")
        page = confirm(ada, browser, scene.manager.issuer, scene.new_picture())
        page.button("Look again").click()
        page.wait_for_state("done")
        host = f"127.0.0.1:{pages.port}"
        page.button(f"Continue to {host}").click()
        browser.wait_for("button", lambda button: button.text == f"Back to {host}").click()
        browser.wait_for("#done")
    assert "code" in pages.posted[0][1]


def test_a_refusal_is_posted_too(scene, pages, reset_browser):
    pages.register(scene, "form-refused")
    reset_browser.open(pages.authorization_request(response_mode="form_post", prompt="none"))
    reset_browser.wait_for("#done")
    assert pages.posted[0][1]["error"] == "login_required"


# Scripts


def test_a_page_without_a_server_logs_in_by_scripts_with_the_fields_of_tracing(scene, ada, pages, reset_browser):
    pages.register(scene, "single-page", confidential=False)
    pages.callback = SINGLE_PAGE
    reset_browser.open(f"{pages.url}/login")
    confirm(ada, reset_browser, scene.manager.issuer, scene.new_picture())
    assert len(reset_browser.wait_for("#subject", lambda element: element.text).text) > 10


def test_scripts_of_another_website_read_no_answer(scene, pages, reset_browser):
    pages.register(scene, "with-a-secret")
    reset_browser.open(pages.redirect_uri)
    for path in ("token", "user"):
        request = (
            f"fetch('{scene.manager.issuer}/openid/{path}', {{ method: 'POST' }}).then(() => 'read', () => 'none')"
        )
        assert reset_browser.evaluate(request) == "none"


# Popups


def code_by_popup(device, browser: Browser, pages: ClientPages, picture) -> str:
    """Logs in by a popup. Returns the last page's word on its opener."""
    pages.callback = OPENED
    browser.open(f"{pages.url}/")
    first = browser.driver.current_window_handle
    browser.click("button")
    browser.wait(lambda driver: len(driver.window_handles) == 2, "no popup appears")
    [popup] = set(browser.driver.window_handles) - {first}
    browser.driver.switch_to.window(popup)
    try:
        confirm(device, browser, pages.manager.issuer, picture)
        browser.wait_for_site(pages.redirect_uri)
        return browser.wait_for("#opener", lambda element: element.text).text
    finally:
        browser.driver.close()
        browser.driver.switch_to.window(first)


def test_a_popup_tells_its_opener_the_code(scene, ada, pages, reset_browser):
    pages.register(scene, "popups", popups=True)
    assert code_by_popup(ada, reset_browser, pages, scene.new_picture()) == "opened"
    assert reset_browser.wait_for("#code", lambda element: element.text).text


def test_without_the_setting_the_login_forgets_its_opener(scene, ada, pages, reset_browser):
    pages.register(scene, "no-popups")
    assert code_by_popup(ada, reset_browser, pages, scene.new_picture()) == "alone"


# Native apps


@pytest.mark.parametrize("address", ["http://127.0.0.1:{port}/cb", "http://[::1]:{port}/cb", "org.example.app:/cb"])
def test_a_native_app_gets_its_code_at_any_port(scene, ada, pages, address):
    registered = ["http://127.0.0.1/cb", "http://[::1]/cb", "org.example.app:/cb"]
    pages.register(scene, "native", native=True, redirectUris=registered)
    address = address.format(port=free_port())
    page = PlainLoginPage(PlainBrowser(), pages.authorization_request(redirect_uri=address))
    login = ada.login(page.process_data)
    assert login.returncode == 0, login.stderr
    response = page.proceed()
    assert response.headers["Location"].partition("?")[0] == address
    form = {
        "grant_type": "authorization_code",
        "client_id": pages.client["id"],
        "code": answer(response)["code"],
        "redirect_uri": address,
        "code_verifier": VERIFIER,
    }
    tokens = requests.post(f"{scene.manager.issuer}/openid/token", data=form, timeout=10)
    assert tokens.status_code == 200, tokens.text


def test_a_native_app_gets_nothing_at_another_address(scene, pages):
    pages.register(scene, "native-only", native=True, redirectUris=["http://127.0.0.1/cb"])
    for address in ("http://localhost:4711/cb", "http://127.0.0.1:4711/", "http://192.0.2.1:4711/cb"):
        response = PlainBrowser().get(pages.authorization_request(redirect_uri=address))
        assert response.status_code == 400


# Public clients without a browser


@pytest.mark.parametrize("credentials", [None, ""], ids=["no secret", "an empty secret"])
def test_a_public_client_pushes_its_request_and_redeems_the_code(scene, ada, pages, credentials):
    pages.register(scene, "pushing", confidential=False)
    issuer, client_id = scene.manager.issuer, pages.client["id"]

    def posted(path: str, form: dict[str, str]) -> requests.Response:
        # Libraries that always send the field `Authorization` send an empty secret there.
        basic = None if credentials is None else (client_id, credentials)
        named = form | ({"client_id": client_id} if basic is None else {})
        return requests.post(f"{issuer}/openid/{path}", data=named, auth=basic, timeout=10)

    pushed = posted("par", dict(parse_qsl(urlsplit(pages.request).query)))
    assert pushed.status_code == 201, pushed.text
    request = urlencode({"client_id": client_id, "request_uri": pushed.json()["request_uri"]})
    page = PlainLoginPage(PlainBrowser(), f"{issuer}/openid/authenticate?{request}")
    login = ada.login(page.process_data)
    assert login.returncode == 0, login.stderr
    returned = answer(page.proceed())
    assert returned["state"] == "the state"
    form = {
        "grant_type": "authorization_code",
        "code": returned["code"],
        "redirect_uri": pages.redirect_uri,
        "code_verifier": VERIFIER,
    }
    redeemed = posted("token", form)
    assert redeemed.status_code == 200, redeemed.text
    assert "id_token" in redeemed.json()


@pytest.mark.parametrize("path", ["token", "par", "revoke"])
def test_an_empty_secret_stands_for_a_public_client_alone(scene, pages, path):
    pages.register(scene, "with-a-secret")
    form = dict(parse_qsl(urlsplit(pages.request).query)) | {"token": "x", "grant_type": "refresh_token"}
    refused = requests.post(
        f"{scene.manager.issuer}/openid/{path}", data=form, auth=(pages.client["id"], ""), timeout=10
    )
    assert (refused.status_code, refused.json()["error"]) == (401, "invalid_client")


@pytest.mark.parametrize("path", ["token", "par", "revoke", "user"])
def test_a_preflight_with_the_fields_of_tracing_is_answered_to_the_origin_of_a_public_client(scene, pages, path):
    pages.register(scene, "traced", confidential=False)
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "traceparent,baggage"}

    def preflight(origin: str) -> requests.Response:
        address = f"{scene.manager.issuer}/openid/{path}"
        return requests.options(address, headers=asked | {"Origin": origin}, timeout=10)

    # A running manager notices a change of its services within a second.
    wait_until(lambda: "Access-Control-Allow-Origin" in preflight(pages.url).headers)
    answered = preflight(pages.url)
    assert answered.status_code == 204
    assert answered.headers["Access-Control-Allow-Origin"] == pages.url
    assert "POST" in answered.headers["Access-Control-Allow-Methods"]
    assert answered.headers["Access-Control-Allow-Headers"].endswith(", *")
    assert "Access-Control-Allow-Credentials" not in answered.headers
    assert "Access-Control-Allow-Origin" not in preflight("https://evil.example").headers


# Secrets


def test_a_running_manager_accepts_both_secrets_until_the_overlap_ends(scene, pages):
    pages.register(scene, "two-secrets")

    def error(secret: str) -> str:
        credentials = (pages.client["id"], secret)
        form = {"grant_type": "authorization_code", "code": "unknown"}
        response = requests.post(f"{scene.manager.issuer}/openid/token", data=form, auth=credentials, timeout=10)
        return response.json()["error"]

    first = scene.manager.service("two-secrets")["clientSecret"]
    second = scene.manager.command("service", "rotate-secret", "two-secrets", "--overlap", "1", "--yes").strip()
    assert [error(first), error(second), error("neither")] == ["invalid_grant", "invalid_grant", "invalid_client"]
    scene.manager.command("service", "rotate-secret", "two-secrets", "--end-overlap", "--yes")
    assert [error(first), error(second)] == ["invalid_client", "invalid_grant"]
