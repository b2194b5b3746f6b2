import pytest
from kotlin_sources import faults_of_lines, undocumented


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"package a\n// {'word ' * 30}x", 2),
        ("val a = 1 \n", 1),
        ("import b\nimport a\n", 2),
        ("/** Whether it is so. */", 1),
        ("/**\n * What it does.\n */", 2),
    ],
)
def test_a_line_that_breaks_a_rule_is_found(text, line):
    assert [number for number, _ in faults_of_lines(text)] == [line]


def test_a_public_declaration_has_a_comment():
    text = "/** A class. */\n@JvmInline\npublic class A {\n    public fun b() = 1\n\n    override fun c() = 2\n}\n"
    assert list(undocumented(text)) == [4]


def test_the_comment_of_a_class_describes_its_properties():
    comment = "/**\n * A class.\n * @property b a number.\n */\n"
    assert list(undocumented(f"{comment}public class A(\n    public val b: Int,\n    public val c: Int,\n)")) == [7]
