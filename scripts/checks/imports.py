"""Each module imports what its manifest names, and nothing that a rule keeps from it.

Which module may import which is said once, in each Package.swift. The compiler does not keep all of it: it finds any
module that has been built. Here are only the rules that hold whatever the manifests say.
"""

import json
import re
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import tree
from fault import Fault

PACKAGES = (".", "Terminal", "Manager", "Authenticator", "Examples/authenticator-app")

# Modules that each must not import, directly or through others.
NEVER = {
    "XignSDK": {"XignDomain", "XignHTTP", "XignStorage"},
    "XignHTTP": {"XignProtocol", "XignCrypto", "XignDomain", "XignStorage"},
    "XignDomain": {"XignStorage", "XignHTTP"},
    "XignStorage": {"XignHTTP"},
    "XignUseCases": {"XignHTTP", "XignPages", "XignWording", "XignAdmission", "YAML"},
    "XignWording": {"XignPages", "XignUseCases", "XignStorage", "XignHTTP"},
    "XignPages": {"XignUseCases", "XignAdmission", "XignStorage", "XignHTTP"},
    "XignOAuth": {"XignDeviceAPI", "XignOpenID", "XignWeb"},
    "XignDeviceAPI": {"XignOpenID", "XignWeb"},
    "XignOpenID": {"XignDeviceAPI", "XignWeb"},
    "XignWeb": {"XignDeviceAPI", "XignOpenID"},
    "xignin-manager": {"XignSDK"},
    # What is released has no manager for tests.
    "xign": {"XignSDKTesting"},
    "authenticator-app": {"XignSDKTesting"},
}

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\(\w+\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:actor|class|enum|func|let|protocol|struct|typealias|var)\s+)?(\w+)"
)


@dataclass
class Module:
    manifest: Path
    folder: Path
    line: int
    """Of its name in the manifest."""
    is_test: bool
    dependencies: set[str] = field(default_factory=set)


def dumped(package: str) -> dict:
    command = ["swift", "package", "dump-package", "--package-path", tree.ROOT / package]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def modules(manifests: dict[Path, tuple[str, dict]]) -> dict[str, Module]:
    """All modules by name, of manifests as text and as SwiftPM reads them."""
    products = {product["name"]: product["targets"] for _, dump in manifests.values() for product in dump["products"]}
    found = {}
    for path, (text, dump) in manifests.items():
        for target in dump["targets"]:
            name = target["name"]
            is_test = target["type"] == "test"
            folder = path.parent / (target.get("path") or f"{'Tests' if is_test else 'Sources'}/{name}")
            place = re.search(rf'[tT]arget\(\s*name: "{name}"|Library\(name: "{name}"', text)
            line = text.count("\n", 0, place.start() if place else 0) + 1
            module = found[name] = Module(path, folder, line, is_test or folder.is_relative_to(path.parent / "Tests"))
            for dependency in target["dependencies"]:
                [(depended, *_)] = dependency.values()
                module.dependencies.update(products.get(depended, [depended]))
    return found


def imported(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if match := IMPORT.match(line):
            yield number, match[1]


def path_between(module: str, other: str, known: dict[str, Module]) -> list[str]:
    """The shortest chain of dependencies from one module to another; empty where there is none."""
    chains = [[module]]
    seen = {module}
    for chain in chains:
        for dependency in sorted(known[chain[-1]].dependencies & known.keys() - seen):
            if dependency == other:
                return [*chain, dependency]
            seen.add(dependency)
            chains.append([*chain, dependency])
    return []


def faults_of_rules(known: set[str], never: dict[str, set[str]]) -> Iterator[Fault]:
    """A rule about a module that does not exist keeps nothing."""
    here = Path(__file__).relative_to(tree.ROOT)
    named = {*never, *(other for forbidden in never.values() for other in forbidden)}
    for name in sorted(named - known):
        yield Fault(here, 1, f"no manifest has a module {name}: correct the rule")


def faults_of_manifests(known: dict[str, Module], never: dict[str, set[str]]) -> Iterator[Fault]:
    for name in never.keys() & known.keys():
        for other in sorted(never[name]):
            if chain := path_between(name, other, known):
                advice = f"{name} must not import {other}, here {' -> '.join(chain)}: move what it needs below both"
                yield Fault(known[name].manifest, known[name].line, advice)


def faults_of_imports(known: dict[str, Module]) -> Iterator[Fault]:
    # SwiftPM's name of the module that a target is compiled to.
    names = {name.replace("-", "_"): name for name in known}
    for name, module in known.items():
        if module.is_test:
            continue
        for path in tree.files(".swift", below=str(module.folder)):
            for number, word in imported((tree.ROOT / path).read_text()):
                other = names.get(word)
                if other and other != name and other not in module.dependencies:
                    advice = f"{name} imports {other}, which {module.manifest} does not allow: do without"
                    yield Fault(path, number, f"{advice}, or add it there if docs/architecture.md has such an arrow")


def faults() -> Iterator[Fault]:
    with ThreadPoolExecutor() as pool:
        dumps = list(pool.map(dumped, PACKAGES))
    paths = [Path(package) / "Package.swift" for package in PACKAGES]
    known = modules({path: ((tree.ROOT / path).read_text(), dump) for path, dump in zip(paths, dumps, strict=True)})
    yield from faults_of_rules(set(known), NEVER)
    yield from faults_of_manifests(known, NEVER)
    yield from faults_of_imports(known)
