"""Each Swift listing of the guides is compiled: it equals a marked region of a test's source, indentation aside.

A region stands between the lines `// listing` and `// end of listing` of a file in Tests/*/Guides, or in the previews
of an example. The listings are the blocks "```swift" of README.md, of the documentation catalogue, and of the
documentation comments of the SDK. A region that no document shows is a fault too.
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import tree
from fault import Fault

REGIONS = ("Tests/*/Guides", "Examples/*/Sources/*Previews")
DOCUMENTS = (Path("README.md"), Path("Sources/XignSDK"))

BEGIN = "// listing"
END = "// end of listing"
FENCE = re.compile(r"```(\w*)$")
COMMENT = re.compile(r"^ */// ?", re.MULTILINE)


@dataclass(frozen=True)
class Listing:
    path: Path
    line: int
    """Of its first line of code."""
    code: str


def dedented(lines: list[str]) -> str:
    return textwrap.dedent("\n".join(lines)).strip("\n")


def regions(path: Path, text: str) -> Iterator[Listing | Fault]:
    """The marked regions of a source file, and faults for marks without a partner."""
    begin = None
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if line.strip() not in (BEGIN, END):
            continue
        if (line.strip() == BEGIN) != (begin is None):
            yield Fault(path, number, f'"{line.strip()}" without its partner: listings are not nested')
            return
        if begin is not None:
            yield Listing(path, begin + 1, dedented(lines[begin : number - 1]))
        begin = number if begin is None else None
    if begin is not None:
        yield Fault(path, begin, f'no "{END}" follows')


def listings(path: Path, text: str) -> Iterator[Listing]:
    """The Swift listings of a document, or of the documentation comments of a source file."""
    begin = None
    lines = text.splitlines()
    if path.suffix == ".swift":
        lines = [COMMENT.sub("", line) if COMMENT.match(line) else "" for line in lines]
    for number, line in enumerate(lines, 1):
        fence = FENCE.match(line.strip())
        if begin is None and fence and fence[1] == "swift":
            begin = number
        elif begin is not None and fence:
            yield Listing(path, begin + 1, dedented(lines[begin : number - 1]))
            begin = None


def difference(shown: str, compiled: list[Listing]) -> str:
    """The first line in which a listing differs from the region that has most lines in common with it."""
    lines = shown.splitlines()
    nearest = max(compiled, key=lambda region: len({*lines} & {*region.code.splitlines()}), default=None)
    if nearest is None:
        return "there is no region"
    pairs = enumerate(zip_longest(lines, nearest.code.splitlines(), fillvalue="(nothing)"))
    offset, (mine, theirs) = next((index, pair) for index, pair in pairs if pair[0] != pair[1])
    return f"`{mine.strip()}` is `{theirs.strip()}` in {nearest.path}:{nearest.line + offset}"


def faults_of(shown: list[Listing], compiled: list[Listing]) -> Iterator[Fault]:
    known = {region.code for region in compiled}
    for listing in shown:
        if listing.code not in known:
            advice = f"no region of {' or '.join(REGIONS)} is this listing: {difference(listing.code, compiled)}"
            yield Fault(listing.path, listing.line, advice)
    used = {listing.code for listing in shown}
    for region in compiled:
        if region.code not in used:
            yield Fault(region.path, region.line, "no guide shows this listing: show it, or remove the marks")


def source_files() -> Iterator[Path]:
    for pattern in REGIONS:
        yield from (path.relative_to(tree.ROOT) for path in sorted(tree.ROOT.glob(f"{pattern}/*.swift")))


def faults() -> Iterator[Fault]:
    compiled = []
    for path in source_files():
        for found in regions(path, (tree.ROOT / path).read_text()):
            if isinstance(found, Fault):
                yield found
            else:
                compiled.append(found)
    readme, sources = DOCUMENTS
    shown = [
        listing
        for path in (readme, *tree.files(".md", ".swift", below=str(sources)))
        for listing in listings(path, (tree.ROOT / path).read_text())
    ]
    yield from faults_of(shown, compiled)
