"""A place in the tree that breaks a rule."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Fault:
    path: Path
    line: int
    advice: str
    """The rule, and what to do."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.advice}"
