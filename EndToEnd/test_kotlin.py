"""Devices in Kotlin activate themselves at a real manager and log in: one made of Kotlin/protocol, and the SDK."""

import subprocess
import sys

from stage.app import App
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import REPOSITORY
from stage.relying_party import RelyingParty


def test_a_device_in_kotlin_activates_itself_and_logs_in(scene):
    scene.manager.apply("users:\n  - name: kay\n    memberships: [Example Inc.]\n")
    activation = scene.manager.invite("kay")
    service = scene.manager.service("demo")
    website = RelyingParty(
        scene.manager.issuer, service["clientId"], service["clientSecret"], f"{scene.website.url}/callback"
    )
    first, second = (PlainLoginPage(PlainBrowser(), website.authorization_request()) for _ in range(2))
    command = [sys.executable, REPOSITORY / "scripts" / "kotlin.py", "story", scene.manager.key_material().file]
    device = subprocess.run(
        [*command, activation.link, activation.pin],
        input=f"right {first.link_data}\nwrong {second.link_data}\n",
        text=True,
        capture_output=True,
    )
    assert device.stderr == ""
    assert device.stdout.splitlines() == ["kay", "userLogin at Demo website", "wrong factor"]
    assert first.state == "confirmed"
    assert second.state != "confirmed"


def test_an_app_with_the_sdk_activates_itself_and_logs_in(scene, tmp_path):
    scene.manager.apply("users:\n  - name: kim\n    memberships: [Example Inc.]\n")
    activation = scene.manager.invite("kim")
    service = scene.manager.service("demo")
    website = RelyingParty(
        scene.manager.issuer, service["clientId"], service["clientSecret"], f"{scene.website.url}/callback"
    )
    first, second = (PlainLoginPage(PlainBrowser(), website.authorization_request()) for _ in range(2))
    app = App(tmp_path / "kim", scene.manager.key_material(), language="Kotlin")
    try:
        app.activate(activation.link, activation.pin)
        assert app.factors == ["device", "pin"]
        assert app.login(first.process_data) == "userLogin"
        assert first.state == "done"
        # It finds its activation again.
        app.kill()
        app.start()
        assert app.login(second.process_data, pin="735199") == "lockout"
        assert second.state != "done"
    finally:
        app.stop()
