"""Account pages and console for tests of the HTTP exchange: a browser without pictures and scripts, logged in."""

import re
from html.parser import HTMLParser
from urllib.parse import urljoin

import requests

from .authenticator import Authenticator
from .plain_browser import PlainBrowser, PlainLoginPage
from .scene import Scene


class PlainSession:
    """A browser session. `device` has confirmed it."""

    def __init__(self, origin: str, surface: str, device: Authenticator, cookies: dict[str, str] | None = None):
        """`surface` is the path of the first page."""
        self.origin, self.surface = origin, surface
        self.browser = PlainBrowser(cookies)
        begun = self.browser.post(f"{origin}{surface}/login", to=surface)
        page = PlainLoginPage(self.browser, urljoin(origin, begun.headers["Location"]))
        self.confirm(device, page)
        self.entered = page.proceed()
        self.submit(surface, f"{surface}/known")

    def confirm(self, device: Authenticator, page: PlainLoginPage) -> None:
        """Lets the device scan the code of the login."""
        confirmed = device.login(page.process_data)
        assert confirmed.returncode == 0, confirmed.stderr

    def get(self, path: str = "") -> requests.Response:
        """Opens a page, by default the first one."""
        return self.browser.get(self.origin + (path or self.surface))

    @property
    def is_logged_in(self) -> bool:
        return self.get().status_code == 200

    def form(self, path: str, action: str) -> dict[str, str]:
        """The hidden and other fields of a page's form."""
        forms = Forms(self.get(path).text).found
        assert action in forms, f"{path} has the forms {list(forms)}"
        return forms[action]

    def submit(self, path: str, action: str, **values: str) -> requests.Response:
        """Sends a form of a page with these values."""
        return self.browser.post(self.origin + action, **(self.form(path, action) | values))

    def ask(self, path: str, action: str, **values: str) -> PlainLoginPage:
        """Sends a form whose act is confirmed on a device, and returns the page that waits for that."""
        answer = self.submit(path, action, **values)
        return PlainLoginPage(self.browser, urljoin(self.origin, answer.headers["Location"]))


class PlainAccount(PlainSession):
    """A browser session of the account pages."""

    def __init__(self, scene: Scene, device: Authenticator, cookies: dict[str, str] | None = None):
        super().__init__(scene.manager.issuer, "/account", device, cookies)

    def device_id(self, alias: str) -> str:
        """The id of a device, from the addresses of the page with all of them."""
        page = self.get("/account/devices").text
        return re.search(rf"<bdi>{re.escape(alias)}</bdi>.*?/account/devices/([\w-]+)/remove", page, re.DOTALL)[1]

    def ask_to_remove(self, alias: str) -> PlainLoginPage:
        path = f"/account/devices/{self.device_id(alias)}/remove"
        return self.ask(path, path)

    def remove(self, alias: str, by: Authenticator) -> None:
        """Removes a device, as another one confirms."""
        page = self.ask_to_remove(alias)
        assert by.login(page.process_data).returncode == 0
        page.proceed()


class Forms(HTMLParser):
    """The forms of a page by their actions, each with the values of its fields."""

    def __init__(self, page: str):
        super().__init__()
        self.found: dict[str, dict[str, str]] = {}
        self.fields: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "form":
            self.fields = self.found.setdefault(values["action"], {})
        if tag == "input" and "name" in values and (values.get("type") != "radio" or "checked" in values):
            self.fields[values["name"]] = values.get("value", "")
