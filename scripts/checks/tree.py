"""The project's files."""

import os
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def files(*suffixes: str, below: str = "") -> Iterator[Path]:
    """Files with one of these suffixes in a folder and all folders below, but in no hidden folder. Relative to ROOT."""
    for folder, names, file_names in os.walk(ROOT / below):
        names[:] = sorted(name for name in names if not name.startswith("."))
        for name in sorted(file_names):
            if name.endswith(suffixes):
                yield (Path(folder) / name).relative_to(ROOT)
