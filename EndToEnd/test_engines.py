"""Stories in each browser engine: a person with nothing but a browser, who joins, the account, a person who comes back
without a device, and the console."""

import json

import pytest
from stage import later
from stage.account import AccountPages, Circumstances
from stage.authenticator import Authenticator
from stage.browser import PHONE, Browser
from stage.console import REASON, ConsolePages
from stage.engines import ENGINES
from stage.login_page import LINK
from stage.phone import Phone
from stage.recovery import A_DAY_LATER, Recovering, configuration, prepared, printed_code
from stage.scene import Scene
from stage.words import assert_speaks

NEW_PIN = "402816"
# German once: the words are those of all engines, and have their own tests in Chromium.
LANGUAGES = [("chromium", "en"), ("firefox", "en"), ("firefox", "de"), ("webkit", "en")]
# Joining and recovery have stories of their own in Chromium.
OTHERS = ["firefox", "webkit"]


# Makes the keys of a thousand PINs by the page's own modules, and counts what comes of them.
PINS = """
const [done] = arguments;
const load = (name) => import(document.querySelector(`link[href$="/protocol/${name}.js"]`).href);
const outcomes = async () => {
  const [{ pinKey }, { hmacKey }] = await Promise.all([load("pin"), load("crypto")]);
  const bindKey = await hmacKey(new Uint8Array(32));
  const record = { bindKey, salt: new Uint8Array(16), rounds: 1, idm: "login.example", activationId: "AAAA" };
  const counts = {};
  for (let pin = 100000; pin < 101000; pin++) {
    const outcome = await pinKey(`${pin}`, record).then(({ publicKey }) => publicKey.length, ({ code }) => code);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
};
outcomes().then(done, (error) => done(String(error)));
"""


@pytest.fixture(params=ENGINES)
def engine(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def firefoxes():
    """The Firefoxes of all tests: to start one costs as much as a story in it."""
    started: list[Browser] = []
    yield started
    for browser in started:
        browser.stop()


@pytest.fixture
def new_browser(tmp_path_factory, firefoxes):
    """Returns a function that returns another browser of an engine, as if it were new."""
    started: list[Browser] = []
    free = list(firefoxes)

    def start(engine: str) -> Browser:
        if engine == "firefox" and free:
            free[0].reset()
            return free.pop(0)
        browser = ENGINES[engine](tmp_path_factory.mktemp(engine))
        (firefoxes if engine == "firefox" else started).append(browser)
        return browser

    yield start
    for browser in started:
        browser.stop()


@pytest.mark.parametrize(("engine", "language"), LANGUAGES)
def test_a_browser_is_activated_by_a_link_and_confirms_a_login_by_code(mobile, new_browser, engine, language):
    phone, computer = Phone(mobile, new_browser(engine), language, window=PHONE), new_browser(engine)
    invitation = mobile.invited()
    phone.activate_by_link(invitation.link, invitation.pin)

    # The browser may ask its person, who does not answer. The page goes on.
    phone.browser.wait_for("[data-act=ask]").click()
    phone.browser.wait(lambda _: not phone.browser.find_all("[data-act=ask]"), "The button stays")
    phone.press("overview")
    phone.at("overview")

    phone.log_in(mobile.begin_login(computer))
    computer.wait_for("#subject")

    phone.open()
    phone.at("overview")
    phone.press("change PIN")
    phone.at("change-pin")
    phone.change_pin(NEW_PIN)
    phone.log_in(mobile.begin_login(computer))
    computer.wait_for("#subject")


def test_a_person_logs_in_on_the_same_device_and_deletes_the_account(mobile, new_browser, engine):
    browser = new_browser(engine)
    phone = Phone(mobile, browser, window=PHONE)
    phone.activate(mobile.invited())

    def confirm() -> None:
        browser.wait_for(LINK).click()
        phone.agree()
        phone.type_pin()

    mobile.begin_login(browser)
    confirm()
    browser.wait_for("#subject")

    account = AccountPages(mobile, browser, Circumstances("en", PHONE))
    account.open("/settings")
    account.press("log in")
    confirm()
    browser.wait_for("form[action='/account/known']")
    account.press("yes", mobile.newest_person)
    account.wait_for("/settings")
    account.press("delete")
    account.press("continue")
    account.wait_for_login()
    confirm()
    browser.wait_for("h1", lambda title: title.text == account.words["deleted"])
    account.open()
    assert account.heading.startswith(account.words["account at"])


@pytest.mark.parametrize("other", OTHERS)
def test_a_person_joins_by_a_link_with_nothing_but_a_browser(mobile, new_browser, other):
    options = ["--organization", "Example Inc.", "--role", "demo/user", "--places", "1", "--json"]
    link, name = json.loads(mobile.manager.command("join", "create", *options))["link"], f"kim-{other}"
    phone = Phone(mobile, new_browser(other), window=PHONE)
    phone.open(link)
    browser = phone.browser
    browser.wait_for("#name").send_keys(name)
    browser.click("form:has(#name) button")
    pin = browser.wait_for(".secret code").text
    phone.activate_by_link(browser.find(".steps a").get_attribute("href"), pin)
    phone.open(f"{mobile.manager.issuer}/join/device")
    browser.wait_for("h1", lambda heading: heading.text == "Your device is connected")
    assert_speaks(browser, "en")
    assert name in mobile.manager.command("join", "list")


@pytest.mark.parametrize("other", OTHERS)
def test_a_person_without_a_device_comes_back_by_code_and_mailbox(tmp_path, mailbox, new_browser, other):
    with Scene(tmp_path, configuration=configuration(mailbox)) as scene:
        lost = prepared(scene)
        person = Recovering(scene, new_browser(other), mailbox)
        person.prove_a_day_apart(printed_code(scene, lost))
        new = Authenticator(tmp_path / "new", pin="640913", variables=later.variables(A_DAY_LATER))
        person.connect(new)
        person.press("connected")
        person.wait_for_heading("back")
        assert len(new.activations()) == 1
        assert "recoveryCompleted" in scene.audited("ada")


def test_webkit_makes_the_key_of_a_pin_or_says_that_it_cannot(mobile, new_browser):
    phone = Phone(mobile, new_browser("webkit"), window=PHONE)
    phone.open()
    outcomes = phone.browser.driver.execute_async_script(PINS)
    assert outcomes.pop("32") > 980, outcomes
    assert outcomes.keys() <= {"unusablePin"}


def test_an_administrator_ends_a_lockout_with_xign_as_the_device(office, new_browser, customer, engine):
    user = customer.home.name
    assert not office.try_to_log_in(customer, pin="111222")
    console = ConsolePages(office, new_browser(engine))
    console.log_in(office.grace)
    console.find(user)
    console.press("one", "phone")
    console.ask("unlock", identity="in person")
    console.wait_for_login()
    sentence = console.sentence()
    console.confirm_as(office.grace)
    assert console.done() == "deviceUnlocked"
    assert user in sentence and REASON in sentence
    assert_speaks(console.browser, "en")
    assert office.try_to_log_in(customer)
