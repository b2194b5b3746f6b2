"""A website gets of a person what it asks for and the person has confirmed on the device; nobody else sees it."""

import base64
import itertools
import json

import pytest
from stage.authenticator import Authenticator
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import run
from stage.scene import Scene
from stage.terminal import Terminal

DATA, REFUSED, OVER = 65, 77, 3
CONTROL_D = "\x04"

OF_EVERY_LOGIN = set("iss sub aud exp iat auth_time nonce at_hash acr amr azp sid roles".split())

numbers = itertools.count(1)


class Shop:
    """The example website, as a manager knows it that has values for it."""

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
        self.manager.command("user", "attribute", "remove", person.home.name, attribute)

    def login_page(self) -> PlainLoginPage:
        return PlainLoginPage(PlainBrowser(), f"{self.scene.website.url}/login")

    def claims(self, page: PlainLoginPage) -> dict | None:
        """What the website knows now; nothing if nobody is logged in there."""
        page.browser.get(page.proceed().headers["Location"])
        response = page.browser.get(f"{self.scene.website.url}/claims")
        if response.status_code != 200:
            return None
        return {name: value for name, value in response.json().items() if name not in OF_EVERY_LOGIN}

    def log_in(self, person: Authenticator, *options) -> dict:
        """In a script."""
        page = self.login_page()
        login = person.login(page.process_data, *options)
        assert login.returncode == 0, login.stderr
        return self.claims(page)


class Conversation(Terminal):
    """A login at a terminal."""

    def __init__(self, person: Authenticator, page: PlainLoginPage, *options: str):
        super().__init__(*person.command("login", "--scanned", page.process_data, *options))
        self.person = person

    def answer(self, question: str, answer: str) -> str:
        """What was shown until the question."""
        shown = self.expect(question)
        self.type(answer)
        return shown

    def agree(self) -> str:
        """What was shown before consent."""
        shown = self.answer("I did not begin this]", "y")
        self.answer("PIN:", self.person.pin)
        self.expect("Logged in at Demo website")
        assert self.wait() == 0
        return shown


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    with Scene(tmp_path_factory.mktemp("shop")) as scene:
        yield Shop(scene)


def test_what_is_missing_is_asked_for_until_it_will_do_and_then_known(shop):
    shop.asks_for("givenName", "birthdate", "address", "{ name: email, verified: false }")
    erika = shop.person()
    page = shop.login_page()
    login = Conversation(erika, page)
    shown = login.answer("Given name (1 to 100 characters):", "")
    assert "Demo website" in shown and shown.count("missing (you will be asked)") == 4
    assert "nothing was entered" in login.answer("Given name", "Erika")
    login.answer("Date of birth (YYYY-MM-DD):", "12.8.1964")
    assert "write it as YYYY-MM-DD" in login.answer("Date of birth", "2999-08-12")
    assert "still to come" in login.answer("Date of birth", "1964-08-12")
    login.answer("Address, street and number:", "Heidestraße 17")
    login.answer("Postal code:", "51147")
    login.answer("Town or city:", "Köln")
    login.answer("State or region", "")
    login.answer("Country", "Germany")
    assert "two letters" in login.answer("Country", "de")
    login.answer("Mail address", "erika at example.org")
    assert "name@example.org" in login.answer("Mail address", "erika@example.org")
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

    # The manager knows it now.
    page = shop.login_page()
    assert "will receive:" not in Conversation(erika, page).agree()
    assert shop.claims(page) == claims | {"address": address}


def test_one_of_two_values_is_chosen_once_and_chosen_anew_when_that_is_taken_back(shop):
    shop.asks_for("{ name: email, verified: false }")
    erika = shop.person()
    shop.store(erika, "email", "erika@work.example", "--alias", "work")
    shop.store(erika, "email", "erika@home.example", "--alias", "home", "--primary")

    page = shop.login_page()
    login = Conversation(erika, page)
    assert "home (preferred) or work" in login.answer("Number [1]:", "")
    shown = login.agree()
    assert "stored: home" in shown and "erika@" not in shown
    assert shop.claims(page)["email"] == "erika@home.example"
    assert shop.log_in(erika)["email"] == "erika@home.example", "not asked again"

    listed = run(*erika.command("alias", "list")).stdout
    assert listed.splitlines()[1].split() == ["Demo", "website", "email", "home"]
    (choice,) = json.loads(run(*erika.command("alias", "list", "--json")).stdout)
    assert (choice["serviceName"], choice["attribute"], choice["alias"]) == ("Demo website", "email", "home")
    misspelt = run(*erika.command("alias", "forget", "Demo website", "emial"))
    assert misspelt.returncode == DATA and "did you mean email?" in misspelt.stderr
    misspelt = run(*erika.command("alias", "forget", "demo website", "email"))
    assert misspelt.returncode == DATA and "did you mean Demo website?" in misspelt.stderr
    assert run(*erika.command("alias", "forget", "Demo website", "email")).returncode == 0
    assert "There are none." in run(*erika.command("alias", "list")).stderr

    page = shop.login_page()
    login = Conversation(erika, page)
    login.answer("Number [1]:", "3")
    login.answer("Enter a number from 1 to 2 [1]:", "2")
    login.agree()
    assert shop.claims(page)["email"] == "erika@work.example"


