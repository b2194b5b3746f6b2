"""Attribute values are in no log, not in the database in clear, and not on the device."""

import base64
import json

from stage.scene import Scene
from stage.shop import LoginAtTerminal, Shop

STORED = {"email": "erika.mustermann@home.example", "nickname": "Eri-3b1f8e77"}
SUPPLIED = {
    "givenName": "Erika-9c2d51aa",
    "birthdate": "1964-08-12",
    "address": "Heidestraße 1763; 51147; Köln-Porz; DE",
    "phoneNumber": "+4922039876543",
}


def disguises(value: str) -> list[bytes]:
    """Returns the encodings in which a value can occur in other data."""
    plain = value.encode()
    # In base64, a text has three forms, depending on its offset; its ends depend on the adjacent bytes.
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
        login = LoginAtTerminal(erika, page)
        login.answer("Given name", SUPPLIED["givenName"])
        login.answer("Date of birth", SUPPLIED["birthdate"])
        street, postal_code, town, country = SUPPLIED["address"].split("; ")
        questions = ["Address", "Postal code", "Town", "State", "Country"]
        for question, answer in zip(questions, [street, postal_code, town, "", country], strict=True):
            login.answer(question, answer)
        login.answer("Telephone number", SUPPLIED["phoneNumber"])
        login.answer("I did not begin this]", "y")
        login.expect("PIN:")
        rob()  # The manager has the values, and waits for the PIN.
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
