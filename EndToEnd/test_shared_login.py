"""A shared login: one confirmation on the device, silent logins at the organization's other websites, and the ends."""

import itertools

import pytest
from stage.accessibility import assert_accessible
from stage.account import AccountPages
from stage.logout_receiver import slow
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.shared_websites import PERMISSION, SharedWebsites, roles

# The websites that a person has confirmed before the shared login, and those that are new then, by the database.
WEBSITES = [
    ("SQLite", ("wiki", "mail", "chat"), ("files", "board")),
    ("PostgreSQL", ("wiki",), ("board",)),
]
SECTION = "[aria-labelledby=shared-title]"
people = itertools.count(1)

# Values that two websites may see alike: of the manager, of the moment, and of the way in which the person confirmed.
ALIKE = {"iss", "auth_time", "acr", "amr", "roles", "iat", "exp"}


@pytest.fixture(scope="module")
def websites(tmp_path_factory):
    with SharedWebsites(tmp_path_factory.mktemp("shared")) as websites:
        yield websites


@pytest.fixture
def person(websites):
    """A new person."""
    return websites.person(f"iris{next(people)}")


@pytest.fixture(scope="module")
def regular(websites):
    """A person who has confirmed the wiki and the board before. Tests share her, and leave these confirmations."""
    person = websites.person("regular")
    websites["wiki"].confirm(person)
    websites["board"].confirm(person)
    return person


# MARK: One confirmation a day


@pytest.mark.parametrize(
    ("database", "earlier", "later"), WEBSITES, indirect=["database"], ids=["SQLite", "PostgreSQL"]
)
def test_one_confirmation_opens_the_websites_that_were_confirmed_before(tmp_path, database, earlier, later, browser):
    with SharedWebsites(tmp_path, database=database, names=("shop", *earlier, *later)) as websites:
        ada, shop = websites.person("ada"), websites["shop"]
        for name in earlier:
            websites[name].confirm(ada)

        shop.open_login(browser)
        shown = websites.confirm(shop, ada, browser, "--include", PERMISSION)
        assert PERMISSION in shown and "10 hours" in shown, shown
        confirmed_at = shop.id_token["auth_time"]
        for name in earlier:
            websites[name].assert_silent(browser)
        for name in later:
            # The first release to a website asks, and the shared login goes on.
            websites.assert_asks(websites[name], browser)
            shown = websites.confirm(websites[name], ada, browser)
            assert websites[name].id_token["auth_time"] >= confirmed_at
            websites[name].assert_silent(browser)
        shop.assert_silent(browser)

        tokens = [website.id_token for website in websites]
        assert {token["auth_time"] for token in tokens} == {confirmed_at}
        for one, other in itertools.combinations(tokens, 2):
            assert not [name for name in one.keys() & other.keys() - ALIKE if one[name] == other[name]], (one, other)
        audited = websites.scene.audited("ada")
        assert audited.count("sharedLoginBegun") == 1
        assert audited.count("sharedLoginUsed") >= len(earlier)

        # A logout at one of them ends all, and each that wants to know it is told, by its own names.
        before = {website.name: website.id_token for website in websites}
        browser.open(f"{websites['wiki'].url}/logout")
        browser.wait_for_site(f"{websites['wiki'].url}/bye")
        for website in websites:
            if website.told:
                told = website.told.wait_for_session(before[website.name]["sid"])
                assert {token["sub"] for token in told} == {before[website.name]["sub"]}
        for website in websites:
            websites.assert_asks(website, browser)
        assert "sharedLoginEnded" in websites.scene.audited("ada")