def test_what_is_optional_is_sent_only_if_somebody_says_so(shop):
    shop.asks_for("{ name: nickname, required: false }", "{ name: gender, required: false }")
    erika = shop.person()
    shop.store(erika, "nickname", "Eri")

    page = shop.login_page()
    login = Conversation(erika, page)
    login.answer("Optional: nickname (nickname 1). Send it? [y/N]", "")
    login.answer("Optional: gender. Send it? [y/N]", "n")
    assert login.agree().partition("will receive:")[2].count("left out") == 2
    assert shop.claims(page) == {}

    page = shop.login_page()
    login = Conversation(erika, page)
    login.answer("Optional: nickname", "y")
    login.answer("Optional: gender", "y")
    login.answer("Gender", "female")
    login.agree()
    assert shop.claims(page) == {"nickname": "Eri", "gender": "female"}

    page = shop.login_page()
    Conversation(erika, page, "--include", "nickname", "--without", "gender").agree()
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
    assert "does not ask for gender" in refusal("--set", "gender=female")
    assert "--alias email=..." in refusal("--set", "email=erika@other.example")
    assert "work, home" in refusal("--alias", "email=office")
    assert "too long" in refusal("--set", f"givenName={'x' * 101}", "--alias", "email=work")
    assert "without it you cannot log in" in refusal("--without", "givenName")
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
    login = Conversation(shop.person(), page)
    assert "Control-D" in login.answer("Given name", CONTROL_D)
    assert login.wait() == 66
    assert "The login is cancelled." in login.shown
    assert shop.claims(page) is None


def test_what_must_be_verified_is_not_asked_for_and_who_can_help_is_named(shop):
    shop.asks_for("email", "{ name: phoneNumber, required: false }")
    erika = shop.person()
    shop.store(erika, "email", "erika@home.example")
    page = shop.login_page()
    login = Conversation(erika, page)
    assert login.wait() == REFUSED
    idm = shop.manager.issuer.removeprefix("http://")
    assert f"Ask the operator of {idm}" in login.shown and "begin the login anew" in login.shown
    assert "Mail address" not in login.shown
    assert "error=access_denied" in page.proceed().headers["Location"]

    shop.store(erika, "email", "erika@home.example", "--alias", "email 1", "--verified")
    page = shop.login_page()
    Conversation(erika, page).agree()
    assert shop.claims(page) == {"email": "erika@home.example", "email_verified": True}


def test_what_vanishes_while_somebody_reads_is_asked_for(shop):
    shop.asks_for("givenName", "familyName")
    erika = shop.person()
    shop.store(erika, "givenName", "Erika")
    shop.store(erika, "familyName", "Mustermann")
    page = shop.login_page()
    login = Conversation(erika, page)
    login.expect("I did not begin this]")
    shop.remove(erika, "familyName")
    login.type("y")
    shown = login.answer("Family name", "Musterfrau")
    assert "family name: the manager has no value for it any more" in shown and "given name:" not in shown
    assert "Musterfrau" in login.agree()
    assert shop.claims(page) == {"given_name": "Erika", "family_name": "Musterfrau", "name": "Erika Musterfrau"}


def test_what_comes_into_being_while_somebody_types_ends_the_login(shop):
    shop.asks_for("givenName")
    erika = shop.person()
    page = shop.login_page()
    login = Conversation(erika, page)
    login.expect("Given name")
    shop.store(erika, "givenName", "Erika")
    login.type("Erica")
    login.answer("I did not begin this]", "y")
    assert login.wait() == OVER
    assert "changed meanwhile" in login.shown
    assert shop.claims(page) is None
    assert shop.log_in(erika) == {"given_name": "Erika"}


