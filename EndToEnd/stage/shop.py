"""The example website with attributes, and logins there at a terminal."""

import itertools

from .authenticator import Authenticator
from .plain_browser import PlainBrowser, PlainLoginPage
from .scene import Scene
from .terminal import Terminal

# The claims of every ID token.
STANDARD_CLAIMS = set("iss sub aud exp iat auth_time nonce at_hash acr amr azp sid roles".split())

numbers = itertools.count(1)


class Shop:
    """The example website, at a manager that has attribute values."""

    def __init__(self, scene: Scene):
        self.scene = scene
        self.manager = scene.manager

    def asks_for(self, *attributes: str) -> None:
        self.manager.apply(self.scene.website.declaration(*attributes))

    def person(self) -> Authenticator:
        return self.scene.person(f"erika{next(numbers)}")

    def store(self, person: Authenticator, attribute: str, value: str, *options: str) -> None:
        self.manager.command("user", "attribute", "set", person.home.name, attribute, "-", *options, input=f"{value}\n")

    def remove(self, person: Authenticator, attribute: str) -> None:
        self.manager.command("user", "attribute", "remove", person.home.name, attribute, "--yes")

    def login_page(self) -> PlainLoginPage:
        return PlainLoginPage(PlainBrowser(), f"{self.scene.website.url}/login")

    def claims(self, page: PlainLoginPage) -> dict | None:
        """Returns the claims that the website has, without the standard ones; None if nobody is logged in."""
        page.browser.get(page.proceed().headers["Location"])
        response = page.browser.get(f"{self.scene.website.url}/claims")
        if response.status_code != 200:
            return None
        return {name: value for name, value in response.json().items() if name not in STANDARD_CLAIMS}

    def log_in(self, person: Authenticator, *options) -> dict:
        """Logs a person in without questions, and returns the claims."""
        page = self.login_page()
        login = person.login(page.process_data, *options)
        assert login.returncode == 0, login.stderr
        return self.claims(page)


class LoginAtTerminal(Terminal):
    """A login at a terminal."""

    def __init__(self, person: Authenticator, page: PlainLoginPage, *options: str):
        super().__init__(*person.command("login", "--scanned", page.process_data, *options))
        self.person = person

    def answer(self, question: str, answer: str) -> str:
        """Answers a question, and returns the output up to it."""
        shown = self.expect(question)
        self.type(answer)
        return shown

    def agree(self) -> str:
        """Consents and types the PIN. Returns the output up to the consent."""
        shown = self.answer("I did not begin this]", "y")
        self.answer("PIN:", self.person.pin)
        self.expect("Logged in at Demo website")
        assert self.wait() == 0
        return shown