def test_two_people_at_one_computer(websites, browser):
    ada, eve = websites.person(f"ada{next(people)}"), websites.person(f"eve{next(people)}")
    shop, wiki = websites["shop"], websites["wiki"]
    wiki.confirm(ada)
    wiki.confirm(eve)
    shop.open_login(browser)
    websites.confirm(shop, ada, browser, "--include", PERMISSION)
    wiki.assert_silent(browser)
    of_ada = wiki.id_token

    # Eve comes, and confirms with her device: the browser no longer goes on as Ada.
    shop.open_login(browser, "?prompt=login")
    websites.confirm(shop, eve, browser)
    wiki.told.wait_for_session(of_ada["sid"])
    websites.assert_asks(wiki, browser)
    websites.confirm(wiki, eve, browser, "--include", PERMISSION)
    assert wiki.id_token["sub"] != of_ada["sub"]
    shop.assert_silent(browser)
    of_eve = shop.id_token["sub"]
    shop.assert_silent(browser)
    assert shop.id_token["sub"] == of_eve

    # The page says whom it has logged out, and where.
    browser.open(f"{websites.manager.issuer}/openid/logout")
    browser.wait_for("main form button")
    assert {"Shop", "Wiki"} <= {entry.text for entry in browser.find_all("main li")}
    browser.click("main form button")
    page = browser.wait_for("main", lambda main: "You are logged out" in main.text)
    assert eve.home.name in page.text and ada.home.name not in page.text
    assert_accessible(browser, "en")
    for website in (shop, wiki):
        websites.assert_asks(website, browser)


def test_the_page_after_a_logout_names_the_website_that_was_not_told(websites, regular):
    browser, board = PlainBrowser(), websites["board"]
    websites.begin(regular, browser)
    assert board.ask(browser) is None
    question = browser.get(f"{websites.manager.issuer}/openid/logout")
    assert "Shop" in question.text and "Board" in question.text
    done = browser.post(f"{websites.manager.issuer}/openid/logout/confirmed")
    assert done.status_code == 200
    assert "<bdi>Board</bdi> was not told: log out there, too." in done.text
    assert f"You were logged in as <bdi>{regular.home.name}</bdi>." in done.text
    assert board.ask(browser) == "login_required"


def test_a_logout_reaches_websites_that_were_confirmed_with_the_device(websites, person):
    browser, shop, wiki, mail = PlainBrowser(), websites["shop"], websites["wiki"], websites["mail"]
    websites.begin(person, browser, "mail")
    assert mail.ask(browser) is None
    # The first login at the wiki asks. The second permission takes the websites of the first one along.
    wiki.confirm(person, browser)
    shop.confirm(person, browser, "--include", PERMISSION, prompt="login")
    sessions = {website.name: website.id_token["sid"] for website in (shop, wiki, mail)}
    browser.get(f"{websites.manager.issuer}/openid/logout?id_token_hint={shop.tokens[-1]['id_token']}")
    for website in (shop, wiki, mail):
        website.told.wait_for_session(sessions[website.name])
        assert website.ask(browser) == "login_required"


def test_a_manager_that_is_killed_between_two_websites_tells_the_rest_of_a_logout(tmp_path):
    with SharedWebsites(tmp_path, names=("shop", "wiki", "board")) as websites:
        ada, browser, shop, wiki = websites.person("ada"), PlainBrowser(), websites["shop"], websites["wiki"]
        websites.begin(ada, browser, "wiki")
        assert wiki.ask(browser) is None
        # The wiki has begun its answer when the manager is killed.
        wiki.told.answers = [slow]
        browser.get(f"{websites.manager.issuer}/openid/logout?id_token_hint={shop.tokens[-1]['id_token']}")
        shop.told.wait_for_session(shop.id_token["sid"])
        wiki.told.wait_for_session(wiki.id_token["sid"])
        websites.manager.kill()
        # The lease of the killed manager.
        websites.scene.execute("UPDATE outbox SET next_attempt_at = 0")
        websites.manager.start()
        assert {token["sid"] for token in wiki.told.wait_for(2)} == {wiki.id_token["sid"]}
        for website in (shop, wiki):
            assert website.ask(browser) == "login_required"


# MARK: Whoever has not allowed it


def test_without_the_permission_each_website_asks(websites, regular):
    browser = PlainBrowser()
    shown = websites["shop"].confirm(regular, browser)
    assert PERMISSION in shown and "not allowed" in shown, shown
    assert websites["wiki"].ask(browser) == "login_required"


def test_a_website_that_takes_no_part_offers_nothing(websites, regular):
    websites.declare(mail={"sharedLogin": False})
    try:
        browser = PlainBrowser()
        shown = websites["mail"].confirm(regular, browser)
        assert PERMISSION not in shown
        websites.begin(regular, browser)
        assert websites["wiki"].ask(browser) is None
        assert websites["mail"].ask(browser) == "login_required"
    finally:
        websites.declare()