def test_corrections_have_an_end(shop):
    shop.asks_for("{ name: email, verified: false }")
    erika = shop.person()
    for number in range(7):
        shop.store(erika, "email", f"erika{number}@old.example", "--alias", f"old {number}")
    page = shop.login_page()
    login = Conversation(erika, page)
    login.expect("Number")
    shop.remove(erika, "email")
    shop.store(erika, "email", "erika@new.example", "--alias", "new")
    login.type("1")
    for _ in range(5):
        login.answer("I did not begin this]", "y")
        assert "this value is there no more" in login.answer("Number", "1")
    login.answer("I did not begin this]", "y")
    assert login.wait() == OVER
    assert "wrong too often: begin the login anew" in login.shown
    assert shop.claims(page) is None


# What others see of it.

STORED = {"email": "erika.mustermann@home.example", "nickname": "Eri-3b1f8e77"}
SUPPLIED = {
    "givenName": "Erika-9c2d51aa",
    "birthdate": "1964-08-12",
    "address": "Heidestraße 1763; 51147; Köln-Porz; DE",
    "phoneNumber": "+4922039876543",
}


def disguises(value: str) -> list[bytes]:
    """A value as it is, and as it can stand in other data."""
    plain = value.encode()
    # In base64 a text looks different at each of three places; its ends depend on what stands beside it.
    shifted = [base64.b64encode(bytes(shift) + plain)[4 if shift else 0 : -4] for shift in range(3)]
    url_safe = [text.translate(bytes.maketrans(b"+/", b"-_")) for text in shifted]
    wide = [value.encode(encoding) for encoding in ("utf-16-le", "utf-16-be")]
    escaped = json.dumps(value)[1:-1].encode()
    return [plain, escaped, plain.hex().encode(), plain.hex().upper().encode(), *wide, *shifted, *url_safe]


def test_no_value_stands_in_the_log_the_audit_log_the_database_or_on_the_device(tmp_path):
    with Scene(tmp_path) as scene:
        shop = Shop(scene)
        scene.manager.stop()
        with (scene.manager.data / "manager.yaml").open("a") as configuration:
            configuration.write("log: debug\n")
        scene.manager.start()
        supplied = ["givenName", "birthdate", "address", "{ name: phoneNumber, verified: false }"]
        shop.asks_for(*supplied, "{ name: email, verified: false }", "nickname")
        erika = shop.person()
        shop.store(erika, "email", STORED["email"], "--alias", "alias-5d17c0")
        shop.store(erika, "nickname", STORED["nickname"])
        loot = b""

        def rob() -> None:
            nonlocal loot
            files = [*scene.manager.data.rglob("*"), *erika.home.rglob("*"), scene.manager.process.log]
            loot += b"\n".join(file.read_bytes() for file in files if file.is_file())
            loot += scene.manager.command("audit", "list").encode()
            loot += scene.manager.command("audit", "list", "--json").encode()

        page = shop.login_page()
        login = Conversation(erika, page)
        login.answer("Given name", SUPPLIED["givenName"])
        login.answer("Date of birth", SUPPLIED["birthdate"])
        street, postal_code, town, country = SUPPLIED["address"].split("; ")
        questions = ["Address", "Postal code", "Town", "State", "Country"]
        for question, answer in zip(questions, [street, postal_code, town, "", country], strict=True):
            login.answer(question, answer)
        login.answer("Telephone number", SUPPLIED["phoneNumber"])
        login.answer("I did not begin this]", "y")
        login.expect("PIN:")
        rob()  # The manager has it, and waits for the PIN.
        login.type(erika.pin)
        assert login.wait() == 0
        rob()
        claims = shop.claims(page)
        rob()
        scene.manager.stop()
        rob()

        names = {"given_name": "givenName", "birthdate": "birthdate", "phone_number": "phoneNumber"}
        assert {claim: claims[claim] for claim in names} == {claim: SUPPLIED[name] for claim, name in names.items()}
        assert claims["address"]["street_address"] == street and claims["email"] == STORED["email"]
        for there in ("alias-5d17c0", "loginConfirmed", "phoneNumber"):
            assert any(text in loot for text in disguises(there)), "the search finds what is there"
        values = [*STORED.values(), *SUPPLIED.values(), street, town]
        assert [value for value in values if any(text in loot for text in disguises(value))] == []
