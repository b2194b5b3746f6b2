import Foundation
import Terminal
import Testing

@testable import XignSDK
@testable import xign

struct RefusalTests {
    @Test("what xign says when it is refused", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "each refusal of a change has a status, and says what to do next", change,
            each: [
                (XignSdkErrorCode.coolDown, 75, "use an older device"), (.notAllowed, 77, "limit"),
                (.grantExpired, 3, "run the command again"), (.grantSpent, 3, "run the command again"),
                (.grantMismatch, 3, "run the command again"), (.samePin, 65, "choose another one"),
                (.factorRefused, 77, "xign accounts"), (.mailUnavailable, 77, "code that is shown"),
                (.otherAccount, 77, "another account"), (.aliasInvalid, 65, "simpler"),
                (.sessionEnded, 3, "run the command again"), (.policyChanged, 3, "run the command again"),
                (.accessDenied, 77, "ask the operator"), (.unmetRequirements, 77, "operator"),
            ]),
        TestCase(
            "a login that is over begins again on the website", login,
            each: [XignSdkErrorCode.sessionEnded, .policyChanged, .pairingFailed, .tooManyCorrections]),
        TestCase(
            "a device whose state is not accepted is told the reasons and the remedies", insecure,
            each: [
                (SecurityFinding.rooted, "ordinary user"), (.hooked, "end the debugger"), (.unchecked, "update xign"),
                (.outdatedSystem, "update the system"),
            ]),
        TestCase("a manager that names no finding leads to the check as well", insecureWithoutFinding),
        TestCase("a biometric factor that fails leads to other factors", biometrics),
        TestCase(
            "the id of the request ends the errors that the operator must look into, and no other", requestID,
            each: [
                (XignSdkErrorCode.managerFailed, true), (.accountDisabled, true), (.consentMismatch, true),
                (.factorRefused, true), (.notSupported, true),
                (.samePin, false), (.sessionEnded, false), (.connectionFailed, false),
            ]),
        TestCase("nothing that concerns a change speaks of a website", words, each: RefusalTests.ofChanges),
    ]

    private func failure(_ code: XignSdkErrorCode, _ undertaking: Undertaking = .change) -> (Int32, String) {
        let failure = Failure(CommandFailure(XignSdkError(code, "message"), during: undertaking), in: English())
        return (failure.exitStatus.rawValue, failure.message.rendered(inColour: false))
    }

    func change(code: XignSdkErrorCode, status: Int32, advice: String) {
        let (shown, message) = failure(code)
        #expect(shown == status)
        #expect(message.contains(advice))
    }

    func login(code: XignSdkErrorCode) {
        let (status, message) = failure(code, .login)
        #expect(status == 3)
        #expect(message.contains("start the login again on the website"))
    }

    func insecure(finding: SecurityFinding, remedy: String) {
        let error = XignSdkSecurityInsufficientError([finding])
        for undertaking in [Undertaking.login, .inApp, .change, .transaction] {
            let failure = Failure(CommandFailure(error, during: undertaking), in: English())
            #expect(failure.exitStatus.rawValue == 77)
            let message = failure.message.rendered(inColour: false)
            #expect(message.contains(remedy))
            #expect(message.contains("xign check"))
            #expect(message.contains("waits for another device") == (undertaking == .login))
            #expect(message.contains("website") == (undertaking == .login))
        }
    }

    func insecureWithoutFinding() {
        let error = XignSdkSecurityInsufficientError([])
        let failure = Failure(CommandFailure(error, during: .login), in: English())
        #expect(failure.message.rendered(inColour: false).contains("does not accept this device. The"))
    }

    func requestID(code: XignSdkErrorCode, isShown: Bool) {
        RequestTrail.$current.withValue(RequestTrail()) {
            let id = RequestTrail.begin()
            #expect(failure(code).1.hasSuffix("(request id for the operator: \(id))") == isShown)
        }
        #expect(!failure(code).1.contains("request id"), "no request was made")
    }

    func biometrics() {
        for (code, status) in [(XignSdkErrorCode.biometricsChanged, Int32(77)), (.userNotRecognized, 1)] {
            #expect(failure(code, .login).0 == status)
            #expect(failure(code, .login).1.contains("other factors"))
        }
    }

    func words(code: XignSdkErrorCode) { #expect(!failure(code).1.contains("website")) }

    /// The refusals that websites' logins and those of apps share.
    static let ofLogins: [XignSdkErrorCode] = [
        .sessionEnded, .policyChanged, .sessionTaken, .tooManyCorrections, .accessDenied, .otherAccount,
        .unmetRequirements, .factorUnavailable, .factorSetMismatch,
    ]

    private static let ofChanges: [XignSdkErrorCode] = [
        .sessionEnded, .policyChanged, .sessionTaken, .accessDenied, .otherAccount, .unmetRequirements,
        .factorUnavailable, .factorSetMismatch, .coolDown, .notAllowed, .grantExpired,
    ]
}
