"""A website that refuses devices under a debugger: what the device finds, and what the manager does about it."""

import json
import os
import tempfile
from pathlib import Path

import pytest
from stage.authenticator import Authenticator
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import ending_with_parent, run, run_or_fail
from stage.relying_party import RelyingParty, answer
from stage.tracer import DEBUGGER

FOUND = 5
REFUSED = 77

NICKNAME = "Eri-3b1f8e77"

# A library that removes its variable before the program's own code begins.
HIDING_LIBRARY = """
#include <stdlib.h>
__attribute__((constructor)) static void hide(void) { unsetenv("LD_PRELOAD"); }
"""


@pytest.fixture(scope="module")
def vault(scene) -> RelyingParty:
    """A website that refuses devices with foreign code in them, and that asks for the nickname."""
    scene.manager.apply(
        f"""
        organizations:
          - name: Vault Inc.
            services:
              - name: vault
                displayName: Vault of secrets
                redirectUris: [{scene.website.url}/vault]
                signingAlgorithm: ES256
                security: {{ refuse: [hooked] }}
                attributes: [nickname]
                roles:
                  - name: user
                    alternatives: [[pin, device]]
        """
    )
    service = scene.manager.service("vault")
    return RelyingParty(
        scene.manager.issuer, service["clientId"], service["clientSecret"], f"{scene.website.url}/vault"
    )


@pytest.fixture
def erika(scene, vault, newcomer) -> Authenticator:
    """A member of the vault's organization, with a nickname."""
    name = newcomer.home.name
    scene.manager.apply(f"users:\n  - name: {name}\n    memberships: [Example Inc., Vault Inc.]\n")
    scene.manager.command("user", "attribute", "set", name, "nickname", "-", input=f"{NICKNAME}\n")
    return newcomer


def under_debugger(device: Authenticator) -> Authenticator:
    return Authenticator(device.home, device.pin, under=DEBUGGER)


def with_variable(device: Authenticator, variable: str) -> Authenticator:
    """The device with a variable that makes the dynamic loader load a library first."""
    return Authenticator(device.home, device.pin, variables={variable: "libm.so.6"})


def login_page(relying_party: RelyingParty) -> PlainLoginPage:
    return PlainLoginPage(PlainBrowser(), relying_party.authorization_request())


def state(scene, page: PlainLoginPage) -> str:
    """The state that the page shows now."""
    return next(page.follow(scene.manager.address))


def assert_refused(refused) -> None:
    """Asserts that a login was refused before anything about website, user or attributes was sent."""
    assert refused.returncode == REFUSED, refused.stderr
    assert "does not accept this device: a debugger or foreign code was found" in refused.stderr
    assert refused.stdout == ""
    for secret in (NICKNAME, "nickname", "Nickname", "Vault"):
        assert secret not in refused.stderr


def test_a_device_under_a_debugger_is_refused_and_logs_in_without_it(scene, vault, erika):
    page = login_page(vault)
    assert_refused(under_debugger(erika).login(page.process_data))
    assert_refused(with_variable(erika, "LD_PRELOAD").login(page.process_data))
    assert state(scene, page) == "waiting"

    [recorded] = [entry for entry in scene.manager.audit() if entry.get("sessionId") == page.data["data-session"]]
    assert recorded["event"] == "loginRefused"
    assert recorded["detail"] == "security check: hooked"

    logged_in = erika.login(page.process_data)
    assert logged_in.returncode == 0, logged_in.stderr
    assert "Vault of secrets" in logged_in.stdout, "a login that succeeds shows the website"
    assert vault.redeem(answer(page.proceed())["code"]).status_code == 200


def test_a_website_without_requirements_accepts_a_device_under_a_debugger(relying_party, ada):
    page = login_page(relying_party)
    logged_in = under_debugger(ada).login(page.process_data)
    assert logged_in.returncode == 0, logged_in.stderr
    assert relying_party.redeem(answer(page.proceed())["code"]).status_code == 200


def test_the_command_check_tells_a_debugger_and_a_preloaded_library(ada):
    for found in [under_debugger(ada), with_variable(ada, "LD_PRELOAD"), with_variable(ada, "LD_AUDIT")]:
        checked = run(*found.command("check", "--json"))
        assert checked.returncode == FOUND, checked.stderr
        assert json.loads(checked.stdout)["isHooked"] is True
    assert json.loads(run(*ada.command("check", "--json")).stdout)["isHooked"] is False


def test_the_command_check_tells_a_library_that_has_removed_its_variable():
    # Root is allowed to read what the kernel hides from the process itself, so the test needs another user.
    user = "www-data" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory() as name:
        folder, homes = Path(name), Path(name) / "homes"
        folder.chmod(0o755)
        homes.mkdir()
        homes.chmod(0o777)
        (folder / "hiding.c").write_text(HIDING_LIBRARY)
        run_or_fail("clang", "-shared", "-fPIC", "-o", folder / "hiding.so", folder / "hiding.c")
        (folder / "hiding.so").chmod(0o755)
        for variables, is_hooked in ({"LD_PRELOAD": str(folder / "hiding.so")}, True), ({}, False):
            device = Authenticator(homes / f"{is_hooked}", variables=variables)
            checked = run(*ending_with_parent(*device.command("check", "--json"), user=user))
            assert json.loads(checked.stdout)["isHooked"] is is_hooked
            assert checked.returncode == (FOUND if is_hooked else 0), checked.stderr
