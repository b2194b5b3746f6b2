"""A shared login in other engines than Chromium, and how long they keep its cookie."""

import itertools

import pytest
from stage.engines import ENGINES
from stage.login_page import LoginPage
from stage.processes import wait_until
from stage.shared_websites import PERMISSION, SharedWebsites

people = itertools.count(1)

# Firefox's purge of sites that only redirect. It runs once an hour, and spares a site for an hour after a redirect.
STRICT = """
Services.prefs.setIntPref("privacy.bounceTrackingProtection.mode", 1);
Services.prefs.setIntPref("privacy.bounceTrackingProtection.bounceTrackingGracePeriodSec", 0);
"""
CANDIDATES = """
const service = Cc["@mozilla.org/bounce-tracking-protection;1"].getService(Ci.nsIBounceTrackingProtection);
return service.testGetBounceTrackerCandidateHosts({}).map(({ siteHost }) => siteHost);
"""
# Another site that only redirects. Nobody ever presses anything there.
CONTROL = "bounce.localhost"
PURGE = """
const service = Cc["@mozilla.org/bounce-tracking-protection;1"].getService(Ci.nsIBounceTrackingProtection);
return service.testRunPurgeBounceTrackers().then(() => true);
"""


@pytest.fixture(scope="module")
def websites(tmp_path_factory):
    with SharedWebsites(tmp_path_factory.mktemp("shared"), names=("shop", "wiki", "board")) as websites:
        yield websites


@pytest.fixture
def person(websites):
    return websites.person(f"iris{next(people)}")


@pytest.mark.parametrize("engine", ["firefox", "webkit"])
def test_other_engines_share_a_login_and_tell_groups(websites, person, tmp_path, engine):
    browser, shop, wiki = ENGINES[engine](tmp_path), websites["shop"], websites["wiki"]
    websites.declare(wiki={"groups": "all"})
    try:
        shown = wiki.confirm(person, scope="openid groups")
        assert "staff" in shown, shown
        shop.open_login(browser)
        websites.confirm(shop, person, browser, "--include", PERMISSION)
        wiki.assert_silent(browser, "?scope=openid+groups")
        assert wiki.id_token["groups"] == ["staff"]
        assert wiki.id_token["auth_time"] == shop.id_token["auth_time"]
        browser.open(f"{wiki.url}/logout")
        browser.wait_for_site(f"{wiki.url}/bye")
        websites.assert_asks(shop, browser)
    finally:
        browser.stop()
        websites.declare()


@pytest.mark.parametrize("pressed", [False, True], ids=["never pressed", "pressed"])
def test_firefox_with_strict_protection_forgets_a_manager_at_which_nobody_has_pressed_anything(
    websites, person, tmp_path, pressed
):
    firefox, shop, wiki = ENGINES["firefox"](tmp_path), websites["shop"], websites["wiki"]
    try:
        firefox.chrome(STRICT)
        wiki.confirm(person)
        shop.open_login(firefox)
        if pressed:
            LoginPage(firefox, websites.manager.issuer)
            firefox.click("h1")
        websites.confirm(shop, person, firefox, "--include", PERMISSION)
        wiki.assert_silent(firefox)
        firefox.open(f"http://{CONTROL}:{wiki.port}/login")
        firefox.wait_for_site(f"{wiki.url}/callback")
        # The next click ends a chain of redirects, and Firefox judges all sites of it at once.
        firefox.click("#subject")
        wait_until(lambda: CONTROL in firefox.chrome(CANDIDATES))
        assert ("127.0.0.1" in firefox.chrome(CANDIDATES)) == (not pressed)
        assert firefox.chrome(PURGE)
        if pressed:
            wiki.assert_silent(firefox)
        else:
            websites.assert_asks(wiki, firefox)
    finally:
        firefox.stop()
