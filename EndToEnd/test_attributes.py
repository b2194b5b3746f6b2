"""Attributes: the website receives what it requests and the person has confirmed on the device."""

import json

import pytest
from stage.processes import run
from stage.scene import Scene
from stage.shop import LoginAtTerminal, Shop

DATA, REFUSED, OVER = 65, 77, 3
CONTROL_D = "\x04"


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    with Scene(tmp_path_factory.mktemp("shop")) as scene:
        yield Shop(scene)


def test_what_is_missing_is_asked_for_until_it_will_do_and_then_known(shop):
    shop.asks_for("givenName", "birthdate", "address", "{ name: email, verified: false }")
    erika = shop.person()
    page = shop.login_page()
    login = LoginAtTerminal(erika, page)
    shown = login.answer("Given name (1 to 100 characters):", "")
    assert "Demo website" in shown and "given name" not in shown, "the data are listed once, after the questions"
    assert "nothing was entered" in login.answer("Given name", "Erika")
    login.answer("Date of birth (YYYY-MM-DD):", "12.8.1964")
    assert "the form must be YYYY-MM-DD" in login.answer("Date of birth", "2999-08-12")
    assert "in the future" in login.answer("Date of birth", "1964-08-12")
    login.answer("Address, street and number:", "Heidestraße 17")
    login.answer("Postal code (press Return if there is none):", "51147")
    login.answer("Town or city:", "Köln")
    login.answer("State or region", "")
    login.answer("Country", "Germany")
    assert "two letters" in login.answer("Country", "de")
    login.answer("Email address", "erika at example.org")
    assert "name@example.org" in login.answer("Email address", "erika@example.org")
    shown = login.agree()
    for value in ("Erika", "1964-08-12", "Heidestraße 17; 51147; Köln; DE", "erika@example.org"):
        assert value in shown.partition("will receive:")[2]

    claims = shop.claims(page)
    address = claims.pop("address")
    assert claims == {
        "given_name": "Erika",
        "birthdate": "1964-08-12",
        "email": "erika@example.org",
        "email_verified": False,
    }
    assert (address["street_address"], address["postal_code"]) == ("Heidestraße 17", "51147")
    assert (address["locality"], address["country"]) == ("Köln", "DE")

    # The manager has stored the values.
    page = shop.login_page()
    assert "will receive:" not in LoginAtTerminal(erika, page).agree()
    assert shop.claims(page) == claims | {"address": address}


def test_one_of_two_values_is_chosen_once_and_chosen_anew_when_that_is_taken_back(shop):
    shop.asks_for("{ name: email, verified: false }")
    erika = shop.person()
    shop.store(erika, "email", "erika@work.example", "--alias", "work")
    shop.store(erika, "email", "erika@home.example", "--alias", "home", "--primary")

    page = shop.login_page()
    login = LoginAtTerminal(erika, page)
    assert "1  home\n  2  work" in login.answer("Number [1]:", "")
    shown = login.agree()
    assert "stored: home" in shown and "erika@" not in shown
    assert shop.claims(page)["email"] == "erika@home.example"
    page = shop.login_page()
    shown = LoginAtTerminal(erika, page).agree()
    assert "stored: home" in shown, "not asked again, and told which one goes out"
    assert shop.claims(page)["email"] == "erika@home.example"

    listed = run(*erika.command("alias", "list")).stdout
    assert listed.splitlines()[1].split() == ["Demo", "website", "email", "home"]
    (choice,) = json.loads(run(*erika.command("alias", "list", "--json")).stdout)
    assert (choice["serviceName"], choice["attribute"], choice["alias"]) == ("Demo website", "email", "home")
    misspelt = run(*erika.command("alias", "forget", "Demo website", "emial"))
    assert misspelt.returncode == DATA and "did you mean email?" in misspelt.stderr
    misspelt = run(*erika.command("alias", "forget", "demo website", "email"))
    assert misspelt.returncode == DATA and "did you mean Demo website?" in misspelt.stderr
    assert run(*erika.command("alias", "forget", "Demo website", "email")).returncode == 0
    assert "No choices are remembered." in run(*erika.command("alias", "list")).stderr

    page = shop.login_page()
    login = LoginAtTerminal(erika, page)
    login.answer("Number [1]:", "3")
    login.answer("Enter a number from 1 to 2 [1]:", "2")
    login.agree()
    assert shop.claims(page)["email"] == "erika@work.example"


