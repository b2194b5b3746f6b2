import pytest
from first_screen import counts, faults_of


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("line\n" * 46, "47 lines"),
        ("word " * 201, "201 words"),
        ('<img src="a.png"> ![b](b.png)', "2 pictures"),
    ],
)
def test_a_readme_whose_first_command_comes_late_is_found(text, fault):
    assert [advice for advice in faults_of(f"{text}\n    make demo") if fault in advice]


def test_a_short_readme_is_left_alone_whatever_comes_after_its_first_command():
    text = "line\n" * 43 + '<img\n  src="a.png" alt="in other words">\n    make demo\n' + "![b](b.png) word\n" * 300
    assert list(faults_of(text)) == []


def test_a_readme_without_its_first_command_is_found():
    assert list(faults_of("# Xign")) == ["show the first command, `make demo`"]


def test_neither_tags_nor_addresses_have_words():
    assert counts('<img alt="in other words">\n- **one** [two](docs/two.md)')["words"] == 2
