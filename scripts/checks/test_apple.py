from pathlib import Path

import pytest
from apple import C_STUBS, ROOT, STRICT, STUBS, SWIFT_STUBS, Refused, System, newer_hidden, on_oldest, rewritten, unused

SOURCE = """
#if canImport(Glibc)
    import Glibc
#elseif canImport(Security) && !os(tvOS)
    import Security
#endif
"""


def test_conditions_are_those_of_the_system_that_is_checked():
    assert "#if false\n" in rewritten(SOURCE, "iOS")
    assert "#elseif true && !false\n" in rewritten(SOURCE, "iOS")
    assert "#elseif true && !true\n" in rewritten(SOURCE, "tvOS")
    assert rewritten("// #if os(iOS)\n", "iOS") == "// #if os(iOS)\n"


GUARDED = """
@available(iOS 26, *)
func newer() {
    call()
}
func a() {
    guard one, #available(iOS 26, *) else {
        return
    }
    newer()
}
var b: Bool { if #available(iOS 26, *) { newer() } else { false } }
func c() {
    if #available(iOS 26, *) {
        newer()
    }
    older()
}
"""


def test_the_oldest_system_does_not_see_what_availability_guards():
    text = on_oldest(GUARDED)
    assert "newer" not in text
    assert text.count("fatalError()") == 3
    assert "older()" in text
    assert len(text.splitlines()) == len(GUARDED.splitlines())
    assert on_oldest("call() // #available(iOS 26, *)") == "call() // #available(iOS 26, *)"


def test_newer_declarations_are_hidden():
    text = "@available(iOS 26, *)\npublic enum Newer {}\npublic enum Older {}"
    assert newer_hidden(text) == "@available(iOS 26, *)\nenum Newer {}\npublic enum Older {}"


def test_a_newer_type_without_a_check_of_the_version_is_refused():
    system = System("iOS", is_oldest=True)
    system.compile_stubs()
    assert "cannot find 'XWingMLKEM768X25519'" in verdict(system, "import CryptoKit\n_ = XWingMLKEM768X25519.self")


@pytest.fixture(scope="module")
def ios() -> System:
    system = System("iOS")
    system.compile_stubs()
    return system


RIGHT = """
import Foundation
import LocalAuthentication
import Security
var error: NSError?
_ = LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: &error)
_ = SecItemDelete([kSecAttrService: "service"] as CFDictionary)
"""
WRONG = {
    "import CryptoKit\n_ = Scrypt.self": "cannot find 'Scrypt' in scope",
    "import CryptoKit\n_ = SecureRandom.bytes(count: 1)": "cannot find 'SecureRandom' in scope",
    "import CryptoKit\nfunc f(_ key: some HPKEPublicKey) {}": "cannot find type 'HPKEPublicKey' in scope",
    "import CryptoKit\n_ = SecureEnclave.P256.Signing.PrivateKey()": "missing argument",
    "import Security\nlet item = [1: 2]\n_ = SecItemAdd(item, nil)": "cannot convert value of type '[Int : Int]'",
    "import LocalAuthentication\nlet context = LAContext()": "'LAContext' may have shared mutable state",
    "import Darwin\ntimingsafe_bcmp([1], [1])": "missing argument for parameter #3",
    "import os\nLogger(subsystem: 1, category: 2)": "cannot convert value of type 'Int'",
    "import LocalAuthentication\nfunc f(_ a: LAPolicy) { switch a { case .deviceOwnerAuthentication: break } }": (
        "switch must be exhaustive"
    ),
}


def verdict(system: System, code: str) -> str:
    """The compiler's messages about a file for one of Apple's systems."""
    # Declarations stay global; what a declaration cannot contain moves into a function.
    lines = code.strip().splitlines()
    declarations = [line for line in lines if line.startswith(("import ", "let ", "func "))]
    statements = [line for line in lines if line not in declarations]
    path = Path("Verdict.swift")
    (system.folder / path).write_text("\n".join([*declarations, "func body() throws {", *statements, "}"]))
    try:
        system.compile("Verdict", [path], STRICT)
    except Refused as refused:
        return str(refused)
    return ""


def test_a_right_call_is_accepted(ios):
    assert verdict(ios, RIGHT) == ""


@pytest.mark.parametrize("code", WRONG)
def test_a_wrong_call_is_refused(ios, code):
    assert WRONG[code] in verdict(ios, code)


def test_a_declaration_that_no_source_uses_is_found():
    stubs = {
        Path(
            "A.swift"
        ): "public struct Used {}\n/// Unused\npublic func takes(_ used: Used) {}\npublic struct Unused {}\n",
        Path("B.h"): "int called(int a);\n#define NOT_CALLED 1\n",
    }
    found = list(unused(stubs, "takes(1) // Unused\ncalled(2)"))
    assert found == [(Path("A.swift"), 4, "Unused"), (Path("B.h"), 2, "NOT_CALLED")]


def test_each_folder_of_declarations_is_compiled():
    assert {path.name for path in (ROOT / STUBS).iterdir() if path.is_dir()} == {*C_STUBS, *SWIFT_STUBS}
