"""A phone without an app: its camera opens links in its browser, where the manager's page is the authenticator."""

# Long because: the words of the page in two languages, and its steps one after the other.

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from .browser import SMALL_PHONE, Browser, Window
from .camera import read_code
from .keyboard import Keyboard
from .login_page import LoginPage
from .manager import Activation
from .pointer import Pointer
from .processes import ProcessFailure
from .scene import Scene
from .words import assert_speaks

# The names of buttons and fields, and what the page says, by language.
WORDS = {
    "en": {
        "continue": "Continue",
        "cancel": "Cancel",
        "not me": "This was not me",
        "overview": "To the overview",
        "try again": "Try again",
        "not stored": "This browser is connected, but it could not store that",
        "activation PIN": "Activation PIN",
        "new PIN": "New PIN",
        "PIN again": "New PIN again",
        "device name": "Name of this browser",
        "connect": "Connect",
        "what deletes the keys": "What deletes the keys",
        "second device": "Connect a second device soon",
        "wrong activation PIN": "The activation PIN was wrong",
        "wrong activation PINs before": "Wrong activation PINs before this one: 1.",
        "too common": "This is one of the most common PINs.",
        "PINs differ": "The two entries differ.",
        "PIN unusable": "This browser cannot work with this PIN.",
        "log in": "Log in",
        "digits": "Two digits",
        "PIN": "PIN",
        "confirm": "Confirm",
        "wrong PIN": "The PIN was wrong. Type it once more.",
        "no answer": "did not answer. Check your internet connection, then press the button once more.",
        "failed attempts": "Failed attempts since your last login: 2.",
        "change PIN": "Change the PIN…",
        "change": "Change the PIN",
        "present PIN": "Current PIN",
        "is present": "This is your current PIN.",
        "change unclear": "so the PIN may be changed or not",
        "try the new PIN first": "try the new PIN first",
        "remove": "Remove from this browser…",
        "remove it": "Remove from this browser",
        "remove anyway": "Remove here alone",
        "go on": "Go on",
        "given name": "Given name",
        "nickname": "Nickname",
        "mail": "Email address",
        "do not send": "Do not send",
        "required": "Fill this in",
    },
    "de": {
        "continue": "Weiter",
        "cancel": "Abbrechen",
        "not me": "Das war ich nicht",
        "overview": "Zur Übersicht",
        "try again": "Noch einmal versuchen",
        "not stored": "Dieser Browser ist verbunden, aber er konnte das nicht speichern",
        "activation PIN": "Aktivierungs-PIN",
        "new PIN": "Neue PIN",
        "PIN again": "Neue PIN noch einmal",
        "device name": "Name dieses Browsers",
        "connect": "Verbinden",
        "what deletes the keys": "Was die Schlüssel löscht",
        "second device": "Verbinden Sie bald ein zweites Gerät",
        "wrong activation PIN": "Die Aktivierungs-PIN war falsch",
        "wrong activation PINs before": "Falsche Aktivierungs-PINs vor dieser: 1.",
        "too common": "Das ist eine der häufigsten PINs.",
        "PINs differ": "Die beiden Eingaben unterscheiden sich.",
        "PIN unusable": "Mit dieser PIN kann dieser Browser nicht umgehen.",
        "log in": "Anmelden",
        "digits": "Zwei Ziffern",
        "PIN": "PIN",
        "confirm": "Bestätigen",
        "wrong PIN": "Die PIN war falsch. Geben Sie sie noch einmal ein.",
        "no answer": "hat nicht geantwortet. Prüfen Sie Ihre Internetverbindung, und versuchen Sie es noch einmal.",
        "failed attempts": "Fehlversuche seit Ihrer letzten Anmeldung: 2.",
        "change PIN": "PIN ändern…",
        "change": "PIN ändern",
        "present PIN": "Bisherige PIN",
        "is present": "Das ist Ihre bisherige PIN.",
        "change unclear": "Die PIN ist vielleicht geändert, vielleicht nicht",
        "try the new PIN first": "Versuchen Sie zuerst die neue PIN",
        "remove": "Aus diesem Browser entfernen…",
        "remove it": "Aus diesem Browser entfernen",
        "remove anyway": "Nur hier entfernen",
        "go on": "Weiter",
        "given name": "Vorname",
        "nickname": "Spitzname",
        "mail": "E-Mail-Adresse",
        "do not send": "Nicht senden",
        "required": "Füllen Sie das aus",
    },
}
# A device that is full once the manager has activated it.
FULL = """{
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (record) {
    if (record.isPending === false) throw new DOMException("", "QuotaExceededError");
    return put.call(this, record);
  };
}"""
PIN = "735198"
# WebKitGTK 2.50 cannot work with one PIN in 256. Which one depends on chance.
OTHER_PINS = ["846209", "517346"]
NAME = "Ida’s phone"


