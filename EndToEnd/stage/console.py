"""The console of a manager, as one administrator uses it in a browser, and the office in which they work."""

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from .account import AccountPages, Circumstances
from .authenticator import Authenticator
from .browser import Browser
from .plain_account import PlainSession
from .plain_browser import PlainBrowser, PlainLoginPage
from .relying_party import RelyingParty
from .scene import Scene
from .tree import assert_tree

# The names of links, buttons, fields and choices by language.
WORDS = {
    "en": {
        "log in": "Log in with your device",
        "yes": "Yes, I am {}",
        "look again": "Look again",
        "go on": "Continue…",
        "find": "Find an account",
        "search": "Search",
        "one": "{}…",
        "continue": "Continue on your device",
        "reason": "Reason",
        "user name": "User name",
        "in person": "In person, with a document",
        "disable": "Disable",
        "enable": "Enable",
        "remove": "Remove the account",
        "recover": "New activation on paper",
        "revoke": "Revoke",
        "unlock": "Unlock",
        "events": "Events",
        "evidence": "Evidence…",
        "verified": "verified",
        "confirm": "Confirm on your device",
        "give up": "Give up this role",
        "error": "Error: ",
    },
    "de": {
        "log in": "Mit Ihrem Gerät anmelden",
        "yes": "Ja, ich bin {}",
        "look again": "Nachsehen",
        "go on": "Weiter…",
        "find": "Konto suchen",
        "search": "Suchen",
        "one": "{}…",
        "continue": "Weiter auf Ihrem Gerät",
        "reason": "Grund",
        "user name": "Benutzername",
        "in person": "Persönlich, mit einem Ausweis",
        "disable": "Deaktivieren",
        "enable": "Aktivieren",
        "remove": "Konto entfernen",
        "recover": "Neue Aktivierung auf Papier",
        "revoke": "Sperren",
        "unlock": "Entsperren",
        "events": "Ereignisse",
        "evidence": "Nachweis…",
        "verified": "geprüft",
        "confirm": "Auf Ihrem Gerät bestätigen",
        "give up": "Diese Rolle abgeben",
        "error": "Fehler: ",
    },
}
REASON = "Called from the number that we know"
# The console has a host name of its own, at the same address. By default App-Links lead to that one.
CONFIGURATION = ("consoleOrigin: http://localhost:{port}",)
APP_LINKS = "https://app.login.example"
SETTINGS = "settings:\n  lockoutSeconds: [600]\n"


class Office(Scene):
    """A manager whose console has an origin of its own, and its two administrators."""

    def __init__(self, folder: Path):
        super().__init__(
            folder, settings=SETTINGS, administrator="grace", configuration=CONFIGURATION, app_links=APP_LINKS
        )
        self.console = f"http://localhost:{self.manager.port}"
        self.grace = Authenticator(folder / "grace")
        self.grace.trust(self.manager.key_material())
        self.grace.activate(self.manager.first_activation, "--alias", "key of grace")
        self.lin = self.administrator("lin")

    def administrator(self, name: str, *options: str) -> Authenticator:
        """A new person who administers the manager, or with `--auditor` looks on."""
        device = self.person(name, "--alias", f"key of {name}")
        self.manager.command("administrator", "add", name, *options)
        return device

    def relying_party(self) -> RelyingParty:
        service = self.manager.service("demo")
        return RelyingParty(
            self.manager.issuer, service["clientId"], service["clientSecret"], f"{self.website.url}/callback"
        )

    def try_to_log_in(self, device: Authenticator, pin: str | None = None) -> bool:
        """Logs in at the website with a device, perhaps with a wrong PIN. Returns true if that was confirmed."""
        page = PlainLoginPage(PlainBrowser(), self.relying_party().authorization_request())
        return device.login(page.process_data, pin=pin).returncode == 0

    def about(self, user: str, event: str) -> dict:
        """The newest event of this kind about a person in the audit log."""
        return next(item for item in self.manager.audit() if item.get("user") == user and item["event"] == event)


