"""A package whose app is made of the guides' lines: its screen is tested alone, and it logs in at a real manager.

`GuideListingTests` runs each listing without a network, and `GuideCompilationTests` compiles each guide alone.
"""

import re
import shutil
from pathlib import Path

import pytest
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import PROGRAMS, REPOSITORY, run, run_or_fail
from stage.relying_party import answer

GUIDES = REPOSITORY / "Sources" / "XignSDK" / "XignSDK.docc"
# In the folder of all packages' builds, so that the SDK's modules are those that were built already.
PACKAGE = REPOSITORY / ".build" / "guide-app"
REST = Path(__file__).parent / "guide_app"

TYPE = re.compile(r"^(?:final |@MainActor )*(?:class|struct|enum|protocol) ", re.MULTILINE)
MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "guide-app",
    {lines}
)
"""
PROGRAM_TARGET = '    .executableTarget(name: "guide-app", dependencies: ["App"]),\n]'


def text(guide: str) -> str:
    return (GUIDES / f"{guide}.md").read_text()


def listings(guide: str) -> list[str]:
    return re.findall(r"\n```swift\n(.*?)\n```", text(guide), re.DOTALL)


def with_named(guide: str, found: list[str]) -> list[str]:
    """A guide and those beside which its listings stand, as it says."""
    if guide not in found:
        found.append(guide)
        for sentence in re.findall(r"\nThe listings stand .*?\n\n", text(guide), re.DOTALL):
            for name in re.findall(r"<doc:(\w+)>", sentence):
                with_named(name, found)
    return found


def manifest() -> str:
    """The manifest's lines of the first guide, with the place of the repository and a program."""
    lines = re.search(r"\n```\n(platforms: .*?\n)\]\n```", text("GettingStarted"), re.DOTALL)[1] + PROGRAM_TARGET
    placed = lines.replace('.package(path: "../xign")', '.package(name: "xign", path: "../..")')
    assert placed != lines
    return MANIFEST.format(lines=placed.replace("\n", "\n    "))


def write(path: str, *parts: str) -> None:
    file = PACKAGE / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n\n".join(parts) + "\n")


@pytest.fixture(scope="module")
def package() -> None:
    """The built package: an app of the guides' listings, tests of its screen, and a program that runs it."""
    shutil.rmtree(PACKAGE, ignore_errors=True)
    write("Package.swift", manifest())
    imports = "import Foundation\nimport XignSDK"
    for guide in with_named("StartingAProcess", []):
        parts = [each if TYPE.search(each) else f"extension GuideApp {{\n{each}\n}}" for each in listings(guide)]
        write(f"Sources/App/{guide}.swift", imports, *parts)
    model, *tests = (listing for listing in listings("TestingYourApp") if "PreviewProvider" not in listing)
    write("Sources/App/LoginModel.swift", imports, model)
    more = "import Testing\nimport XignSDKTesting\n@testable import App"
    write("Tests/AppTests/LoginModelTests.swift", f"{imports}\n{more}", *tests)
    write("Sources/guide-app/Program.swift", (REST / "Program.swift").read_text())
    write("Tests/XCTMain.swift", (REPOSITORY / "Tests" / "XCTMain.swift").read_text())
    run_or_fail(
        *(REPOSITORY / "scripts" / "swift-package", "build", ".build/guide-app", "--build-tests"),
        seconds=900,
    )


def test_its_login_screen_is_tested_without_a_manager(package):
    tests = run(PROGRAMS / "guide-appPackageTests.xctest", "--testing-library", "swift-testing")
    assert tests.returncode == 0, tests.stderr
    for name in ("the right PIN logs in", "a wrong PIN locks", "a phone that is killed during its activation"):
        assert re.search(f'Test "{name}.* passed after', tests.stderr)


def test_it_is_activated_and_logs_in_at_a_manager(package, scene, relying_party, tmp_path):
    scene.manager.apply("users:\n  - name: reader\n    memberships: [Example Inc.]\n")
    activation = scene.manager.invite("reader")
    page = PlainLoginPage(PlainBrowser(), relying_party.authorization_request())
    lines = (activation.link, activation.pin, "735198", page.process_data, "735198")
    shown = run(
        PROGRAMS / "guide-app",
        scene.manager.key_material().file,
        input="".join(f"{line}\n" for line in lines),
        environment={"XDG_DATA_HOME": str(tmp_path / "data")},
    )
    assert shown.returncode == 0, shown.stderr
    assert "The app is activated at " in shown.stdout
    assert "You are logged in at " in shown.stdout
    assert relying_party.redeem(answer(page.proceed())["code"]).status_code == 200
