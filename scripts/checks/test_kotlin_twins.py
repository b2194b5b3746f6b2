import pytest
from kotlin_twins import faults_of

SWIFT = [
    "XignSDK: enum Reason",
    "Reason: case notMe",
    "Reason: init?(rawValue: String)",
    "Reason conforms to Swift.Sendable",
    "XignSDK: class Personalizer",
    "Personalizer: func rename(idm: String, alias: String)",
    "Personalizer: func rename(idm: String, alias: String) async throws(XignSdkError)",
    "Personalizer: func read(_ data: Data, in place: String)",
    "Personalizer: func read(_ data: Data)",
    "Personalizer: static let version: String",
    "XignSDK: enum Answer",
    "Answer: case login(Int)",
]
KOTLIN = [
    "org.xign.sdk: enum class Reason",
    "Reason: NOT_ME",
    "org.xign.sdk: class Personalizer : Reader",
    "Personalizer: fun rename(idm: String, alias: String): Unit",
    "org.xign.sdk: interface Reader",
    "Reader: fun read(bytes: ByteArray, place: String = HERE): Unit",
    "Personalizer.Companion: const val VERSION: String",
    "org.xign.sdk: sealed class Answer",
    "Answer: class Login : Answer",
    "Answer.Login: val number: Int",
]
DOCUMENT = """
| `Reader*` | Kotlin | an interface |
"""


def faults(swift=(), kotlin=(), rows="", without=""):
    """The advice about the lists with further lines, and without a line."""
    lists = [[line for line in lines if line != without] for lines in ([*SWIFT, *swift], [*KOTLIN, *kotlin])]
    return [advice for _, advice in faults_of(*lists, DOCUMENT + rows)]


def test_twins_follow_the_rules():
    assert faults() == []


@pytest.mark.parametrize("line", ["Reason: case notMe", "Reason: NOT_ME", "Answer: class Login : Answer"])
def test_what_is_in_one_list_alone_is_a_fault(line):
    (fault,) = [fault for fault in faults(without=line) if "alone" in fault][:1]
    assert "write its twin" in fault


def test_a_reason_stands_for_a_twin():
    line = "Personalizer: func leave()"
    assert len(faults(swift=[line])) == 1
    assert faults(swift=[line], rows="| `Personalizer.leave` | Swift | only there |\n") == []


def test_another_name_has_the_members():
    swift = ["XignSDK: class XignSdkError", "XignSdkError: let code: Int"]
    kotlin = ["org.xign.sdk: open class XignSdkException : Exception", "XignSdkException: val code: Int"]
    rows = "| `XignSdkError` | `XignSdkException` | Java's word |\n"
    assert faults(swift, kotlin, rows) == []


def test_parameters_have_the_labels_of_swift():
    (fault,) = faults(swift=["Personalizer: func rename(idm: String, name: String)"])
    assert "Personalizer.rename has other parameters" in fault


def test_a_row_that_nothing_needs_is_a_fault():
    assert faults(rows="| `Personalizer.leave` | Swift | only there |\n") == ["remove the row: no declaration needs it"]