class ConsolePages(AccountPages):
    """The console in one browser. Whatever is pressed is found by its name in the administrator's language."""

    surface = "console"

    def __init__(self, office: Scene, browser: Browser, circumstances: Circumstances | None = None):
        super().__init__(office, browser, circumstances)
        self.origin = office.console
        self.address = f"{office.console}/console"
        self.words = WORDS[self.circumstances.language]

    def choose(self, name: str) -> None:
        self.hand.choose(self.words[name])

    def find(self, user: str) -> str:
        """Searches an account on the first page, and opens it. Returns its path."""
        self.open()
        self.hand.fill(self.words["find"], user)
        self.press("search")
        self.wait_for("/accounts")
        self.press("one", user)
        self.browser.wait_for("main h1", lambda title: title.text.startswith(user))
        return urlsplit(self.browser.url).path.removeprefix("/console")

    def ask(self, act: str, reason: str = REASON, identity: str | None = None) -> None:
        """Opens the page of an act from that of its object, and asks for the confirmation on the device."""
        self.press(act)
        self.browser.wait_for("[name=reason]")
        if identity:
            self.choose(identity)
        self.fill("reason", reason)
        self.press("continue")

    def confirm_as(self, device: Authenticator) -> str:
        """Confirms with a device. Returns what it has shown."""
        outcome = self.confirm(device)
        assert outcome.returncode == 0, outcome.stderr
        return outcome.stdout

    def done(self) -> str:
        """The code of the act that was done before this page, which says so."""
        self.browser.wait_for(".notice.good")
        return parse_qs(urlsplit(self.browser.url).query)["done"][0]

    def sentence(self) -> str:
        """The sentence of an act, as the page shows it."""
        return self.browser.wait_for(".sentence").get_property("textContent")

    def assert_evidence(self, user: str, event: str, signer: str, sentence: str) -> None:
        """Finds an event in the audit log, with the statement that its signer has signed."""
        self.open(f"/audit?whom={user}")
        pages = [link.get_attribute("href") for link in self.browser.find_all("main td a[href*='/audit/']")]
        assert any(self.shows_event(page, event) for page in pages), f"{event} of {user} is not at {pages}"
        evidence = self.browser.find("section.panel")
        assert self.sentence() == sentence
        assert signer in evidence.text and self.words["verified"] in evidence.text, evidence.text

    def shows_event(self, page: str, event: str) -> bool:
        """Opens the page of an event, and returns true if the event is of this kind."""
        self.browser.open(page)
        # The page folds the stored name, so it is no visible text.
        return event in [code.get_property("textContent") for code in self.browser.find_all("main details code")]

    def assert_tree(self, name: str, names: dict[str, str]) -> None:
        assert_tree(self.browser, f"console-{name}", self.circumstances.language, names)


class PlainConsole(PlainSession):
    """A browser session of the console, for tests of the HTTP exchange."""

    def __init__(self, office: Office, device: Authenticator, cookies: dict[str, str] | None = None):
        super().__init__(office.console, "/console", device, cookies)

    def path_of(self, user: str) -> str:
        """The path of an account's page."""
        page = self.get(f"/console/accounts?text={user}").text
        return re.search(rf'href="(/console/accounts/[\w-]+)"[^>]*>(?:<span>)?<bdi>{user}</bdi>', page)[1]

    def path_of_device(self, user: str) -> str:
        """The path of the page of an account's only device."""
        path = self.path_of(user)
        return re.search(rf'href="({path}/devices/[\w-]+)"', self.get(path).text)[1]

    def ids_at_organization(self, user: str) -> tuple[str, str]:
        """The ids by which operators of a user's only organization know them: of the membership, and the beginning of
        the one among its administrators."""
        codes = re.findall(r"<code>([\w-]+)</code>", self.get(f"{self.path_of(user)}/memberships").text)
        return codes[-2], codes[-1]

    def ask_for(self, path: str, reason: str = REASON, **values: str) -> PlainLoginPage:
        """Asks for an act at its page, and returns the page that waits for the confirmation."""
        return self.ask(path, path, reason=reason, **values)
