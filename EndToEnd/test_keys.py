"""Keys of ID tokens: their rotation, which no website notices, and their replacement in an emergency."""

import json

import pytest
import requests
from stage.authenticator import Authenticator
from stage.balanced_scene import BalancedScene
from stage.manager import Manager
from stage.plain_browser import PlainBrowser, PlainLoginPage, decoded
from stage.postgresql import execute
from stage.processes import wait_until
from stage.relying_party import RelyingParty, answer
from stage.scene import Scene

DAY = 86_400_000
AGE = "UPDATE signing_key SET created_at = created_at - {0}, signs_from = signs_from - {0} WHERE purpose = 'ES256'"


def published(address: str) -> list[str]:
    """The ids of the published keys for ES256. The one that signs comes first."""
    keys = requests.get(f"{address}/openid/jwks", timeout=10).json()["keys"]
    return [key["kid"] for key in keys if key["alg"] == "ES256"]


def uses(manager: Manager) -> dict[str, str]:
    """The use of each key for ES256 by its id."""
    keys = json.loads(manager.command("keys", "list", "--json"))
    return {key["kid"]: key["use"] for key in keys if key["alg"] == "ES256"}


def id_token(relying_party: RelyingParty, device: Authenticator) -> str:
    page = PlainLoginPage(PlainBrowser(), relying_party.authorization_request())
    assert device.login(page.process_data).returncode == 0
    return relying_party.redeem(answer(page.proceed())["code"]).json()["id_token"]


def signer(token: str) -> str:
    """The id of the key that has signed an ID token."""
    return json.loads(decoded(token.partition(".")[0]))["kid"]


def relying_party(scene: Scene) -> RelyingParty:
    service = scene.manager.service("demo")
    return RelyingParty(
        scene.manager.issuer, service["clientId"], service["clientSecret"], f"{scene.website.url}/callback"
    )


@pytest.fixture
def database(postgresql) -> str:
    return postgresql.new_database()


@pytest.fixture
def balanced(tmp_path, database):
    with BalancedScene(tmp_path, database=database) as scene:
        yield scene


def test_a_website_that_keeps_the_keys_notices_no_rotation(tmp_path):
    with Scene(tmp_path) as scene:
        ada = scene.person("ada")
        scene.log_in(ada)
        hint = id_token(relying_party(scene), ada)
        (first,) = published(scene.manager.issuer)

        def pass_days(days: int) -> None:
            scene.execute(AGE.format(days * DAY))
            scene.manager.stop()
            scene.manager.start()

        pass_days(84)
        wait_until(lambda: len(published(scene.manager.issuer)) == 2)
        assert published(scene.manager.issuer)[0] == first
        second = published(scene.manager.issuer)[1]
        assert uses(scene.manager) == {first: "signs", second: "next"}
        scene.log_in(ada)

        pass_days(7)
        wait_until(lambda: uses(scene.manager) == {first: "retired", second: "signs"})
        assert published(scene.manager.issuer) == [second, first]
        scene.log_in(ada)
        page = PlainLoginPage(PlainBrowser(), relying_party(scene).authorization_request(id_token_hint=hint))
        assert ada.login(page.process_data).returncode == 0


def test_replaced_keys_are_used_at_once_by_all_managers(balanced):
    ada = balanced.person("ada")
    hint = id_token(balanced.website, ada)
    (first,) = published(balanced.manager.address)
    assert signer(hint) == first
    balanced.manager.command("keys", "replace-id-token-keys", "--yes")

    new = uses(balanced.manager)
    assert list(new.values()) == ["signs"]
    assert first not in new
    for manager in balanced.managers:
        wait_until(lambda manager=manager: published(manager.address) == list(new))
    for _ in balanced.managers:
        assert signer(id_token(balanced.website, ada)) in new
        refused = PlainBrowser().get(balanced.website.authorization_request(id_token_hint=hint))
        assert answer(refused)["error"] == "invalid_request"
    assert [entry["event"] for entry in balanced.manager.audit()].count("idTokenKeysReplaced") == 1


def test_two_managers_rotate_once(balanced, database):
    execute(database, AGE.format(84 * DAY))
    for manager in balanced.managers:
        manager.stop()
    for manager in balanced.managers:
        manager.start()
    for manager in balanced.managers:
        wait_until(lambda manager=manager: len(published(manager.address)) == 2)
    assert published(balanced.managers[0].address) == published(balanced.managers[1].address)
    assert [entry["event"] for entry in balanced.manager.audit()].count("idTokenKeysRotated") == 1


def test_keys_are_not_replaced_without_a_yes(scene):
    before = uses(scene.manager)
    refused = scene.manager.try_command("keys", "replace-id-token-keys")
    assert refused.returncode != 0
    assert uses(scene.manager) == before
