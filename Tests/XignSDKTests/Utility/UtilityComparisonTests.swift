import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

/// A process of the device turns out to be what the app began, or nothing is signed.
struct UtilityComparisonTests {
    @Test("what a utility process may turn out to be", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the app is told what the user confirms", subject, each: BegunProcess.allCases),
        TestCase("a process that turns out to be another one is refused", swapped, each: pairs),
        TestCase(
            "a process that turns out to be a login, a transaction or a merge is refused", foreign,
            each: foreignSubjects),
        TestCase(
            "only the built-in parties ask for it, always with the PIN and never with attributes", builtIn,
            each: startBends.indices),
        TestCase("the revocation of one activation does not become that of another", otherTarget),
        TestCase("a factor that this version cannot add is no answer", otherFactor),
        TestCase(
            "a statement about another activation than the one that was shown is not signed", otherActivation,
            each: activationBends.indices),
        TestCase("a statement that differs in one field is not signed", changedField, each: statementBends.indices),
        TestCase("an outcome that is not the purpose's cannot be read", otherOutcome, each: BegunProcess.allCases),
        TestCase("a result without a grant, or with one of another length, cannot be read", noGrant),
        TestCase(
            "a beginning without the requirements for the new PIN cannot be read", noPolicy,
            each: [BegunProcess.changePin, .newActivation]),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager, gate: TestGate())
    }

    func subject(_ process: BegunProcess) async throws {
        let request = try await device.start(device.begin(process))
        let expected: AuthenticationSubject =
            switch process {
            case .addFactor: .addFactor(.biometric)
            case .changePin: .changePin
            case .newActivation: .newActivation
            case .delete: .delete
            case .revoke:
                .revoke(
                    RevokedActivation(
                        activationId: BegunProcess.target.activationId.description, alias: "Zoë’s phone",
                        platform: "Android", since: Date(timeIntervalSince1970: 1_790_000_000)))
            }
        #expect(request.subject == expected)
    }

    static let pairs = BegunProcess.allCases.flatMap { begun in
        BegunProcess.allCases.filter { $0 != begun }.map { (begun, $0) }
    }

    func swapped(_ begun: BegunProcess, _ other: BegunProcess) async throws {
        manager.state.withLock { $0.utility.bendSubject = { $0 = other.subject } }
        let data = try await device.begin(begun)
        #expect(await code { try await device.start(data) } == .consentMismatch)
    }

    static let foreignSubjects: [ConsentSubject] = [
        .login(offlineUntil: nil), .inAppLogin(offlineUntil: nil),
        .transaction(TransactionText(type: "pay", language: "en", parts: [.literal("Pay 9000")])),
        .utility(
            .merge(
                .init(
                    organization: .init(id: "org", name: "Organization"), address: "alice@example.org",
                    roles: [.init(service: "Shop", role: "Customer")]))),
    ]

    func foreign(_ subject: ConsentSubject) async throws {
        let data = try await device.begin(.changePin)
        manager.state.withLock { $0.bendStart = { $0.subject = subject } }
        #expect(await code { try await device.start(data) } == .consentMismatch)
    }

    typealias BendStart = @Sendable (inout Start.Response) -> Void
    static let startBends: [(String, BendStart)] = [
        ("channel", { $0.channel = .crossDevice }), ("service id", { $0.service.id = "shop" }),
        ("service of transactions", { $0.service.id = "xign.console" }),
        ("origin", { $0.service.origin = "https://shop.example.org" }),
        ("organization id", { $0.organization.id = "org" }), ("role id", { $0.roles[0].id = "user" }),
        (
            "a second role",
            { $0.roles.append(RoleDescription(id: "user", name: "User", alternatives: [[.device, .pin]])) }
        ),
        ("alternative without PIN", { $0.roles[0].alternatives = [[.device, .pin], [.biometric, .device]] }),
        (
            "an attribute",
            { $0.attributes["email"] = AttributeDescription(isRequired: false, isMissing: false, aliases: []) }
        ),
    ]

    func builtIn(_ index: Int) async throws {
        for process in BegunProcess.allCases {
            let data = try await device.begin(process)
            manager.state.withLock { $0.bendStart = Self.startBends[index].1 }
            #expect(await code { try await device.start(data) } == .consentMismatch, "\(Self.startBends[index].0)")
            manager.state.withLock { $0.bendStart = nil }
        }
    }

    func otherTarget() async throws {
        manager.state.withLock {
            $0.utility.bendSubject = { subject in
                if case .revoke(var activation) = subject {
                    activation.id = .random()
                    subject = .revoke(activation)
                }
            }
        }
        let data = try await device.begin(.revoke)
        #expect(await code { try await device.start(data) } == .consentMismatch)
    }

    func otherFactor() async throws {
        manager.state.withLock { $0.utility.bendSubject = { $0 = .addFactor(.pin) } }
        let data = try await device.begin(.addFactor)
        #expect(await code { try await device.start(data) } == .responseInvalid)
    }

    typealias BendActivation = @Sendable (inout ActivationSubject) -> Void
    static let activationBends: [(String, BendActivation)] = [
        ("id", { $0.id = .random() }), ("alias", { $0.alias = "new phone" }), ("no alias", { $0.alias = nil }),
        ("alias in another normal form", { $0.alias = "Zoe\u{308}’s phone" }), ("platform", { $0.platform = "iOS" }),
        ("no platform", { $0.platform = nil }), ("since", { $0.since = 1 }), ("no since", { $0.since = nil }),
    ]

    func otherActivation(_ index: Int) async throws {
        let request = try await device.start(device.begin(.revoke))
        manager.state.withLock {
            $0.bendStatement = { statement in
                guard case .utility(.revoke(var activation)) = statement.subject else { return }
                Self.activationBends[index].1(&activation)
                statement.subject = .utility(.revoke(activation))
            }
        }
        #expect(
            await code { try await device.prepare(request) } == .consentMismatch, "\(Self.activationBends[index].0)")
    }

    static let statementBends: [(String, ConsentComparisonTests.Bend)] = [
        ("purpose", { $0.subject = .utility(.changePin) }), ("login", { $0.subject = .login(offlineUntil: nil) }),
        ("channel", { $0.channel = .crossDevice }), ("service id", { $0.service.id = "xign.console" }),
        ("service name", { $0.service.name = "Shop" }), ("origin", { $0.serviceOrigin = "https://shop.example.org" }),
        ("organization id", { $0.organization.id = "org" }), ("organization name", { $0.organization.name = "Shop" }),
        ("role id", { $0.role.id = "user" }), ("role name", { $0.role.name = "mallory" }),
        ("alternatives", { $0.alternatives = [[.device, .pin], [.biometric, .device, .pin]] }),
        ("alternative without PIN", { $0.alternatives = [[.device]] }),
        (
            "an attribute",
            {
                $0.attributes = [
                    .init(
                        name: "email", isRequired: true, source: .stored, aliasID: nil, aliasText: nil,
                        digest: [UInt8](repeating: 0, count: 32))
                ]
            }
        ),
    ]

    func changedField(_ index: Int) async throws {
        manager.state.withLock { $0.bendStatement = Self.statementBends[index].1 }
        let request = try await device.start(device.begin(.delete))
        #expect(
            await code { try await device.prepare(request) } == .consentMismatch, "\(Self.statementBends[index].0)")
    }

    func otherOutcome(_ process: BegunProcess) async throws {
        let outcomes: [Finish.Outcome] = [
            .userLogin, .serviceLogin, .apiAccessAddFactor, .apiAccessChangePin, .apiAccessMergeComplete,
            .apiAccessRequestNewActivationData, .apiAccessDelete,
        ]
        for outcome in outcomes where outcome != process.subject.outcome {
            manager.state.withLock { $0.outcome = outcome }
            #expect(await code { try await device.authenticate(device.begin(process)) } == .responseInvalid)
        }
    }

    func noGrant() async throws {
        for process in BegunProcess.allCases where process != .revoke {
            for grant in [nil, SecretOctets.random(count: 31)] {
                manager.state.withLock { $0.utility.bendGrant = { $0 = grant } }
                #expect(await code { try await device.authenticate(device.begin(process)) } == .responseInvalid)
            }
        }
    }

    func noPolicy(_ process: BegunProcess) async throws {
        manager.state.withLock { $0.utility.pinPolicy = nil }
        #expect(await code { try await device.begin(process) } == .responseInvalid)
    }
}

