"""Writes Java stubs of Android's classes from PyPI's chaquopy-stubs-android: make_stubs.py STUBS CLASSES OUT

CLASSES is a file with one class a line; `:interface` behind a name makes an interface. The package lists Android's
public API as Python type stubs, which were made from android.jar. It has no API levels.
"""

import ast
import functools
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SIMPLE = {"int": "int", "bool": "boolean", "float": "double", "str": "java.lang.String", "None": "void"}
PRIMITIVES = ("int", "long", "boolean", "float", "byte", "short", "char", "double")
LONGS = {"elapsedRealtimeNanos"}
"""Functions whose result is a long, of those that the sources call. Python's type of it is that of an int."""
BOXES = {f"java.j{name}": name for name in PRIMITIVES}


def alternatives(node: ast.expr) -> list[ast.expr]:
    """Returns the parts of a union."""
    if isinstance(node, ast.BinOp):
        return alternatives(node.left) + alternatives(node.right)
    return [node]


@functools.cache
def module(stubs: Path, package: str) -> ast.Module:
    first, *rest = package.split(".")
    return ast.parse((stubs / f"{first}-stubs").joinpath(*rest, "__init__.pyi").read_text())


def signature_of(line: str) -> str:
    """Returns name and types of parameters of a function, or the name of a constant."""
    head = line.split(" {")[0].split(" =")[0]
    return re.search(r"\w+(?:\(.*\))?$", re.sub(r"\bp\d+\b", "", head))[0]


@dataclass(frozen=True)
class Scope:
    """The package of a class, and the classes that have stubs."""

    stubs: Path
    package: str
    kept: frozenset[str]
    interfaces: frozenset[str]

    def node(self, name: str) -> ast.ClassDef:
        """Returns an outer class of the package."""
        return next(node for node in module(self.stubs, self.package).body if getattr(node, "name", None) == name)

    def java(self, node: ast.expr) -> str:
        """Returns a type in Java. A class of neither Java nor a stub is an Object."""
        names = [ast.unparse(part) for part in alternatives(node)]
        box = next((BOXES[name] for name in names if name in BOXES), None)
        if box:
            return box
        name = next((name for name in names if name != "None"), "None")
        if name.startswith("java.chaquopy.JavaArrayJByte"):
            return "byte[]"
        if match := re.fullmatch(r"java\.chaquopy\.JavaArray\[(.*)\]", name):
            return self.java(ast.parse(match[1], mode="eval").body) + "[]"
        name = name.split("[")[0]
        if name in SIMPLE:
            return SIMPLE[name]
        if name.startswith(("java.chaquopy", "typing.", "_")):
            return "java.lang.Object"
        if name[0].isupper():
            name = f"{self.package}.{name}"
        return name if name.startswith(("java.", "javax.")) or name in self.kept else "java.lang.Object"

    def function(self, node: ast.FunctionDef, owner: str) -> str | None:
        arguments = [argument for argument in node.args.posonlyargs + node.args.args if argument.arg != "self"]
        listed = [f"{self.java(argument.annotation)} p{i}" for i, argument in enumerate(arguments)]
        if node.args.vararg:
            listed.append(f"{self.java(node.args.vararg.annotation)}... rest")
        if node.name == "__init__":
            return f"public {owner}({', '.join(listed)}) {{}}"
        if node.name.startswith("_"):
            return None
        static = "static " if any("staticmethod" in ast.unparse(line) for line in node.decorator_list) else ""
        result = "long" if node.name in LONGS else self.java(node.returns)
        signature = f"{result} {node.name}({', '.join(listed)})"
        return f"public {static}{signature} {{ throw new RuntimeException(); }}"

    def inherited(self, node: ast.ClassDef) -> frozenset[str]:
        """Returns the signatures of the bases that have stubs: Java would refuse another type of a result."""
        known = [base.rpartition(".") for base in map(self.java, node.bases) if base in self.kept]
        scopes = [(Scope(self.stubs, package, self.kept, self.interfaces), name) for package, _, name in known]
        lines = [line for scope, name in scopes for line in scope.members(scope.node(name))]
        return frozenset(map(signature_of, lines)).union(*(scope.inherited(scope.node(name)) for scope, name in scopes))

    def members(self, owner: ast.ClassDef) -> Iterator[str]:
        seen = set(self.inherited(owner))
        for node in owner.body:
            line = None
            if isinstance(node, ast.AnnAssign):
                # A call, so that no compiler takes the value for a constant.
                line = f'public static final int {node.target.id} = Integer.parseInt("0");'
                if re.search("str|String", ast.unparse(node.annotation)):
                    line = f'public static final java.lang.String {node.target.id} = String.valueOf("");'
            elif isinstance(node, ast.FunctionDef):
                line = self.function(node, owner.name)
            # Overloads for Python's types can have one signature in Java.
            if line and signature_of(line) not in seen:
                seen.add(signature_of(line))
                yield line

    def type(self, node: ast.ClassDef, name: str, is_nested: bool = False) -> Iterator[str]:
        """Yields the lines of a class. `name` has the names of the outer ones."""
        lines = list(self.members(node))
        if f"{self.package}.{name}" in self.interfaces:
            methods = [line.split(" {")[0].removeprefix("public ") for line in lines if " {" in line]
            yield from [f"public {'static ' if is_nested else ''}interface {node.name} {{"]
            yield from (f"    {method};" for method in methods)
        else:
            yield f"public {'static ' if is_nested else ''}class {node.name}{self.bases(node)} {{"
            yield from ("    " + line for line in lines)
            if not any(line.startswith(f"public {node.name}()") for line in lines):
                yield f"    protected {node.name}() {{}}"
        for inner in node.body:
            if isinstance(inner, ast.ClassDef) and f"{self.package}.{name}.{inner.name}" in self.kept:
                yield from ("    " + line for line in self.type(inner, f"{name}.{inner.name}", is_nested=True))
        yield "}"

    def bases(self, node: ast.ClassDef) -> str:
        bases = [self.java(base) for base in node.bases]
        specs = [base for base in bases if base.endswith(("AlgorithmParameterSpec", "KeySpec"))]
        others = [base for base in bases if base not in specs]
        known = [base for base in others if base in self.kept or base.startswith("java.security.")]
        extends = f" extends {known[0]}" if known else ""
        return extends + (f" implements {', '.join(specs)}" if specs else "")


def main() -> None:
    stubs, classes, out = map(Path, sys.argv[1:])
    lines = [line.partition("#")[0].strip() for line in classes.read_text().splitlines()]
    names = [line for line in lines if line]
    interfaces = {name.removesuffix(":interface") for name in names if name.endswith(":interface")}
    kept = {name.removesuffix(":interface") for name in names}
    for full in sorted(kept):
        package, _, name = full.rpartition(".")
        if package.rpartition(".")[2][0].isupper():
            continue  # It is written with its outer class.
        scope = Scope(stubs, package, frozenset(kept), frozenset(interfaces))
        target = out.joinpath(*package.split("."), f"{name}.java")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("\n".join([f"package {package};", *scope.type(scope.node(name), name)]) + "\n")


if __name__ == "__main__":
    main()