def test_another_demand_and_another_value_ask(websites, regular):
    browser, board = PlainBrowser(), websites["board"]
    websites.begin(regular, browser)
    assert board.ask(browser) is None
    assert board.ask(browser, max_age="0") == "login_required"
    assert board.ask(PlainBrowser()) == "login_required"
    websites.declare(board={"groups": "all"})
    try:
        assert board.ask(browser, scope="openid groups") == "login_required"
        board.confirm(regular, browser, scope="openid groups")
        assert board.ask(browser, scope="openid groups") is None
        assert board.id_token["groups"] == ["staff"]
    finally:
        websites.declare()


# MARK: Ends


def test_the_operator_ends_all_of_them_for_good_by_switching_it_off(websites, regular):
    browser = PlainBrowser()
    websites.begin(regular, browser)
    assert websites["wiki"].ask(browser) is None
    try:
        websites.declare(None)
        assert websites["wiki"].ask(browser) == "login_required"
    finally:
        websites.declare()
    assert websites["wiki"].ask(browser) == "login_required"


def test_a_wrong_pin_ends_it_although_the_lockout_passes(websites, person):
    browser, wiki = PlainBrowser(), websites["wiki"]
    websites.begin(person, browser, "wiki")
    assert wiki.ask(browser) is None
    websites.declare(mail={"roles": roles("pin", "device")})
    try:
        page = PlainLoginPage(PlainBrowser(), websites["mail"].client.authorization_request())
        assert "the PIN was wrong" in person.login(page.process_data, pin="000000").stderr
    finally:
        websites.declare()
    assert wiki.ask(browser) == "login_required"


def test_the_account_lists_them_and_ends_one_or_all(websites, person, browser):
    plain = [PlainBrowser(), PlainBrowser(), PlainBrowser()]
    websites["wiki"].confirm(person)
    for each in plain:
        websites.begin(person, each)
        assert websites["wiki"].ask(each) is None
    account = AccountPages(websites.scene, browser)
    account.log_in(person, "/settings")
    for language, used in (("de", "bisher benutzt: Shop, Wiki."), ("en", "used so far: Shop, Wiki.")):
        browser.ask_for_language(language)
        account.open("/settings")
        assert used in browser.find(SECTION).text
        assert len(browser.find_all(f"{SECTION} li")) == 3
        assert_accessible(browser, language)

    # The newest is the first.
    browser.click(f"{SECTION} li form button")
    browser.wait_for(".notice.good")
    assert [websites["wiki"].ask(each) for each in plain] == [None, None, "login_required"]
    browser.click(f"{SECTION} > form button")
    browser.wait(lambda _: not browser.find_all(SECTION), "The shared logins stay")
    assert [websites["wiki"].ask(each) for each in plain] == ["login_required"] * 3


def test_this_was_not_me_ends_it_with_its_consent(websites, person, browser):
    plain, shop, wiki = PlainBrowser(), websites["shop"], websites["wiki"]
    websites.begin(person, plain, "wiki")
    assert wiki.ask(plain) is None
    account = AccountPages(websites.scene, browser)
    account.log_in(person, "/history")
    # The login at the shop is the newest but that at the account pages.
    entries = browser.find_all("main a[href^='/account/history/']")
    shop_login = next(entry for entry in entries if "Login to Shop" in entry.get_attribute("textContent"))
    shop_login.click()
    browser.wait_for("main form button").click()
    browser.wait_for("h1", lambda title: title.text == "This login has ended")
    assert wiki.ask(plain) == "login_required"
    # Another one opens the website that was confirmed apart from it, and not the one that was disowned.
    wiki.confirm(person, plain, "--include", PERMISSION)
    assert shop.ask(plain) == "login_required"


def test_a_withdrawal_ends_the_part_of_that_website(websites, person, browser):
    plain, shop, wiki, mail = PlainBrowser(), websites["shop"], websites["wiki"], websites["mail"]
    websites.begin(person, plain, "wiki", "mail")
    assert wiki.ask(plain) is None
    account = AccountPages(websites.scene, browser)
    account.log_in(person, "/websites")
    account.press("website", "Wiki")
    account.press("withdraw")
    browser.wait_for("button.danger")
    account.press("withdraw")
    assert account.said() == account.words["withdrawn"]
    assert wiki.ask(plain) == "login_required"
    assert mail.ask(plain) is None
    assert shop.ask(plain) is None