/// A process that this version cannot show is refused.
struct UnshowableSubjectTests {
    @Test("what an app must show and this version cannot", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("an access that goes on without the user is shown as a date, and signed", offline),
        TestCase("an access with another end than the shown one is not signed", otherEnd),
        TestCase("an access whose end no calendar shows asks for a newer app", endlessOffline),
        TestCase("an access that was not shown is not in the statement", hiddenOffline),
        TestCase("digits where no page can show them ask for a newer app", pairing),
        TestCase("the manager is told what the app shows", supports),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
    }

    func offline() async throws {
        manager.state.withLock { $0.login.subject = .login(offlineUntil: 1_900_000_000) }
        let request = try await device.start()
        #expect(request.subject == .login(offlineUntil: Date(timeIntervalSince1970: 1_900_000_000)))
        let statement = try await device.prepare(request).statement
        #expect(statement.subject == .login(offlineUntil: 1_900_000_000))
    }

    func otherEnd() async throws {
        manager.state.withLock {
            $0.login.subject = .login(offlineUntil: 1_900_000_000)
            $0.bendStatement = { $0.subject = .login(offlineUntil: 1_900_000_001) }
        }
        let request = try await device.start()
        #expect(await code { try await device.prepare(request) } == .consentMismatch)
    }

    func endlessOffline() async throws {
        manager.state.withLock { $0.login.subject = .login(offlineUntil: 253_402_300_800) }
        #expect(await code { try await device.start() } == .clientTooOld)
    }

    func hiddenOffline() async throws {
        manager.state.withLock { $0.bendStatement = { $0.subject = .login(offlineUntil: 1_900_000_000) } }
        let request = try await device.start()
        #expect(await code { try await device.prepare(request) } == .consentMismatch)
    }

    func pairing() async throws {
        manager.state.withLock {
            $0.login.channel = .sameDevice
            $0.bendStart = { $0.pairing = true }
        }
        let link = manager.pid(.authenticationByLink(manager.session))
        #expect(await code { try await device.start(link, source: .opened) } == .clientTooOld)
    }

    func supports() {
        let client = try? device.sdk.personalizer.device.get().clientInformation()
        #expect(ClientCapability.allCases.filter { client?.supports($0) == true } == ClientCapability.allCases)
    }
}
