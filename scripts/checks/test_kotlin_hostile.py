from kotlin_hostile import faults_of

TESTS = {"LinkTests": ["a link is refused", "a longer link is refused"]}
SOURCES = {"Links.kt": 'checks.check("a link", x) { code("a text") }', "test_links.py": "def test_link(scene):\n"}


def faults(*rows):
    text = "| suite | test of Swift | twin in Kotlin |\n| --- | --- | --- |\n" + "\n".join(rows) + "\n"
    return [advice for _, advice in faults_of(text, TESTS, SOURCES)]


def test_a_row_for_each_test_with_a_twin_or_a_reason_is_enough():
    assert (
        faults(
            '| LinkTests | a link is refused | `Links.kt` "a link", and `test_links.py` "test_link" |',
            "| LinkTests | a longer link is refused | None yet |",
        )
        == []
    )


def test_a_text_that_is_no_check_is_no_twin():
    assert faults(
        '| LinkTests | a link is refused | `Links.kt` "a text" |', "| LinkTests | a longer link is refused | None yet |"
    ) == ["Links.kt has no check 'a text'"]


def test_a_missing_row_a_missing_twin_and_a_missing_test_are_faults():
    assert faults(
        '| LinkTests | a link is refused | `Links.kt` "another link" |',
        '| LinkTests | a longer link is refused | `test_links.py` "test_other" |',
        "| LinkTests | a short link is refused | None yet |",
    ) == [
        "Links.kt has no check 'another link'",
        "test_links.py has no check 'test_other'",
        "LinkTests has no test 'a short link is refused': remove the row",
    ]
    (fault,) = faults("| LinkTests | a link is refused | None yet |")
    assert fault.startswith("add a row for 'a longer link is refused' of LinkTests")
