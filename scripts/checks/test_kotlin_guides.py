import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from kotlin_guides import source  # noqa: E402

GUIDE = """# A guide

Words.

```kotlin
val one = 1
```

```
no code
```
"""


def test_listings_have_the_lines_of_the_guide_and_all_else_is_blank():
    lines = source(GUIDE).splitlines()
    assert len(lines) == len(GUIDE.splitlines())
    assert lines[0].startswith("package guides; import ")
    assert [line for line in lines[1:] if line] == ["val one = 1"]
    assert lines[5] == "val one = 1"