def test_what_is_optional_is_sent_only_if_somebody_says_so(shop):
    shop.asks_for("{ name: nickname, required: false }", "{ name: gender, required: false }")
    erika = shop.person()
    shop.store(erika, "nickname", "Eri")

    page = shop.login_page()
    login = LoginAtTerminal(erika, page)
    login.answer("Optional: nickname. Send it? [y/N]", "")
    login.answer("Optional: gender. Send it? [y/N]", "n")
    assert login.agree().partition("will receive:")[2].count("left out") == 2
    assert shop.claims(page) == {}

    page = shop.login_page()
    login = LoginAtTerminal(erika, page)
    login.answer("Optional: nickname", "y")
    login.answer("Optional: gender", "y")
    login.answer("Gender", "female")
    login.agree()
    assert shop.claims(page) == {"nickname": "Eri", "gender": "female"}

    page = shop.login_page()
    LoginAtTerminal(erika, page, "--include", "nickname", "--without", "gender").agree()
    assert shop.claims(page) == {"nickname": "Eri"}


def test_a_script_says_all_of_it_with_options_and_reads_values_from_standard_input(shop):
    optional = [f"{{ name: {name}, required: false }}" for name in ("nickname", "gender")]
    shop.asks_for("givenName", "familyName", "birthdate", "{ name: email, verified: false }", *optional)
    erika = shop.person()
    shop.store(erika, "email", "erika@work.example", "--alias", "work")
    shop.store(erika, "email", "erika@home.example", "--alias", "home", "--primary")
    shop.store(erika, "nickname", "Eri")

    page = shop.login_page()
    said = ["--set", "givenName=-", "--set=familyName=Mustermann", "--set", "birthdate=-", "--alias", "email=work"]
    login = run(
        *erika.command(
            "login", "--scanned", page.process_data, "--yes", "--pin-stdin", "--json", "--without", "gender", *said
        ),
        input=f"Erika\n1964-08-12\n{erika.pin}\n",
    )
    assert login.returncode == 0, login.stderr
    assert json.loads(login.stdout)["attributes"] == [
        {"name": "givenName", "source": "supplied"},
        {"name": "familyName", "source": "supplied"},
        {"name": "birthdate", "source": "supplied"},
        {"alias": "work", "name": "email", "source": "stored"},
    ]
    for value in ("Erika", "Mustermann", "1964", "erika@"):
        assert value not in login.stdout + login.stderr
    assert shop.claims(page) == {
        "given_name": "Erika",
        "family_name": "Mustermann",
        "name": "Erika Mustermann",
        "birthdate": "1964-08-12",
        "email": "erika@work.example",
        "email_verified": False,
    }
    assert shop.log_in(erika, "--include", "nickname")["nickname"] == "Eri"


def test_a_script_that_leaves_something_open_sends_nothing_and_learns_what_to_say(shop):
    shop.asks_for("givenName", "{ name: email, verified: false }")
    erika = shop.person()
    shop.store(erika, "email", "erika@work.example", "--alias", "work")
    shop.store(erika, "email", "erika@home.example", "--alias", "home")
    page = shop.login_page()

    def refusal(*options) -> str:
        login = erika.login(page.process_data, *options)
        assert login.returncode == DATA
        return login.stderr.splitlines()[-1]

    assert "--set givenName=..., and --alias email=work or --alias email=home" in refusal()
    assert "does not request gender" in refusal("--set", "gender=female")
    assert "--alias email=..." in refusal("--set", "email=erika@other.example")
    assert "work, home" in refusal("--alias", "email=office")
    assert "too long" in refusal("--set", f"givenName={'x' * 101}", "--alias", "email=work")
    assert "you cannot log in without it" in refusal("--without", "givenName")
    login = erika.login(page.process_data, "--set", "givenName=Erika", "--alias", "email=work")
    assert login.returncode == 0, "the code still works"
    assert shop.claims(page)["given_name"] == "Erika"


