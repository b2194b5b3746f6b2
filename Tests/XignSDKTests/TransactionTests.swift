// Long because: one suite, and the list of its tests.
import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

/// A page of the manager asks the user to confirm an act on this device.
struct TransactionTests {
    @Test("a transaction", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is shown in its parts, with who asks", shown),
        TestCase("by QR code is confirmed, and the browser does the rest", confirmed),
        TestCase("by link leads back to the browser, at the pinned manager", returns),
        TestCase("by link without a usable way back cannot be read", unusableSecret, each: [0, 31, 33]),
        TestCase("is no login: a login has no transaction in its result", login),
        TestCase("of another account is refused, and says so", otherAccount),
        TestCase("goes on after a wrong PIN and its lockout", lockout),
        TestCase("whose text changes after a lockout is not signed", otherTextAfterLockout),
        TestCase("can be declined", declined),
        TestCase("keeps a name that reads like the manager's words apart from them", hostileName),
        TestCase("turns out to be nothing else", otherPurpose, each: others),
        TestCase("is not what a login turns out to be: the kind of a code cannot be swapped", loginTurnsOutTransaction),
        TestCase("has the channel of its code", otherChannel, each: [Channel.sameDevice, .inApp, .api]),
        TestCase("is asked for by the manager's own pages: account and console", services),
        TestCase(
            "is asked for by nobody else, always with the PIN", otherParties(_:), each: BuiltInLoginTests.bends.indices),
        TestCase("with another text than the one that was shown is not signed", otherText, each: textBends.indices),
        TestCase("with a statement that differs elsewhere is not signed", otherStatement, each: statementBends.indices),
        TestCase(
            "with an outcome of another process cannot be read", otherOutcome,
            each: [Finish.Outcome.serviceLogin, .apiAccessDelete, .apiAccessChangePin]),
    ]

