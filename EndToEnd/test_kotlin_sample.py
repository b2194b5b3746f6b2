"""The desktop sample of the Kotlin SDK activates itself at a real manager, logs in and changes its PIN."""

import subprocess
import sys

import pytest
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import REPOSITORY
from stage.relying_party import RelyingParty

sys.path.insert(0, str(REPOSITORY / "scripts"))
import kotlin_packages  # noqa: E402

SHRUNK = ["java", "-cp", str(kotlin_packages.SHRUNK_SAMPLE), kotlin_packages.MAIN]
PIN, NEXT_PIN = "482951", "735198"


@pytest.fixture(params=["whole", "shrunk"])
def command(request) -> list[str]:
    """The sample as it is compiled, and with all that it needs as ProGuard shrinks it."""
    return kotlin_packages.sample_command() if request.param == "whole" else SHRUNK


def run(command: list[str], scene, folder, *lines: str) -> subprocess.CompletedProcess:
    """Runs the sample, which reads these lines."""
    arguments = [*command, scene.manager.key_material().file, folder]
    return subprocess.run(arguments, input="\n".join(lines) + "\n", text=True, capture_output=True, timeout=120)


def test_a_person_activates_the_sample_logs_in_and_changes_the_pin(scene, command, tmp_path, request):
    name = f"kim-{request.node.callspec.params['command']}"
    scene.manager.apply(f"users:\n  - name: {name}\n    memberships: [Example Inc.]\n")
    activation = scene.manager.invite(name)
    service = scene.manager.service("demo")
    website = RelyingParty(
        scene.manager.issuer, service["clientId"], service["clientSecret"], f"{scene.website.url}/callback"
    )
    pages = [PlainLoginPage(PlainBrowser(), website.authorization_request()) for _ in range(3)]
    folder = tmp_path / "device"

    activated = run(command, scene, folder, activation.link, activation.pin, PIN, PIN)
    assert "This device is activated." in activated.stdout, activated

    # Another process, which finds the activation in the files.
    used = run(
        command, scene, folder,
        pages[0].link_data, "y", PIN, "pin", "y", PIN, NEXT_PIN, NEXT_PIN, pages[1].link_data, "y", NEXT_PIN, "quit",
    )  # fmt: skip
    assert used.stderr == ""
    assert used.stdout.count("You are logged in at") == 2, used.stdout
    assert "Your PIN is changed." in used.stdout
    assert "  Demo website" in used.stdout
    assert [page.state == "confirmed" for page in pages] == [True, True, False]

    refused = run(command, scene, folder, pages[2].link_data, "y", PIN)
    assert "The PIN is wrong." in refused.stderr, refused
    for secret in (PIN, NEXT_PIN, activation.pin):
        assert secret not in used.stdout + used.stderr + refused.stdout + refused.stderr
        assert all(secret.encode() not in file.read_bytes() for file in folder.rglob("*") if file.is_file())
