import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

/// The user signs only what the user saw.
struct ConsentComparisonTests {
    @Test("consent", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("what the user chose is what is sent, compared and signed", attributes),
        TestCase("an optional attribute is handed over only if the user includes it", optional),
        TestCase("errors of attributes come back in the same request, and go when they are corrected", corrections),
        TestCase("of several aliases, or none, nothing is signed that the user did not decide", undecided),
        TestCase("a single alias is handed over by itself, and only that one", single),
        TestCase("an optional attribute that was left out cannot come back in the statement", leftOut),
        TestCase("aliases that cannot be told apart are refused at the start", doubleAliases),
        TestCase(
            "a required attribute that the SDK does not know cannot be shown, so the process does not go on",
            unknownAttribute),
        TestCase("a statement that differs in one field is not signed", changedField, each: bends.indices),
        TestCase(
            "a statement with an unknown, double or missing member is not signed", changedForm,
            each: [
                (#"{"#, #"{"transaction":{"type":"pay","text":"9000"},"#), (#""v":1"#, #""v":1,"v":1"#),
                (#""v":1"#, #""v":2"#),
                (#""policyVersion":3,"#, ""), ("{", "\u{FEFF}{"),
            ]),
        TestCase(
            "a code that turns out to be for something else than a login is refused at the start", sessionRiding,
            each: [
                ConsentSubject.utility(.delete), .utility(.addFactor(.biometric)), .utility(.changePin),
                .utility(.newActivation), .inAppLogin(offlineUntil: nil),
            ]),
        TestCase("names that hide or rearrange what is shown are refused at the start", hiddenNames),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        manager.state.withLock {
            $0.login.service.name = "Café"
            $0.login.attributes = [
                "givenName": AttributeDescription(isRequired: true, isMissing: true, aliases: []),
                "familyName": AttributeDescription(isRequired: true, isMissing: false, aliases: []),
                "nickname": AttributeDescription(isRequired: false, isMissing: false, aliases: []),
                "email": AttributeDescription(
                    isRequired: true, isMissing: false,
                    aliases: [
                        .init(id: "a1", text: "work", isPrimary: true), .init(id: "a2", text: "büro", isPrimary: false),
                    ]),
            ]
        }
        device = try await TestDevice.personalized(at: manager)
    }

    /// Fills in all requested attributes.
    private func filled() async throws -> AuthenticateRequest {
        let request = try await device.start()
        #expect(request.info.givenName?.setValue(value: "  Alice ") == .valid)
        let email = try #require(request.info.email)
        #expect(email.setSelection(email.aliases.first { $0.alias == "büro" })?.alias == "büro")
        return request
    }

    func attributes() async throws {
        let information = try await device.prepare(filled())
        let choices = manager.state.withLock { $0.choices }
        #expect(choices.keys.sorted() == ["email", "familyName", "givenName"])
        #expect(choices["email"]?.aliasId == "a2")
        let disclosure = try AttributeDisclosure(parsing: #require(choices["givenName"]?.disclosure))
        #expect(disclosure.value == "Alice" && disclosure.name == "givenName")
        guard case .userLogin = try await device.finish(information, pin: "482915") else { throw UnexpectedAnswer() }
    }

    func optional() async throws {
        let request = try await filled()
        let nickname = try #require(request.info.nickname)
        #expect(!nickname.isIncluded)
        nickname.isIncluded = true
        _ = try await device.prepare(request)
        #expect(manager.state.withLock { $0.choices["nickname"] } != nil)
        nickname.isIncluded = false
        _ = try await device.prepare(request)
        #expect(manager.state.withLock { $0.choices["nickname"] } == nil)
    }

    func corrections() async throws {
        manager.state.withLock { $0.prepareErrors = [["givenName": .dataMissing, "email": .noAliasSelected]] }
        let request = try await filled()
        let result = try await device.sdk.authenticator.prepareAuthenticationUserInformation(request: request)
        guard case .failure(let returned) = result else { throw UnexpectedAnswer() }
        #expect(returned === request)
        #expect(request.info.givenName?.error == .dataMissing)
        #expect(request.info.email?.error == .noAliasSelected)
        #expect(request.info.familyName?.error == AuthenticationInformationErrorCode.none)
        _ = try await device.prepare(request)
        #expect(request.info.givenName?.error == AuthenticationInformationErrorCode.none)
    }

    func undecided() async throws {
        // This manager accepts undecided attributes.
        let request = try await device.start()
        #expect(request.info.givenName?.setValue(value: "Alice") == .valid)
        #expect(await code { try await device.prepare(request) } == .consentMismatch)
        let email = try #require(request.info.email)
        email.setSelection(email.aliases.first)
        _ = try await device.prepare(request)
        #expect(request.info.givenName?.setValue(value: nil) == .empty)
        #expect(await code { try await device.prepare(request) } == .consentMismatch)
        #expect(manager.state.withLock { $0.choices["givenName"] } == Prepare.Selection())
    }

    func single() async throws {
        manager.state.withLock {
            $0.login.attributes = [
                "nickname": AttributeDescription(
                    isRequired: true, isMissing: false, aliases: [.init(id: "n1", text: "usual", isPrimary: true)])
            ]
        }
        let request = try await device.start()
        _ = try await device.prepare(request)
        #expect(manager.state.withLock { $0.choices } == ["nickname": Prepare.Selection(aliasId: "n1")])
        for bend: Bend in [
            { ($0.attributes[0].aliasID, $0.attributes[0].aliasText) = (nil, nil) },
            { $0.attributes[0].aliasID = "n2" },
            { $0.attributes[0].aliasText = "other" },
        ] {
            manager.state.withLock { $0.bendStatement = bend }
            #expect(await code { try await device.prepare(request) } == .consentMismatch)
        }
    }

    func leftOut() async throws {
        manager.state.withLock {
            $0.login.attributes["nickname"]?.aliases = [.init(id: "n1", text: "usual", isPrimary: true)]
            $0.bendStatement = {
                $0.attributes.append(
                    .init(
                        name: "nickname", isRequired: false, source: .stored, aliasID: "n1", aliasText: "usual",
                        digest: [UInt8](repeating: 0, count: 32)))
            }
        }
        let request = try await filled()
        #expect(await code { try await device.prepare(request) } == .consentMismatch)
        #expect(manager.state.withLock { $0.choices["nickname"] } == nil)
    }

    func doubleAliases() async throws {
        manager.state.withLock { $0.login.attributes["email"]?.aliases[1].id = "a1" }
        #expect(await code { try await device.start() } == .responseInvalid)
    }

    func unknownAttribute() async throws {
        manager.state.withLock {
            $0.login.attributes["shoeSize"] = AttributeDescription(isRequired: true, isMissing: false, aliases: [])
        }
        #expect(await code { try await device.start() } == .clientTooOld)
    }

    typealias Bend = @Sendable (inout ConsentStatement) -> Void
    static let bends: [(String, Bend)] = [
        ("purpose", { $0.subject = .inAppLogin(offlineUntil: nil) }), ("channel", { $0.channel = .api }),
        ("manager", { $0.idmIdentifier = "evil.example.org" }), ("session", { $0.session = .random() }),
        ("activation", { $0.activation = .random() }), ("service id", { $0.service.id = "bank" }),
        ("service name", { $0.service.name = "Bank" }), ("origin", { $0.serviceOrigin = "https://evil.example.org" }),
        ("organization id", { $0.organization.id = "other" }),
        ("organization name", { $0.organization.name = "Other" }),
        ("role id", { $0.role.id = "admin" }), ("role name", { $0.role.name = "Admin" }),
        ("alternatives", { $0.alternatives = [[.device]] }),
        ("one attribute less", { $0.attributes.removeLast() }),
        ("attribute name", { $0.attributes[0].name = "birthdate" }),
        ("attribute required", { $0.attributes[0].isRequired = false }),
        ("alias id", { $0.attributes[0].aliasID = "a1" }), ("alias text", { $0.attributes[0].aliasText = "work" }),
        ("no alias", { ($0.attributes[0].aliasID, $0.attributes[0].aliasText) = (nil, nil) }),
        // Canonically equivalent, so equal to Swift, but other bytes.
        ("alias in another normal form", { $0.attributes[0].aliasText = "bu\u{308}ro" }),
        ("alias of a supplied value", { ($0.attributes[2].aliasID, $0.attributes[2].aliasText) = ("a1", "work") }),
        ("supplied instead of the alias", { $0.attributes[0].source = .supplied }),
        (
            "attributes in each other's place",
            { ($0.attributes[0].name, $0.attributes[2].name) = ("givenName", "email") }
        ),
        ("no attributes", { $0.attributes = [] }), ("source", { $0.attributes[2].source = .stored }),
        ("digest of the supplied value", { $0.attributes[2].digest[0] ^= 1 }),
        (
            "one attribute more",
            {
                $0.attributes.append(
                    .init(
                        name: "nickname", isRequired: false, source: .stored, aliasID: nil, aliasText: nil,
                        digest: [UInt8](repeating: 0, count: 32)))
            }
        ),
        // Canonically equivalent, so equal to Swift, but other bytes.
        ("name in another normal form", { $0.service.name = "Cafe\u{301}" }),
        ("name with a change of direction", { $0.service.name = "Shop\u{202E}" }),
    ]

    func changedField(_ index: Int) async throws {
        manager.state.withLock { $0.bendStatement = Self.bends[index].1 }
        let request = try await filled()
        #expect(await code { try await device.prepare(request) } == .consentMismatch, "\(Self.bends[index].0)")
    }

    func changedForm(_ old: String, _ new: String) async throws {
        manager.state.withLock {
            $0.bendStatementBytes = { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                guard let range = text.range(of: old) else { return [] }
                return Array(text.replacingCharacters(in: range, with: new).utf8)
            }
        }
        let request = try await filled()
        #expect(await code { try await device.prepare(request) } == .consentMismatch)
    }

    func sessionRiding(_ subject: ConsentSubject) async throws {
        manager.state.withLock { $0.login.subject = subject }
        #expect(await code { try await device.start() } == .consentMismatch)
    }

    func hiddenNames() async throws {
        manager.state.withLock { $0.login.service.name = "Shop\u{202E}knaB" }
        #expect(await code { try await device.start() } == .responseInvalid)
    }
}
