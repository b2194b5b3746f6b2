"""A person who comes back to an account without a device, with a printed code and a mailbox."""

import html
import itertools
import re

from . import declarations, later
from .account import AccountPages, Circumstances
from .authenticator import Authenticator
from .browser import Browser
from .mailbox import Mailbox
from .manager import Activation
from .plain_account import PlainAccount
from .plain_browser import PlainBrowser
from .processes import wait_until
from .scene import Scene

# The names of links, buttons and fields, and what pages say, by language.
WORDS = {
    "en": {
        "make code": "Make a recovery code",
        "on paper": "I have it on paper",
        "recovery code": "Recovery code",
        "proceed": "Continue",
        "mail me": "Mail me a code",
        "mailed code": "Code from the email",
        "connected": "I have connected it",
        "stop": "Stop it",
        "not me": "This was not me: stop it",
        "lost": "Lost your device?",
        "choose": "Which mailbox can you open?",
        "type": "Type the code from the email",
        "waiting": "Your recovery has begun",
        "connect new": "Connect your new device",
        "not yet": "No device is connected yet.",
        "back": "You are back",
        "stopped": "The recovery is stopped",
        "stopped here": "The recovery is stopped, and its code no longer works.",
        "recovering": "Somebody is recovering this account",
        "unknown": "We do not know this recovery code.",
        "prepare": "Prepare for losing all your devices",
    },
    "de": {
        "make code": "Wiederherstellungscode erstellen",
        "on paper": "Ich habe ihn auf Papier",
        "recovery code": "Wiederherstellungscode",
        "proceed": "Weiter",
        "mail me": "Code senden",
        "mailed code": "Code aus der E-Mail",
        "connected": "Ich habe es verbunden",
        "stop": "Stoppen",
        "not me": "Das war ich nicht: stoppen",
        "lost": "Gerät verloren?",
        "choose": "Welches Postfach können Sie öffnen?",
        "type": "Geben Sie den Code aus der E-Mail ein",
        "waiting": "Ihre Wiederherstellung hat begonnen",
        "connect new": "Verbinden Sie Ihr neues Gerät",
        "not yet": "Noch ist kein Gerät verbunden.",
        "back": "Ihr Konto ist wiederhergestellt",
        "stopped": "Die Wiederherstellung ist gestoppt",
        "stopped here": "Die Wiederherstellung ist gestoppt, und ihr Code gilt nicht mehr.",
        "recovering": "Jemand stellt dieses Konto wieder her",
        "unknown": "Wir kennen diesen Wiederherstellungscode nicht.",
        "prepare": "Sorgen Sie vor, falls Sie alle Geräte verlieren",
    },
}
MAILED_CODE = re.compile(r"(?:Your code|Ihr Code): ([0-9A-Z]{4}-[0-9A-Z]{4})")
# Of a mail about a recovery: one about the first device, which has such a link, too, may come as late.
STOP_LINK = re.compile(r"(?s)(?:began\s+to\s+recover|Wiederherstellung\s+begonnen).*?(http://\S+/stop\?link=\S+)")
# On pages: a code or a PIN that is shown, and the link that opens the app.
SECRET = re.compile(r'class="secret">.*?<code>([^<]+)</code>')
DEVICE_LINK = re.compile(r'(?s)<ol class="steps">.*?<a href="([^"]+)"')
# Minutes: a device that was used in the last one counts as one that is used.
SOON = 2
# The wait is 24 hours.
A_DAY_LATER = 25 * 60
pictures = itertools.count(1)


def configuration(mailbox: Mailbox) -> tuple[str, ...]:
    """The lines of `manager.yaml` with which people recover their accounts."""
    return ("surfaces: [account, recovery]", mailbox.configuration)


def let_time_pass(scene: Scene, minutes: int) -> None:
    """Starts the manager again, so many minutes after the test's begin."""
    scene.manager.stop()
    scene.manager.variables = later.variables(minutes)
    scene.manager.start()


def prepared(scene: Scene, user: str = "ada") -> Authenticator:
    """Returns the only device of a person whose mail address is verified."""
    phone = scene.person(user, "--alias", "phone")
    scene.manager.apply(declarations.person(user, f"{user}@example.org"))
    return phone


def printed_code(scene: Scene, device: Authenticator) -> str:
    """Makes a recovery code at the account, without a browser's pictures and scripts."""
    account = PlainAccount(scene, device)
    page = account.ask("/account/recovery", "/account/recovery/make")
    account.confirm(device, page)
    page.proceed()
    return SECRET.search(account.get("/account/recovery/code").text)[1]