class Finger(Pointer):
    """A person who touches a screen with a keyboard on it."""

    def press(self, name: str) -> None:
        # The window of a phone scrolls to a field that has the focus, and the driver's click misses what moves.
        self._find("a, button", name).send_keys(Keys.ENTER)


class Phone:
    """The browser of a phone, new or with an activation. `pin` is the PIN that its owner has chosen.

    Whatever is pressed is found by its name in the person's language.
    """

    def __init__(
        self,
        scene: Scene,
        browser: Browser,
        language: str = "en",
        *,
        window: Window = SMALL_PHONE,
        keyboard: bool = False,
    ):
        self.scene, self.browser, self.language, self.window = scene, browser, language, window
        self.words = WORDS[language]
        self.pin = PIN
        self.hand = Keyboard(browser) if keyboard else Finger(browser)
        self.take()
        self.open("about:blank")
        self.clear_storage()
        browser.forget()

    def take(self) -> None:
        """Sets the browser's window and language, also after a restart."""
        self.browser.ask_for_language(self.language)
        self.browser.resize(self.window)

    # MARK: Ways to the page

    def open(self, link: str = "") -> None:
        """Opens a link as a person does: by the camera, from a mail, or by typing an address. Without one, the page."""
        # A page of its own each time: an address that differs behind the # alone would not load it anew.
        self.browser.open("about:blank")
        self.browser.open(link or f"{self.scene.origin}/a")

    def look_at(self, picture: Path) -> None:
        """Points the camera at a QR code, and opens its link."""
        self.open(read_code(picture))

    def scan(self, page: LoginPage) -> None:
        """Points the camera at the code of a login page in another browser."""
        self.open(self.link_of(page))

    def link_of(self, page: LoginPage) -> str:
        """The link of the code that a login page shows now."""
        return read_code(page.picture(self.scene.new_picture()))

    # MARK: The steps of the page

    @property
    def step(self) -> str | None:
        return self.browser.find("main").get_attribute("data-step")

    def at(self, *steps: str) -> str:
        """Waits until the page shows one of these steps, and returns it. A refusal that is none of them fails."""

        def shown(_) -> str | None:
            step = self.step
            if step not in steps and (step or "").startswith("refusal-"):
                raise ProcessFailure(f"{step} instead of {' or '.join(steps)}: {self.browser.text}")
            return step if step in steps else None

        step = self.browser.wait(shown, f"The page does not come to {' or '.join(steps)}")
        # The browser is asked whether it keeps the keys once the step is there.
        self.browser.wait(lambda _: not self.browser.find_all(".keeping:empty"), "The page does not say what is kept")
        assert_speaks(self.browser, self.language)
        return step

    def press(self, name: str) -> None:
        """Presses the button that `WORDS` has under this name."""
        self.hand.press(self.words[name])

    def unfold(self) -> None:
        """Shows what the person may give besides."""
        self.browser.wait_for("details.more > summary").click()

    def fill(self, label: str, text: str) -> None:
        self.hand.fill(self.words[label], text)

    def choose_value(self, label: str, value: str) -> None:
        """Chooses one of the values that the account has."""
        choice = self.browser.wait_for("select", lambda element: element.accessible_name == self.words[label])
        Select(choice).select_by_visible_text(value)

    def wait_to_say(self, sentence: str) -> None:
        """Waits until the page shows a sentence of `WORDS`."""
        self.browser.wait(
            lambda _: self.words[sentence] in self.browser.text, f"The page does not say {self.words[sentence]!r}"
        )

    # MARK: Acts

    def activate(self, invitation: Activation) -> None:
        """Activates the phone by an invitation, without mistakes."""
        self.begin_activation(invitation)
        self.connect()

    def begin_activation(self, invitation: Activation) -> None:
        """Looks at the code of an invitation, and types its PIN."""
        self.look_at(invitation.picture)
        self._prove(invitation.pin)

    def activate_by_link(self, link: str, pin: str) -> None:
        """Activates the phone by the link of an activation, without mistakes."""
        self.open(link)
        self._prove(pin)
        self.connect()

    def _prove(self, pin: str) -> None:
        self.at("activate")
        self.press("continue")
        self.type_activation_pin(pin)
        self.at("activation-choose")

    def type_activation_pin(self, pin: str) -> None:
        self.at("activation-pin")
        self.fill("activation PIN", pin)
        self.press("continue")

    def choose_pin(self, pin: str | None = None, again: str | None = None) -> None:
        """Chooses the PIN, names the browser, and goes on."""
        self.fill("new PIN", pin or self.pin)
        self.fill("PIN again", again or pin or self.pin)
        self.fill("device name", NAME)
        self.press("connect")

    def connect(self) -> None:
        """Chooses the PIN, or another one if this browser cannot work with it, until the browser is connected."""

        def choose(pin: str) -> None:
            self.pin = pin
            self.choose_pin()

        self._until_taken(choose, self.pin)
        self.at("activated")

    def change_pin(self, pin: str) -> None:
        """Changes the PIN to this one, or to another one if this browser cannot work with it."""
        taken = self._until_taken(self.ask_to_change_pin, pin)
        self.at("pin-changed")
        self.pin = taken

    def _until_taken(self, send: Callable[[str], None], pin: str) -> str:
        """Sends the form of a new PIN until the browser can work with the PIN, and returns that."""
        form, refusal = self.step, self.words["PIN unusable"]
        for taken in (pin, *OTHER_PINS):
            send(taken)
            self.browser.wait(
                lambda _: self.step != form or refusal in self.browser.text, "The page does not take the PIN"
            )
            if self.step != form:
                return taken
        raise ProcessFailure(f"The page takes no PIN: {self.browser.text}")

    def agree(self) -> None:
        """Goes on from what the page asks."""
        self.press("log in" if self.at("login", "act") == "login" else "continue")

    def type_digits(self, digits: str) -> None:
        self.at("type-digits")
        self.fill("digits", digits)
        self.press("continue")

    def type_pin(self, pin: str | None = None) -> None:
        self.at("type-pin")
        self.fill("PIN", pin or self.pin)
        self.press("confirm")

    def log_in(self, page: LoginPage) -> None:
        """Scans a login page's code, types its digits and the PIN."""
        self.scan(page)
        self.agree()
        self.type_digits(page.digits())
        self.type_pin()
        self.at("done-login")

    def ask_to_change_pin(self, pin: str, again: str | None = None) -> None:
        """Fills in the form for another PIN, and sends it."""
        self.at("change-pin")
        self.fill("present PIN", self.pin)
        self.fill("new PIN", pin)
        self.fill("PIN again", again or pin)
        self.press("change")

    # MARK: The browser's storage

    @contextmanager
    def without_room(self) -> Iterator[None]:
        """From the next page on, the storage takes no activation that is finished."""
        script = self.browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=FULL)["identifier"]
        yield
        self.browser.devtools("Page.removeScriptToEvaluateOnNewDocument", identifier=script)

    def clear_storage(self) -> None:
        """Clears what pages of the origin have stored, as the browser's settings do."""
        self.browser.clear_storage(self.scene.origin)