def test_where_there_is_nobody_to_ask_the_login_is_cancelled(shop):
    shop.asks_for("givenName")
    page = shop.login_page()
    login = run(*shop.person().command("login", "--scanned", page.process_data))
    assert login.returncode == 66 and "see --help" in login.stderr
    assert shop.claims(page) is None


def test_who_would_rather_not_say_cancels_the_login(shop):
    shop.asks_for("givenName")
    page = shop.login_page()
    login = LoginAtTerminal(shop.person(), page)
    assert "Control-D" in login.answer("Given name", CONTROL_D)
    assert login.wait() == 66
    assert "The login is cancelled." in login.shown
    assert shop.claims(page) is None


def test_what_must_be_verified_is_not_asked_for_and_who_can_help_is_named(shop):
    shop.asks_for("email", "{ name: phoneNumber, required: false }")
    erika = shop.person()
    shop.store(erika, "email", "erika@home.example")
    page = shop.login_page()
    login = LoginAtTerminal(erika, page)
    assert login.wait() == REFUSED
    idm = shop.manager.issuer.removeprefix("http://")
    assert f"Ask the operator of {idm}" in login.shown and "start the login again" in login.shown
    assert "Email address" not in login.shown
    assert "error=access_denied" in page.proceed().headers["Location"]

    shop.store(erika, "email", "erika@home.example", "--verified")
    page = shop.login_page()
    LoginAtTerminal(erika, page).agree()
    assert shop.claims(page) == {"email": "erika@home.example", "email_verified": True}


def test_what_vanishes_while_somebody_reads_is_asked_for(shop):
    shop.asks_for("givenName", "familyName")
    erika = shop.person()
    shop.store(erika, "givenName", "Erika")
    shop.store(erika, "familyName", "Mustermann")
    page = shop.login_page()
    login = LoginAtTerminal(erika, page)
    login.expect("I did not begin this]")
    shop.remove(erika, "familyName")
    login.type("y")
    shown = login.answer("Family name", "Musterfrau")
    assert "family name: the manager no longer has a value" in shown and "given name:" not in shown
    assert "Musterfrau" in login.agree()
    assert shop.claims(page) == {"given_name": "Erika", "family_name": "Musterfrau", "name": "Erika Musterfrau"}


def test_what_comes_into_being_while_somebody_types_ends_the_login(shop):
    shop.asks_for("givenName")
    erika = shop.person()
    page = shop.login_page()
    login = LoginAtTerminal(erika, page)
    login.expect("Given name")
    shop.store(erika, "givenName", "Erika")
    login.type("Erica")
    login.answer("I did not begin this]", "y")
    assert login.wait() == OVER
    assert "changed in the meantime" in login.shown
    assert shop.claims(page) is None
    assert shop.log_in(erika) == {"given_name": "Erika"}


def test_corrections_have_an_end(shop):
    shop.asks_for("{ name: email, verified: false }")
    erika = shop.person()
    for number in range(7):
        shop.store(erika, "email", f"erika{number}@old.example", "--alias", f"old {number}")
    page = shop.login_page()
    login = LoginAtTerminal(erika, page)
    login.expect("Number")
    shop.remove(erika, "email")
    shop.store(erika, "email", "erika@new.example", "--alias", "new")
    login.type("1")
    for _ in range(5):
        login.answer("I did not begin this]", "y")
        assert "the manager no longer has this value" in login.answer("Number", "1")
    login.answer("I did not begin this]", "y")
    assert login.wait() == OVER
    assert "wrong too often: start the login again" in login.shown
    assert shop.claims(page) is None
