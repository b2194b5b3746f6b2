"""The options of release builds: the same sources make the same program, in whichever folder they are."""

import hashlib
import textwrap
from pathlib import Path

from stage.processes import REPOSITORY, run_or_fail

# What the manager's package has: code in C, a file that is embedded, and code that can name its own place.
FILES = {
    "Package.swift": """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "hello",
            targets: [
                .target(name: "CHello"),
                .executableTarget(
                    name: "hello", dependencies: ["CHello"], resources: [.embedInCode("greeting.txt")],
                    swiftSettings: [.swiftLanguageMode(.v6)]),
            ])
        """,
    "Sources/CHello/include/chello.h": "int number(int of);",
    "Sources/CHello/chello.c": """
        #include "chello.h"

        int number(int of) { return of + 1; }
        """,
    "Sources/hello/greeting.txt": "Hello",
    "Sources/hello/Hello.swift": """
        import CHello

        struct Greeting<Value> {
            let value: Value
            func repeated(_ count: Int) -> [Value] {
                precondition(count > 0, "nothing to repeat")
                return Array(repeating: value, count: count)
            }
        }

        @main struct Hello {
            static func main() {
                let count = Int(number(CommandLine.argc))
                print(Greeting(value: PackageResources.greeting_txt).repeated(count), #file)
            }
        }
        """,
}


def release_options() -> list[str]:
    """The options of all release builds, as the Makefile has them."""
    rule = "release-options: ; @echo $(RELEASE)"
    return run_or_fail("make", "--no-print-directory", "-C", REPOSITORY, "--eval", rule, "release-options").split()


def digest_of_program(folder: Path) -> str:
    """Builds the sources in a folder."""
    for path, text in FILES.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text).lstrip())
    run_or_fail("swift", "build", "--quiet", "--package-path", folder, *release_options(), seconds=300)
    return hashlib.sha256((folder / ".build/release/hello").read_bytes()).hexdigest()


def test_the_same_sources_make_the_same_program_in_another_folder(tmp_path):
    assert digest_of_program(tmp_path / "clone") == digest_of_program(tmp_path / "of" / "somebody-else")
