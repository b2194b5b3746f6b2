"""The sources for Apple's systems compile, and the declarations of Apple's interfaces are used.

They are compiled on Linux, as far as the compiler diagnoses errors; scripts/typecheck-apple shows all its messages.
Apple's modules are declared in Tests/AppleStubs. The manifest is evaluated as on Apple's systems, and names the
sources. Conditions such as `#if os(iOS)` are evaluated here, in copies below .build, since the compiler knows only
Linux. It also ignores Apple's @available. So the sources are compiled once more as the oldest supported system sees
them: newer declarations are hidden, and so is what `#available` guards. A module is compiled again only if it or a
module that it may import has changed.
"""

import functools
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import tree
from fault import Fault
from tree import ROOT

STUBS = Path("Tests/AppleStubs")
COPIES = ROOT / ".build/typecheck-apple"

SYSTEMS = ("iOS", "macOS", "tvOS", "visionOS")
PRODUCTS = ("XignSDK", "XignSDKTesting")
# Modules of the sample app, each after those that it imports.
EXAMPLE = Path("Examples/authenticator-app/Sources")
EXAMPLE_MODULES = ("LoginScreen", "LoginPreviews")

# Modules of C are headers, and need no compilation. Each module comes after those that it imports.
C_STUBS = ("Darwin", "CommonCrypto", "MachO")
SWIFT_STUBS = ("Security", "LocalAuthentication", "CryptoKit", "os", "SwiftUI")
# On Linux, URLSession is in a module of its own.
VISIBLE_MODULES = {*C_STUBS, *SWIFT_STUBS, "FoundationNetworking"}

SWIFT_6 = ("-swift-version", "6")
STRICT = (*SWIFT_6, "-package-name", "xign", "-warnings-as-errors")
# What is hidden leaves unused values behind, about which the other compilations warn.
WITHOUT_WARNINGS = (*SWIFT_6, "-package-name", "xign", "-suppress-warnings")

# The folders whose sources use Apple's interfaces.
APPLE_ONLY = ("Sources/XignCrypto/CryptoKit", "Sources/XignSDK/Platform/Apple", str(EXAMPLE))
LIBCRYPTO = Path("Sources/XignCrypto/LibCrypto")
# CryptoKit has neither scrypt nor RSA: no code for Apple's systems may use them.
NOT_ON_APPLE = ("Scrypt.swift", "RSA.swift", "RSAPrivateKey.swift", "RSAPublicKey.swift")
# Public types of our implementation that CryptoKit has not, or under another name.
NOT_IN_CRYPTOKIT = re.compile(r"\b(?=(?:HPKEP\w+Key|P256PublicRepresentation|AEADNonce|DigestAlgorithm|HashContext)\b)")


class Refused(Exception):
    """A compilation that failed, with the compiler's messages."""


def rewritten(text: str, system: str) -> str:
    """The source with each condition on system and modules replaced by its value on `system`."""

    def value(match: re.Match) -> str:
        question, name = match.groups()
        holds = name == system if question == "os" else name in VISIBLE_MODULES
        return str(holds).lower()

    def line(match: re.Match) -> str:
        return re.sub(r"\b(os|canImport)\((\w+)\)", value, match[0])

    return re.sub(r"^[ \t]*#(?:if|elseif)\b.*", line, text, flags=re.MULTILINE)


def indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def block_end(lines: list[str], start: int) -> int:
    """The index after the declaration or statement that begins at `start`, by its braces."""
    depth = 0
    for index in range(start, len(lines)):
        depth += lines[index].count("{") - lines[index].count("}")
        if depth == 0 and not lines[index].rstrip().endswith(("(", ",")):
            return index + 1
    return len(lines)


