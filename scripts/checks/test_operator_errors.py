"""Tests of the errors with which both authenticators name the request."""

from operator_errors import codes_of_sdk, differences, listed

LIST = """
    fileprivate var isForOperator: Bool {
        switch self {
        case .internalError, .notAllowed,
            .malformed:
            true
        default: false
        }
    }
"""
MAPPING = """
    static func refusal(_ error: ProtocolError, now: Date) -> XignSdkError {
        return switch error.error {
        case .malformed: XignSdkError(.requestRejected, "Update the app.")
        case .unauthenticated, .sessionEnded:
            XignSdkError(.sessionEnded, "The session is over.")
        case .notSupported:
            XignSdkError(
                .notSupported, "The manager does not offer it.")
        case .lockedOut: XignSdkLockoutError(now)
        }
    }

    static var other: XignSdkError { XignSdkError(.other, "") }
"""


def test_a_list_is_read_with_all_its_lines():
    assert listed(LIST) == {"internalError", "notAllowed", "malformed"}


def test_each_refusal_has_its_code_of_the_sdk():
    assert codes_of_sdk(MAPPING) == {
        "malformed": "requestRejected",
        "unauthenticated": "sessionEnded",
        "sessionEnded": "sessionEnded",
        "notSupported": "notSupported",
    }


def test_a_refusal_with_which_one_of_both_names_the_request_is_found():
    codes = {"malformed": "requestRejected", "notAMember": "accessDenied", "samePin": "samePin"}
    assert list(differences({"malformed", "notAMember"}, {"requestRejected", "accessDenied"}, codes)) == []
    assert len(list(differences({"malformed"}, {"accessDenied"}, codes))) == 2
