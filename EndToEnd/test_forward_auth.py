"""Proxies of docs/integrate/forward-auth.md hand an app what the manager has told, and nothing that a browser wrote."""

import json
import textwrap
from urllib.parse import urljoin

import pytest
from stage.authenticator import Authenticator
from stage.forward_auth import Caddy, HeaderServer, Nginx, Proxy, Traefik, forged
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.scene import Scene

USERS = """
users:
  - name: ada
    groups: { Example Inc.: [ops, staff] }
    attributes: { email: { value: ada@example.org, verified: true } }
  - name: eve
    attributes: { email: { value: eve@example.org, verified: true } }
"""


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    """A manager, the three proxies, a person in two groups, and one in none."""
    folder = tmp_path_factory.mktemp("forward-auth")
    proxies = [proxy(folder / proxy.name) for proxy in (Caddy, Traefik, Nginx)]
    services = textwrap.indent("".join(proxy.declaration() for proxy in proxies), "      ")
    with Scene(folder) as scene:
        scene.manager.apply(
            f"organizations:\n  - name: Example Inc.\n    groups: [ops, staff]\n    services:\n{services}"
        )
        people = {name: scene.person(name) for name in ("ada", "eve")}
        scene.manager.apply(USERS)
        for name in people:
            accounts = {proxy.service: f"{name}.l" for proxy in proxies}
            scene.manager.apply(json.dumps({"users": [{"name": name, "accountNames": accounts}]}))
        yield scene, {proxy.name: proxy for proxy in proxies}, people


@pytest.fixture(params=["caddy", "traefik", "nginx"])
def proxy(installation, request):
    scene, proxies, _ = installation
    proxy = proxies[request.param]
    service = scene.manager.service(proxy.service)
    proxy.start(scene.manager.issuer, service["clientId"], service["clientSecret"])
    yield proxy
    proxy.stop()


def logged_in(proxy: Proxy, person: Authenticator) -> PlainBrowser:
    browser = PlainBrowser()
    page = PlainLoginPage(browser, f"{proxy.url}/some/page")
    login = person.login(page.process_data)
    assert login.returncode == 0, login.stderr
    response = page.proceed()
    while response.is_redirect:
        response = browser.get(urljoin(response.url, response.headers["Location"]))
    assert response.url == f"{proxy.url}/some/page"
    return browser


def test_an_app_gets_the_confirmed_values_alone_whatever_a_browser_sends(installation, proxy):
    _, _, people = installation
    lies = {}
    written = {"User": "root", "Preferred-Username": "root", "Email": "root@example.org", "Groups": "admins"}
    for name, value in written.items():
        lies |= forged(f"X-Auth-Request-{name}", value)
    subjects = []
    for name, groups in (("ada", [["ops,staff"]]), ("eve", [])):
        response = logged_in(proxy, people[name]).request("GET", f"{proxy.url}/some/page", headers=lies)
        told = HeaderServer.told(response, "x_auth_request_")
        subjects += told.pop("user")
        assert told.pop("preferred_username") == [f"{name}.l"]
        assert told.pop("email") == [f"{name}@example.org"]
        assert list(told.values()) == groups
    assert subjects[0] != subjects[1]
    assert "root" not in subjects


def test_nobody_reaches_the_app_by_a_header_of_their_own(proxy):
    lies = forged("X-Auth-Request-User", "root")
    response = PlainBrowser().request("GET", f"{proxy.url}/some/page", headers=lies)
    assert response.is_redirect
