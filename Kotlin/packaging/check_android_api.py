"""Lists members of java.*, javax.* and android.* that classes use and Android (API 36) lacks.

check_android_api.py STUBS CLASSES...: STUBS is the unpacked package chaquopy-stubs-android. By names only: parameters
are not compared. Levels below 36 are not told.
"""

import ast
import functools
import re
import subprocess
import sys
from pathlib import Path

ROOTS = ("java/", "javax/", "android/", "dalvik/", "org/json/")
MEMBER = re.compile(r"= (?:Interface)?(?:Methodref|Fieldref)\s+\S+\s+// ([\w/$]+)\.(?:\"(<init>)\"|([\w$]+)):")
OBJECT = "java.lang.Object"


@functools.cache
def package(stubs: Path, name: str) -> dict[str, ast.ClassDef]:
    """Returns the outer classes of a package; none for a package that Android lacks."""
    first, *rest = name.split(".")
    file = (stubs / f"{first}-stubs").joinpath(*rest, "__init__.pyi")
    if not file.exists():
        return {}
    return {node.name: node for node in ast.parse(file.read_text()).body if isinstance(node, ast.ClassDef)}


class API:
    """The members of Android's public classes."""

    def __init__(self, stubs: Path):
        self.stubs = stubs

    def find(self, name: str) -> ast.ClassDef | None:
        """Returns a class by its binary name, such as `java.util.Map$Entry`."""
        outer, *inner = name.rpartition(".")[2].split("$")
        node = package(self.stubs, name.rpartition(".")[0]).get(outer)
        for part in inner:
            nested = node.body if node else []
            node = next((n for n in nested if isinstance(n, ast.ClassDef) and n.name == part), None)
        return node

    def has(self, name: str, member: str) -> bool:
        """Returns true if a class or one of its bases has a member."""
        node = self.find(name)
        if node is None:
            return False
        names = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
        names |= {part.target.id for part in node.body if isinstance(part, ast.AnnAssign)}
        if member == "<init>":
            return "__init__" in names
        bases = [self.base(base, name.rpartition(".")[0]) for base in node.bases]
        if name != OBJECT:
            bases.append(OBJECT)
        return member in names or any(self.has(base, member) for base in bases)

    @staticmethod
    def base(node: ast.expr, package: str) -> str:
        text = ast.unparse(node).split("[")[0]
        path = text if "." in text and text[0].islower() else f"{package}.{text}"
        parts = re.match(r"((?:[a-z0-9_]+\.)*)(.*)", path)
        return parts[1] + parts[2].replace(".", "$")


def used_members(folders: list[Path]) -> set[tuple[str, str]]:
    """Returns classes with members, as the constant pools of compiled classes name them."""
    files = [str(file) for folder in folders for file in folder.rglob("*.class")]
    javap = ["javap", "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-v", "-p"]
    text = subprocess.run([*javap, *files], capture_output=True, text=True, check=True).stdout
    matches = [match for match in MEMBER.finditer(text) if match[1].startswith(ROOTS)]
    return {(match[1].replace("/", "."), match[2] or match[3]) for match in matches}


def main() -> None:
    api = API(Path(sys.argv[1]))
    used = used_members([Path(folder) for folder in sys.argv[2:]])
    missing = sorted((name, member) for name, member in used if not api.has(name, member))
    for name, member in missing:
        print("missing:", f"{name}.{member}" if api.find(name) else f"{name} (no such class)")
    print(f"{len(used)} members of Java and Android are used, {len(missing)} are missing in API 36")
    sys.exit(bool(missing))


if __name__ == "__main__":
    main()
