"""A device that is made of Kotlin/protocol activates itself at a real manager and logs in."""

import subprocess
import sys

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