def on_oldest(text: str) -> str:
    """The source without what `@available(iOS ...)` marks, and with `fatalError()` for what `#available` guards.

    The formatter has indented each block. `#available` is on the line of its `if` or `guard`.
    """
    lines = text.split("\n")
    index = 0
    while index < len(lines):
        line = lines[index]
        code = line.split("//")[0].lstrip()
        if code.startswith("@available(iOS"):
            end = block_end(lines, index + 1)
            lines[index:end] = [""] * (end - index)
        elif "#available(" in code:
            first, last = index + 1, index + 1
            if code.startswith("guard"):
                first = last = block_end(lines, index)
                while last < len(lines) and (not lines[last].strip() or indentation(lines[last]) >= indentation(line)):
                    last += 1
            elif line.rstrip().endswith("{"):
                while indentation(lines[last]) > indentation(line) or not lines[last].strip():
                    last += 1
            lines[first:last] = ["fatalError()"] + [""] * (last - first - 1) if last > first else []
            lines[index] = re.sub(r"#available\([^)]*\) \{[^{}]+\}", "false { fatalError() }", line)
            lines[index] = re.sub(r"#available\([^)]*\)", "Bool.random()", lines[index])
        index += 1
    return "\n".join(lines)


def newer_hidden(text: str) -> str:
    """The source with its newer public declarations made internal."""
    return re.sub(r"(@available\(iOS .*\n\s*)public ", r"\1", text)


def cryptokit_files(is_oldest: bool) -> dict[Path, str]:
    """The stub of CryptoKit: our implementation of its types on libcrypto.

    XignCrypto's additions to CryptoKit, which are files of the same names in both variants, become internal.
    """
    additions = {path.name for path in (ROOT / "Sources/XignCrypto/CryptoKit").iterdir()}
    files = {}
    for path in (ROOT / LIBCRYPTO).rglob("*.swift"):
        if path.name not in NOT_ON_APPLE:
            # The module's name qualifies types that others hide.
            text = path.read_text().replace("XignCrypto.", "CryptoKit.")
            text = NOT_IN_CRYPTOKIT.sub("Hidden", text)
            if path.name in additions:
                text = re.sub(r"\bpublic ", "", text)
            files[STUBS / "CryptoKit" / path.name] = newer_hidden(text) if is_oldest else text
    return files


class System:
    """One of Apple's systems, in its newest version or the oldest supported one. Its folder has copies of all files."""

    def __init__(self, name: str, is_oldest: bool = False):
        self.name = name
        self.is_oldest = is_oldest
        self.folder = COPIES / (f"{name}-oldest" if is_oldest else name)
        self.compiled: dict[str, str] = {}
        """The modules that can be imported, with the digests of all that they were compiled from."""

    def copy_files(self) -> None:
        files = {path: text.encode() for path, text in cryptokit_files(self.is_oldest).items()}
        for top in ("Package.swift", "Sources", "Tests", EXAMPLE):
            for path in [ROOT / top, *(ROOT / top).rglob("*")]:
                if path.is_file():
                    content = path.read_bytes()
                    if path.suffix == ".swift":
                        text = rewritten(content.decode(), self.name)
                        content = (on_oldest(text) if self.is_oldest else text).encode()
                    files[path.relative_to(ROOT)] = content
        shutil.rmtree(self.folder, ignore_errors=True)
        for path, content in files.items():
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_bytes(content)

    def run(self, command: list) -> str:
        result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        if result.returncode:
            version = ", oldest version (write #available)" if self.is_oldest else ""
            raise Refused(f"{self.name}{version}:\n{result.stdout}{result.stderr}")
        return result.stdout

    def targets(self) -> Iterator[tuple[str, list[Path]]]:
        """The products' modules with their sources, as the manifest names them, each after those that it imports."""
        described = json.loads(self.run(["swift", "package", "describe", "--type", "json"]))
        known = {target["name"]: target for target in described["targets"]}

        def with_dependencies(name: str) -> Iterator[str]:
            for other in known[name].get("target_dependencies", []):
                yield from with_dependencies(other)
            yield name

        for name in dict.fromkeys(name for product in PRODUCTS for name in with_dependencies(product)):
            yield name, [Path(known[name]["path"]) / source for source in known[name]["sources"]]
        for name in EXAMPLE_MODULES:
            yield name, [path.relative_to(self.folder) for path in (self.folder / EXAMPLE / name).glob("*.swift")]

    def compile(self, module: str, sources: list[Path], options: tuple = ()) -> None:
        """Compiles a module until others can import it. Unlike -typecheck, this finds data races, too."""
        command = ["swiftc", "-emit-module", "-wmo", "-parse-as-library", "-module-name", module, *options]
        # CLibCrypto is inside the stub of CryptoKit.
        for folder in ("modules", *(STUBS / name for name in C_STUBS), "Sources/CLibCrypto"):
            command += ["-I", folder]
        command += sorted(sources)
        digest = hashlib.sha256(repr((compiler(), command, self.compiled)).encode())
        for path in [*sorted(sources), *sorted((self.folder / STUBS).rglob("*.h"))]:
            digest.update((self.folder / path).read_bytes())
        self.compiled[module] = digest.hexdigest()

        # Where two systems have the same sources, the second one takes the first one's module.
        known = COPIES / "modules" / f"{self.compiled[module]}.swiftmodule"
        interface = self.folder / "modules" / f"{module}.swiftmodule"
        interface.parent.mkdir(exist_ok=True)
        known.parent.mkdir(exist_ok=True)
        if not known.exists():
            self.run([*command, "-o", interface])
            shutil.copy(interface, known)
        shutil.copy(known, interface)

    def compile_stubs(self) -> None:
        self.copy_files()
        for module in SWIFT_STUBS:
            sources = [path.relative_to(self.folder) for path in (self.folder / STUBS / module).glob("*.swift")]
            self.compile(module, sources, (*SWIFT_6, "-package-name", module))

    def check(self) -> None:
        self.compile_stubs()
        for module, sources in self.targets():
            self.compile(module, sources, WITHOUT_WARNINGS if self.is_oldest else STRICT)