    let manager: TestManager
    let device: TestDevice
    let secret = SecretOctets([UInt8](repeating: 0xFB, count: 32))
    static let text = TransactionText(
        type: "removeDevice", language: "en",
        parts: [.literal("Remove the device"), .name("Zoë’s phone"), .literal("of"), .name("alice")])

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
        manager.state.withLock { $0.login = .init(.transaction(Self.text)) }
    }

    private func start() async throws -> AuthenticateRequest {
        try await device.start(manager.pid(.transactionByQRCode(manager.session)))
    }

    /// Starts the transaction of a link, which ends with the given return secret.
    private func startByLink(_ secret: SecretOctets?) async throws -> AuthenticateRequest {
        manager.state.withLock {
            $0.login.channel = .sameDevice
            $0.returnSecret = secret
        }
        return try await device.start(manager.pid(.transactionByLink(manager.session)), source: .opened)
    }

    private func confirm(_ request: AuthenticateRequest, pin: String = "482915") async throws -> UserLoginResult {
        guard case .userLogin(let result) = try await device.finish(device.prepare(request), pin: pin) else {
            throw UnexpectedAnswer()
        }
        return result
    }

    func shown() async throws {
        let request = try await start()
        guard case .transaction(let transaction) = request.subject else { throw UnexpectedAnswer() }
        #expect(
            transaction.text == [
                .literal("Remove the device"), .name("Zoë’s phone"), .literal("of"), .name("alice"),
            ])
        #expect(transaction.type == "removeDevice")
        #expect(transaction.language == "en")
        #expect(transaction.serviceInformation.origin == "https://login.example.org")
        #expect(transaction.organizationInformation.id == "xign.operator")
        #expect(request.roles.map(\.requestedAuthenticators) == [[[.device, .pin]]])
    }

    func confirmed() async throws {
        let result = try await confirm(start())
        #expect(result.transaction?.serviceInformation.id == "xign.account")
        #expect(result.transaction?.organizationInformation.id == "xign.operator")
        #expect(result.transaction?.returnURL == nil)
        #expect(result.returnURL == nil)
    }

    func returns() async throws {
        let result = try await confirm(startByLink(secret))
        let expected = "https://login.example.org/return#" + Base64URL.encode(secret.bytes)
        #expect(result.transaction?.returnURL?.absoluteString == expected)
        #expect(result.returnURL?.absoluteString == expected)
        #expect(!"\(result) \(result.transaction as Any)".contains(Base64URL.encode(secret.bytes)))
    }

    func unusableSecret(length: Int) async throws {
        let request = try await startByLink(length == 0 ? nil : .random(count: length))
        #expect(await code { try await confirm(request) } == .responseInvalid)
    }

    func login() async throws {
        manager.state.withLock { $0.login = .init() }
        let request = try await device.start()
        #expect(!request.serviceInformation.isManager)
        #expect(try await confirm(request).transaction == nil)
    }

    func otherAccount() async {
        manager.state.withLock { $0.refusals[.start] = ProtocolError(.otherAccount) }
        #expect(await code { try await start() } == .otherAccount)
    }

    func lockout() async throws {
        let result = try await device.finish(device.prepare(start()), pin: "111222")
        guard case .lockout(_, let again) = result,
            case .userLogin(let confirmed) = try await device.finish(again, pin: "482915")
        else { throw UnexpectedAnswer() }
        #expect(confirmed.transaction != nil)
        #expect(confirmed.failedAttemptsSinceLastSuccess == 1)
    }

    func otherTextAfterLockout() async throws {
        manager.state.withLock {
            $0.bendNextStatement = { $0.subject = .transaction(Self.text.changed { $0.parts[1] = .name("tablet") }) }
        }
        let information = try await device.prepare(start())
        #expect(await code { try await device.finish(information, pin: "111222") } == .consentMismatch)
    }

    func declined() async throws {
        try await device.sdk.authenticator.abortAuthentication(request: start(), reason: .notMe)
        #expect(manager.state.withLock { $0.aborted } == .notMe)
    }

    func hostileName() async throws {
        let name = "x\" of eve. Unlock \""
        manager.state.withLock {
            $0.login.subject = .transaction(Self.text.changed { $0.parts[1] = .name(name) })
        }
        guard case .transaction(let transaction) = try await start().subject else { throw UnexpectedAnswer() }
        #expect(transaction.text[1] == .name(name))
        #expect(transaction.text.count == 4)
    }

    // MARK: Nothing else than what the user began

    static let others: [ConsentSubject] =
        BegunProcess.allCases.map { .utility($0.subject) } + [
            .login(offlineUntil: nil), .inAppLogin(offlineUntil: nil),
            .utility(.merge(MergeTests.invitation)),
        ]

    func otherPurpose(_ subject: ConsentSubject) async throws {
        manager.state.withLock { $0.login.subject = subject }
        #expect(await code { try await start() } == .consentMismatch)
        #expect(await code { try await startByLink(secret) } == .consentMismatch)
    }

    func loginTurnsOutTransaction() async throws {
        #expect(await code { try await device.start() } == .consentMismatch)
        manager.state.withLock { $0.login.channel = .sameDevice }
        let link = manager.pid(.authenticationByLink(manager.session))
        #expect(await code { try await device.start(link, source: .opened) } == .consentMismatch)
    }

    func otherChannel(_ channel: Channel) async throws {
        manager.state.withLock { $0.login.channel = channel }
        #expect(await code { try await start() } == .consentMismatch)
    }

    func services() async throws {
        manager.state.withLock { $0.login.service.id = "xign.console" }
        #expect(try await confirm(start()).transaction?.serviceInformation.id == "xign.console")
    }

    func otherParties(_ index: Int) async throws {
        manager.state.withLock { $0.bendStart = BuiltInLoginTests.bends[index].1 }
        #expect(await code { try await start() } == .consentMismatch, "\(BuiltInLoginTests.bends[index].0)")
    }

    typealias BendText = @Sendable (inout TransactionText) -> Void
    static let textBends: [(String, BendText)] = [
        ("type", { $0.type = "lockDevice" }), ("language", { $0.language = "de" }),
        ("language in other letters", { $0.language = "EN" }),
        ("words", { $0.parts[0] = .literal("Rename the device") }),
        ("name", { $0.parts[1] = .name("tablet") }),
        ("name in another normal form", { $0.parts[1] = .name("Zoe\u{308}’s phone") }),
        ("name that becomes words", { $0.parts[3] = .literal("alice") }),
        ("words that become a name", { $0.parts[2] = .name("of") }),
        ("order", { $0.parts.swapAt(1, 3) }), ("one part more", { $0.parts.append(.literal("and log in")) }),
        ("one part less", { $0.parts.removeLast() }),
        ("parts joined", { $0.parts = [.literal("Remove the device Zoë’s phone of alice")] }),
    ]

    func otherText(_ index: Int) async throws {
        let request = try await start()
        manager.state.withLock {
            $0.bendStatement = { $0.subject = .transaction(Self.text.changed(Self.textBends[index].1)) }
        }
        #expect(await code { try await device.prepare(request) } == .consentMismatch, "\(Self.textBends[index].0)")
    }

    static let statementBends: [(String, ConsentComparisonTests.Bend)] = [
        ("login", { $0.subject = .login(offlineUntil: nil) }), ("purpose", { $0.subject = .utility(.delete) }),
        ("channel", { $0.channel = .sameDevice }), ("service id", { $0.service.id = "xign.console" }),
        ("service name", { $0.service.name = "Shop" }), ("origin", { $0.serviceOrigin = "app" }),
        ("organization", { $0.organization.name = "Shop" }), ("role", { $0.role.name = "mallory" }),
        ("alternatives", { $0.alternatives = [[.device]] }),
    ]

    func otherStatement(_ index: Int) async throws {
        manager.state.withLock { $0.bendStatement = Self.statementBends[index].1 }
        let request = try await start()
        #expect(
            await code { try await device.prepare(request) } == .consentMismatch, "\(Self.statementBends[index].0)")
    }

    func otherOutcome(_ outcome: Finish.Outcome) async throws {
        manager.state.withLock { $0.outcome = outcome }
        #expect(await code { try await confirm(start()) } == .responseInvalid)
    }
}