def mailed(mailbox: Mailbox, pattern: re.Pattern, since: int = 0) -> str:
    """Returns what matches in a mail, of those after so many."""
    found: list[str] = []

    def arrived() -> bool:
        for mail in mailbox.mails[since:]:
            if match := pattern.search(mail.get_content()):
                found.append(match[match.re.groups])
        return bool(found)

    wait_until(arrived)
    return found[-1]


class PlainRecovery:
    """A recovery in a browser without pictures and scripts."""

    def __init__(self, scene: Scene, mailbox: Mailbox):
        self.scene, self.mailbox, self.browser = scene, mailbox, PlainBrowser()

    def send(self, path: str, **fields: str) -> None:
        """Sends the form of a step, which leads on to the next one."""
        answer = self.browser.post(self.scene.manager.issuer + path, **fields)
        assert answer.status_code == 303, (path, answer.status_code, answer.text)

    def prove(self, code: str) -> None:
        """Shows both proofs: the printed code, and one that is mailed for this."""
        self.send("/recover", code=code)
        since = len(self.mailbox.mails)
        self.send("/recover/mail")
        self.send("/recover/mail/code", code=mailed(self.mailbox, MAILED_CODE, since))

    def prove_a_day_apart(self, code: str) -> None:
        """Shows both proofs twice, so that the code for the new device is there."""
        let_time_pass(self.scene, SOON)
        self.prove(code)
        let_time_pass(self.scene, A_DAY_LATER)
        self.prove(code)

    def handout(self) -> tuple[str, str]:
        """The link and the PIN for the new device."""
        page = self.browser.get(f"{self.scene.manager.issuer}/recover/device").text
        return html.unescape(DEVICE_LINK.search(page)[1]), SECRET.search(page)[1].replace(" ", "")


class Recovering(AccountPages):
    """The pages of recovery, beside those of the account, in one browser."""

    def __init__(self, scene: Scene, browser: Browser, mailbox: Mailbox, circumstances: Circumstances | None = None):
        super().__init__(scene, browser, circumstances)
        self.words = self.words | WORDS[self.circumstances.language]
        self.mailbox = mailbox

    def wait_for_heading(self, name: str) -> None:
        self.browser.wait_for("h1", lambda heading: heading.text == self.words[name])

    def make_code(self, device: Authenticator) -> str:
        """Makes a recovery code, and writes it down."""
        self.log_in(device, "/recovery")
        self.press("make code")
        assert self.confirm(device).returncode == 0
        return self.browser.wait_for(".sheet code").text

    def open_ways(self) -> None:
        self.browser.open(f"{self.origin}/recover")
        self.wait_for_heading("lost")

    def type_code(self, code: str) -> None:
        self.fill("recovery code", code)
        self.press("proceed")

    def mailed(self, pattern: re.Pattern, since: int = 0) -> str:
        return mailed(self.mailbox, pattern, since)

    def mailed_code(self, since: int) -> str:
        return self.mailed(MAILED_CODE, since)

    def ask(self, code: str) -> str:
        """Shows the printed code. Returns the one that is mailed for the next step."""
        self.open_ways()
        self.type_code(code)
        self.wait_for_heading("choose")
        since = len(self.mailbox.mails)
        self.press("mail me")
        self.wait_for_heading("type")
        return self.mailed_code(since)

    def type_mailed_code(self, code: str) -> None:
        self.fill("mailed code", code)
        self.press("proceed")

    def prove(self, code: str) -> None:
        """Shows both proofs: the printed code, and one that is mailed for this."""
        self.type_mailed_code(self.ask(code))

    def begin(self, code: str) -> None:
        """Forgets the session, begins a recovery, and lets its wait pass."""
        self.browser.forget()
        let_time_pass(self.scene, SOON)
        self.prove(code)
        self.wait_for_heading("waiting")
        let_time_pass(self.scene, A_DAY_LATER)

    def prove_a_day_apart(self, code: str) -> None:
        """Forgets the session, and shows both proofs twice, so that the page for the new device comes."""
        self.begin(code)
        self.prove(code)

    def handout(self) -> Activation:
        """The code and the PIN of the page for the new device."""
        self.wait_for_heading("connect new")
        pin = self.browser.wait_for(".secret code").text.replace(" ", "")
        self.browser.scroll_to(self.browser.find("main .code svg"))
        picture = self.browser.screenshot(self.scene.folder / f"recovered-{next(pictures)}.png")
        return Activation(picture, pin, link="")

    def connect(self, device: Authenticator) -> None:
        """Connects a new device with the code and PIN of the page."""
        device.trust(self.scene.manager.key_material())
        device.activate(self.handout())

    def stop_by_mail(self) -> None:
        """Opens the link of the newest mail that has one, and presses its button."""
        self.browser.open(self.mailed(STOP_LINK))
        self.press("not me")
        self.wait_for_heading("stopped")
