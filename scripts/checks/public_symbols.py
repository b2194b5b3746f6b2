"""The public symbols of XignSDK are those of a stored list: what is stable changes only on purpose.

    python scripts/checks/public_symbols.py --write     after a change that is meant

The list is what an app for iOS sees, from the module that apple.py compiles. A line is a declaration with the type that
has it, or a conformance. Symbols of Linux alone, such as FileKeyStore, are not in it.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import apple
import tree
from fault import Fault

PRODUCT = "XignSDK"
LIST = Path(f"Tests/PublicSymbols/{PRODUCT}.txt")
HERE = Path("scripts/checks/public_symbols.py")


def lines(graph: dict) -> Iterator[str]:
    """The declarations and conformances of a symbol graph."""
    names = {}
    for symbol in graph["symbols"]:
        path = symbol["pathComponents"]
        names[symbol["identifier"]["precise"]] = ".".join(path)
        declaration = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
        yield f"{'.'.join(path[:-1]) or graph['module']['name']}: {' '.join(declaration.split())}"
    for relation in graph["relationships"]:
        if relation["kind"] == "conformsTo" and relation["source"] in names:
            target = names.get(relation["target"]) or relation.get("targetFallback", relation["target"])
            yield f"{names[relation['source']]} conforms to {target}"


def extracted() -> list[str]:
    """The lines of XignSDK, compiled as for iOS."""
    system = apple.System("iOS")
    system.check()
    with tempfile.TemporaryDirectory() as folder:
        command = ["swift-symbolgraph-extract", "-module-name", PRODUCT, "-output-dir", folder]
        command += ["-target", target(), "-minimum-access-level", "public", "-skip-synthesized-members"]
        for path in ("modules", *(apple.STUBS / name for name in apple.C_STUBS), "Sources/CLibCrypto"):
            command += ["-I", path]
        system.run(command)
        graphs = [json.loads(path.read_text()) for path in Path(folder).glob(f"{PRODUCT}*.symbols.json")]
    return sorted({line for graph in graphs for line in lines(graph)})


def target() -> str:
    """The triple for which the compiler compiles."""
    described = subprocess.run(["swiftc", "-print-target-info"], check=True, capture_output=True, text=True).stdout
    return json.loads(described)["target"]["triple"]


def differences(stored: list[str], found: list[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(stored, 1):
        if line not in found:
            yield number, f"is gone, which breaks apps: {line}"
    for line in found:
        if line not in stored:
            yield 1, f"is new: {line}"


def faults() -> Iterator[Fault]:
    stored = (tree.ROOT / LIST).read_text().splitlines()
    try:
        found = extracted()
    except apple.Refused:
        return  # apple.py says why.
    for number, difference in differences(stored, found):
        yield Fault(LIST, number, f"{difference}. If that is meant: {HERE} --write, and a line in CHANGELOG.md")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    (tree.ROOT / LIST).write_text("".join(f"{line}\n" for line in extracted()))
