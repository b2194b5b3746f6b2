import Testing

@testable import XignProtocol

struct ProtocolErrorTests {
    @Test("Error codes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the name of every code, and its effect on the process, are frozen", names),
        TestCase("names of purposes, channels, factors and algorithms are frozen", words),
        TestCase("names of outcomes, key stores and capabilities are frozen", newWords),
        TestCase("each utility process has its outcome", outcomes),
        TestCase(
            "a version is read", version, each: ["1", "1.2.0", "10.0-beta.1+5", String(repeating: "9", count: 32)]),
        TestCase(
            "a version that is not safe to display is refused", noVersion,
            each: ["", " ", "1.2 or call 555", "1\u{202E}2", "１", "1.2<b>", String(repeating: "9", count: 33)]),
        TestCase("findings that a later manager sends, and this version does not know, are left out", unknownFindings),
        TestCase(
            "findings of any number and length, and repeated ones, are read as the known ones, each once", manyFindings),
        TestCase(
            "an answer without findings, or with an empty list, has none", noFindings, each: ["", #","findings":[]"#]),
        TestCase(
            "findings of another form cannot be read", otherForms,
            each: [#""hooked""#, "[1]", #"{"hooked":true}"#, "[[]]"]),
        TestCase("names of findings are frozen", findings),
    ]

    /// The published codes, which installed apps know. New codes are added at the end; no code is renamed or changes
    /// its effect on the process.
    static let golden: [(name: String, endsTheProcess: Bool)] = [
        ("malformed", true), ("notSupported", true), ("clientTooOld", true), ("securityInsufficient", true),
        ("unauthenticated", true),
        ("activationUnknown", true), ("activationInvalid", true), ("enrolmentRefused", true),
        ("alreadyPersonalized", true), ("sessionEnded", true),
        ("sessionTaken", true), ("wrongChannel", true), ("qrCodeExpired", false), ("notAMember", true),
        ("roleUnknown", false),
        ("policyChanged", true), ("statementMismatch", true), ("factorSetMismatch", false), ("lockedOut", true),
        ("tooManyCorrections", true),
        ("tooManyRequests", false), ("internalError", false),
        ("accountDisabled", true), ("otherAccount", false), ("unmetRequirements", false),
        ("scanRequired", false), ("mailUnavailable", false), ("pairingFailed", true), ("notAllowed", true),
        ("factorRefused", true), ("coolDown", true), ("samePin", true), ("grantMismatch", true),
        ("grantExpired", true), ("grantSpent", true),
    ]

    func names() {
        #expect(ProtocolErrorCode.allCases.map(\.rawValue) == Self.golden.map(\.name))
        #expect(ProtocolErrorCode.allCases.map(\.isTerminal) == Self.golden.map(\.endsTheProcess))
    }

    func words() {
        let purposes: [Purpose] = [
            .login, .inAppLogin, .transaction, .merge, .addFactor, .changePin, .newActivation, .delete, .revoke,
        ]
        #expect(
            purposes.map(\.rawValue) == [
                "login", "inAppLogin", "transaction", "merge", "addFactor", "changePin", "newActivation", "delete",
                "revoke",
            ])
        #expect(
            [Channel.crossDevice, .sameDevice, .inApp, .api].map(\.rawValue) == [
                "crossDevice", "sameDevice", "inApp", "api",
            ])
        #expect(FactorType.allCases.map(\.rawValue) == ["biometric", "device", "otp", "pin", "yubikey"])
        #expect(FactorType.allCases.filter(\.isGuessable) == [.otp, .pin])
        #expect(FactorType.allCases.map(\.algorithm?.rawValue) == ["ES256", "ES256", nil, "Ed25519", nil])
        #expect(SealingSuite.allCases.map(\.rawValue) == ["x25519-sha256-aes256gcm", "xwing-sha256-aes256gcm"])
        #expect(
            [StatementType.consent, .enrolment, .keyChange].map(\.rawValue) == [
                "xign-consent+jws", "xign-enrolment+jws", "xign-key-change+jws",
            ])
    }

    func newWords() {
        let outcomes: [Finish.Outcome] = [
            .userLogin, .serviceLogin, .apiAccessAddFactor, .apiAccessChangePin, .apiAccessMergeComplete,
            .apiAccessRequestNewActivationData, .apiAccessDelete,
        ]
        #expect(
            outcomes.map(\.rawValue) == [
                "userLogin", "serviceLogin", "apiAccessAddFactor", "apiAccessChangePin", "apiAccessMergeComplete",
                "apiAccessRequestNewActivationData", "apiAccessDelete",
            ])
        #expect(KeyStoreKind.allCases.map(\.rawValue) == ["file", "tpm", "enclave", "web"])
        #expect(ClientCapability.allCases.map(\.rawValue) == ["merge", "offline", "pairing", "transaction"])
    }

    func outcomes() {
        let outcomes: [Purpose: Finish.Outcome] = [
            .changePin: .apiAccessChangePin, .newActivation: .apiAccessRequestNewActivationData,
            .delete: .apiAccessDelete, .addFactor: .apiAccessAddFactor, .revoke: .userLogin,
            .merge: .apiAccessMergeComplete,
        ]
        for case .utility(let subject) in Sample.subjects {
            #expect(subject.outcome == outcomes[subject.purpose], "\(subject.purpose)")
        }
    }

    func version(text: String) throws {
        let json = #"{"error":"clientTooOld","minimumVersion":"\#(text)"}"#
        #expect(try MessageCoding.decode(ProtocolError.self, from: json.octets).minimumVersion?.description == text)
    }

    func noVersion(text: String) {
        let json = #"{"error":"clientTooOld","minimumVersion":"\#(text)"}"#
        #expect(throws: (any Error).self) { try MessageCoding.decode(ProtocolError.self, from: json.octets) }
    }

    func unknownFindings() throws {
        let answer = #"{"error":"securityInsufficient","findings":["hooked","emulated"]}"#
        let error = try MessageCoding.decode(ProtocolError.self, from: Array(answer.utf8))
        #expect(error.findings == [.hooked])
    }

    func manyFindings() throws {
        let long = String(repeating: "x", count: 10_000)
        let words = Array(repeating: "rooted", count: 4_000) + ["", "Rooted", long, "outdatedSystem", "hooked "]
        let list = words.map { "\"\($0)\"" }.joined(separator: ",")
        let answer = #"{"error":"securityInsufficient","findings":[\#(list)]}"#
        let error = try MessageCoding.decode(ProtocolError.self, from: Array(answer.utf8))
        #expect(error.findings == [.rooted, .outdatedSystem])
    }

    func noFindings(_ member: String) throws {
        let answer = #"{"error":"securityInsufficient"\#(member)}"#
        #expect(try MessageCoding.decode(ProtocolError.self, from: Array(answer.utf8)).findings.isEmpty)
    }

    func otherForms(_ findings: String) {
        let answer = #"{"error":"securityInsufficient","findings":\#(findings)}"#
        #expect(throws: (any Error).self) { try MessageCoding.decode(ProtocolError.self, from: Array(answer.utf8)) }
    }

    func findings() {
        #expect(SecurityFinding.allCases.map(\.rawValue) == ["rooted", "hooked", "unchecked", "outdatedSystem"])
    }
}