@functools.cache
def compiler() -> str:
    return subprocess.run(["swiftc", "--version"], check=True, capture_output=True, text=True).stdout


def refusal() -> str:
    """The compiler's messages for the first system whose sources it refuses; empty if it accepts all."""
    used = set()
    for system in [*map(System, SYSTEMS), System("iOS", is_oldest=True)]:
        try:
            system.check()
        except Refused as refused:
            return str(refused)
        used.update(system.compiled.values())
    for module in (COPIES / "modules").iterdir():
        if module.stem not in used:
            module.unlink()
    return ""


DECLARED = {
    ".swift": re.compile(r"\b(?:func|let|var|class|struct|enum|typealias) `?(\w+)"),
    ".h": re.compile(r"\b(\w+)\(|\b(k?[A-Z]\w+) =|#define (\w+)|\b(\w+);"),
}
# Requirements of protocols, which the compiler or the standard library calls.
CALLED_BY_SWIFT = {
    *("hash", "rawValue", "appendLiteral", "appendInterpolation"),
    *("buildBlock", "buildIf", "buildEither", "wrappedValue", "projectedValue"),
}


def without_comments(text: str) -> str:
    return re.sub(r"//.*", "", text)


def unused(stubs: dict[Path, str], sources: str) -> Iterator[tuple[Path, int, str]]:
    """File, line and name of each declaration that neither a source nor another declaration names."""
    words = Counter(re.findall(r"\w+", "\n".join(map(without_comments, [*stubs.values(), sources]))))
    places = {}
    for path, text in stubs.items():
        for number, line in enumerate(without_comments(text).splitlines(), 1):
            for match in DECLARED[path.suffix].finditer(line):
                name = next(filter(None, match.groups()))
                places.setdefault(name, []).append((path, number))
    for name, found in places.items():
        if words[name] == len(found) and name not in CALLED_BY_SWIFT:
            yield *found[0], name


def faults() -> Iterator[Fault]:
    for path, line, message in re.findall(r"^(\S+?):(\d+):\d+: error: (.*)$", messages := refusal(), re.MULTILINE):
        yield Fault(Path(path), int(line), f"{message} (scripts/typecheck-apple says more)")
    if messages and ": error:" not in messages:
        yield Fault(STUBS, 1, messages)

    stubs = {path: (ROOT / path).read_text() for path in tree.files(".swift", ".h", below=str(STUBS))}
    sources = [path for folder in APPLE_ONLY for path in tree.files(".swift", below=folder)]
    for path, line, name in unused(stubs, "\n".join((ROOT / path).read_text() for path in sources)):
        yield Fault(path, line, f"no source for Apple's systems uses {name}: remove it")


if __name__ == "__main__":
    sys.exit(refusal() or 0)