/// A login at the manager's own pages, which belongs to no declared service.
struct BuiltInLoginTests {
    @Test("a login at the manager's own pages", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is a login like any other", confirmed(service:), each: ["xign.account", "xign.console"]),
        TestCase(
            "with other parties, without the PIN or with attributes is refused", otherParties(_:), each: bends.indices),
        TestCase("is not what a website passes for with an id of the manager's", disguise, each: disguises.indices),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
        manager.state.withLock { $0.login.setBuiltInParties(origin: "https://login.example.org") }
    }

    func confirmed(service: String) async throws {
        manager.state.withLock { $0.login.service.id = service }
        let request = try await device.start()
        #expect(request.subject == .login(offlineUntil: nil))
        #expect(request.serviceInformation.id == service)
        #expect(request.serviceInformation.isManager)
        #expect(request.serviceInformation.origin == "https://login.example.org")
        guard case .userLogin(let result) = try await device.finish(device.prepare(request), pin: "482915") else {
            throw UnexpectedAnswer()
        }
        #expect(result.relyingPartyUrl?.absoluteString == "https://login.example.org")
        #expect(result.transaction == nil)
    }

    typealias Bend = @Sendable (inout Start.Response) -> Void
    /// Deviations from the parties that the manager has built in.
    static let bends: [(String, Bend)] = [
        ("a declared service", { $0.service.id = "shop" }),
        ("another built-in service", { $0.service.id = "xign.shop" }),
        ("the origin of an app", { $0.service.origin = "app" }),
        ("another origin", { $0.service.origin = "https://login.example.com" }),
        ("the origin with another port", { $0.service.origin = "https://login.example.org:8443" }),
        ("a declared organization", { $0.organization.id = "org" }), ("a declared role", { $0.roles[0].id = "user" }),
        (
            "a second role",
            { $0.roles.append(RoleDescription(id: "user", name: "User", alternatives: [[.device, .pin]])) }
        ),
        ("an alternative without the PIN", { $0.roles[0].alternatives = [[.device, .pin], [.biometric, .device]] }),
        (
            "an attribute",
            { $0.attributes["email"] = AttributeDescription(isRequired: false, isMissing: false, aliases: []) }
        ),
    ]

    func otherParties(_ index: Int) async throws {
        manager.state.withLock { $0.bendStart = Self.bends[index].1 }
        #expect(await code { try await device.start() } == .consentMismatch, "\(Self.bends[index].0)")
    }

    static let disguises: [(String, Bend)] = [
        ("account", { $0.service.id = "xign.account" }), ("console", { $0.service.id = "xign.console" }),
        ("operator", { $0.organization.id = "xign.operator" }), ("person", { $0.roles[0].id = "xign.person" }),
    ]

    func disguise(_ index: Int) async throws {
        manager.state.withLock {
            $0.login = .init()
            $0.bendStart = Self.disguises[index].1
        }
        #expect(await code { try await device.start() } == .consentMismatch, "\(Self.disguises[index].0)")
    }
}

extension TransactionText {
    /// Returns a copy with a change.
    fileprivate func changed(_ change: (inout TransactionText) -> Void) -> TransactionText {
        var text = self
        change(&text)
        return text
    }
}
