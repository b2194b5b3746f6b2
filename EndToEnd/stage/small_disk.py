"""A small disk, which a test can fill. Only root may mount it."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from .processes import run_or_fail

only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a small disk")


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    folder.mkdir()
    run_or_fail("mount", "-t", "tmpfs", "-o", "size=3m,mode=700", "xign", folder)
    try:
        yield folder
    finally:
        run_or_fail("umount", "--lazy", folder)


def fill(disk: Path) -> Path:
    """Fills a disk, and returns the file to remove."""
    filling = disk / "filling"
    with contextlib.suppress(OSError), filling.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    return filling
