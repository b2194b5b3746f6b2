import Foundation
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct ActivationTests {
    @Test("the activations of an account", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("are this device's, those of other devices, and those that wait for one", list),
        TestCase("cannot be read where they cannot be shown or told apart", unreadable(_:), each: unreadableAnswers),
        TestCase("are revoked after a confirmation that names the device", revoke),
        TestCase("that cannot be revoked say so", notAllowed),
        TestCase(
            "whose revocation was confirmed without an answer are revoked, and the confirmation is repeated",
            lostConfirmation),
        TestCase("of this device is renamed, at the manager and here", rename),
        TestCase("of this device keeps its name until the manager has answered", lostRename),
        TestCase(
            "get no name that cannot be shown", badAlias,
            each: ["", " \t ", "a\u{202E}b", String(repeating: "x", count: 257)]),
        TestCase("have receiver functions of their own, each with its own outcome", receivers),
        TestCase("are for a device that has one of them", stranger),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        device = try await TestDevice.personalized(at: manager)
    }

    private func fetch() async throws -> [ActivationInformation] {
        try await device.personalizer.fetchActivations(idmIdentifier: manager.idm)
    }

    private static let pending = ListActivations.Item(
        activationId: .random(), alias: nil, platform: nil, since: nil, expiresAt: 1_800_000_600)

    func list() async throws {
        manager.state.withLock { $0.otherActivations = [BegunProcess.target, Self.pending] }
        let activations = try await fetch()
        #expect(activations.map(\.alias) == ["laptop", "Zoë’s phone", nil])
        #expect(activations.map(\.platform) == ["Linux", "Android", nil])
        #expect(activations.map(\.isThisDevice) == [true, false, false])
        #expect(activations[1].since == Date(timeIntervalSince1970: 1_790_000_000))
        #expect(activations[2].expiresAt == Date(timeIntervalSince1970: 1_800_000_600))
        #expect(activations[2].since == nil)
        #expect(Set(activations.map(\.id)).count == 3)
    }

    static let unreadableAnswers: [[ListActivations.Item]] = [
        [BegunProcess.target, BegunProcess.target],
        [.init(activationId: .random(), alias: "a\u{202E}b", platform: nil, since: nil, expiresAt: nil)],
        [.init(activationId: .random(), alias: "", platform: nil, since: nil, expiresAt: nil)],
        [.init(activationId: .random(), alias: "phone", platform: "i\nOS", since: nil, expiresAt: nil)],
    ]

    func unreadable(_ items: [ListActivations.Item]) async throws {
        manager.state.withLock { $0.otherActivations = items }
        #expect(await code { try await fetch() } == .responseInvalid)
    }

    func revoke() async throws {
        let result = try await device.authenticate(device.begin(.revoke))
        guard case .userLogin(let login) = result else { throw UnexpectedAnswer() }
        #expect(login.relyingPartyName == "login.example.org")
        #expect(login.relyingPartyUrl == nil)
        #expect(login.returnURL == nil)
        #expect(manager.state.withLock { $0.otherActivations.isEmpty })
        #expect(manager.state.withLock { $0.utility.begun } == [.revoke(BegunProcess.target.activationId)])
    }

    func notAllowed() async throws {
        manager.state.withLock { $0.refusals = [.startUtility: ProtocolError(.notAllowed)] }
        #expect(await code { try await device.begin(.revoke) } == .notAllowed)
    }

    func lostConfirmation() async throws {
        let information = try await device.prepare(device.start(device.begin(.revoke)))
        manager.state.withLock { $0.lostAnswers = [.finish] }
        #expect(await code { try await device.finish(information, pin: "482915") } == .connectionFailed)
        manager.state.withLock { $0.lostAnswers = [] }
        #expect(manager.state.withLock { $0.otherActivations.isEmpty })
        let result = try await device.sdk.authenticator.finishAuthentication(userInfo: information)
        guard case .userLogin = result else { throw UnexpectedAnswer() }
    }

    func rename() async throws {
        try await device.personalizer.renameActivation(idmIdentifier: manager.idm, alias: "  Zoe\u{308}’s laptop ")
        #expect(manager.state.withLock { $0.alias } == "Zoë’s laptop")
        #expect(try device.restarted().personalizer.personalizations.first?.alias == "Zoë’s laptop")
    }

    func lostRename() async throws {
        let rename = { try await device.personalizer.renameActivation(idmIdentifier: manager.idm, alias: "phone") }
        let before = try #require(try device.personalizer.personalizations.first).alias
        manager.state.withLock { $0.lostAnswers = [.rename] }
        #expect(await code { try await rename() } == .connectionFailed)
        #expect(try device.personalizer.personalizations.first?.alias == before)
        manager.state.withLock { $0.lostAnswers = [] }
        try await rename()
        #expect(try device.personalizer.personalizations.first?.alias == "phone")
    }

    func badAlias(_ alias: String) async throws {
        let rename = await code {
            try await device.personalizer.renameActivation(idmIdentifier: manager.idm, alias: alias)
        }
        #expect(rename == .aliasInvalid)
        #expect(manager.requests(of: "rename").isEmpty)
    }

    @MainActor private final class Screen: PersonalizerEventReceiver {
        var calls: [String] = []

        private func called(_ name: String) -> Bool {
            calls.append(name)
            return true
        }
        func onFetchActivations(_ result: Result<[ActivationInformation], XignSdkError>) -> Bool { called("fetch") }
        func onStartRevokeActivation(_ result: Result<AuthenticationInitializationData, XignSdkError>) -> Bool {
            called("revoke")
        }
        func onRenameActivation(_ result: Result<Void, XignSdkError>) -> Bool { called("rename") }
        func onFetchNotices(_ result: Result<[AccountNotice], XignSdkError>) -> Bool { called("notices") }
        func onAcknowledgeNotices(_ result: Result<Void, XignSdkError>) -> Bool { called("acknowledge") }
    }

    @MainActor func receivers() {
        let screen = Screen()
        let error = XignSdkError(.cancelled, "")
        let events: [PersonalizerEvent] = [
            .fetchActivations(.success([])), .startRevokeActivation(.failure(error)), .renameActivation(.success(())),
            .fetchNotices(.success([])), .acknowledgeNotices(.success(())),
        ]
        for event in events { #expect(event.offer(to: screen)) }
        #expect(screen.calls == ["fetch", "revoke", "rename", "notices", "acknowledge"])
    }

    func stranger() async throws {
        let stranger = try TestDevice(manager)
        let (personalizer, idm) = (stranger.personalizer, manager.idm)
        #expect(await code { try await personalizer.fetchActivations(idmIdentifier: idm) } == .notPersonalized)
        #expect(
            await code { try await personalizer.renameActivation(idmIdentifier: idm, alias: "phone") }
                == .notPersonalized)
        #expect(await code { try await personalizer.startChangePin(idmIdentifier: idm) } == .notPersonalized)
        #expect(await code { try await personalizer.fetchNotices(idmIdentifier: idm) } == .notPersonalized)
        #expect(
            await code { try await personalizer.acknowledgeNotices(idmIdentifier: idm, through: 1) }
                == .notPersonalized)
        manager.state.withLock { $0.enrolled = [] }
        #expect(await code { try await fetch() } == .activationUnknown)
    }
}

struct NoticeTests {
    @Test("notices of changes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(await Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("tell kind, date and device; a kind of a later version is a change of the account", notices),
        TestCase("are told until they are acknowledged, also after a restart", acknowledged),
        TestCase("that were acknowledged stay so, whatever older number is acknowledged later", olderNumber),
        TestCase("are all told, however many there are in one answer", many, each: [49, 50, 51, 120]),
        TestCase("of a manager that never ends its list do not keep the device busy", endless),
        TestCase(
            "cannot be read where they are not in order, or cannot be shown", unreadable(_:), each: unreadableAnswers),
    ]

    let manager: TestManager
    let device: TestDevice

    init() async throws {
        manager = try TestManager()
        manager.state.withLock {
            $0.notices = [
                Notice(number: 3, at: 1_799_000_000, kind: "activationPersonalized", device: "tablet"),
                Notice(number: 7, at: 1_799_500_000, kind: "retinaReplaced", device: nil),
            ]
        }
        device = try await TestDevice.personalized(at: manager)
    }

    private func fetch(_ device: TestDevice? = nil) async throws -> [AccountNotice] {
        try await (device ?? self.device).personalizer.fetchNotices(idmIdentifier: manager.idm)
    }

    private func acknowledge(_ number: Int64) async throws {
        try await device.personalizer.acknowledgeNotices(idmIdentifier: manager.idm, through: number)
    }

    func notices() async throws {
        let notices = try await fetch()
        #expect(notices.map(\.number) == [3, 7])
        #expect(notices.map(\.kind) == [.activationPersonalized, .accountChanged])
        #expect(notices.map(\.device) == ["tablet", nil])
        #expect(notices[0].date == Date(timeIntervalSince1970: 1_799_000_000))
    }

    func acknowledged() async throws {
        #expect(try await fetch().count == 2)
        #expect(try await fetch().count == 2)
        try await acknowledge(3)
        #expect(try await fetch().map(\.number) == [7])
        try await acknowledge(7)
        #expect(try await fetch(device.restarted()).isEmpty)
        manager.state.withLock { $0.notices.append(Notice(number: 8, at: 1, kind: "pinChanged", device: "tablet")) }
        #expect(try await fetch().map(\.kind) == [.pinChanged])
    }

    func olderNumber() async throws {
        try await acknowledge(7)
        try await acknowledge(3)
        #expect(try await fetch().isEmpty)
    }

    func many(_ count: Int64) async throws {
        manager.state.withLock {
            $0.notices = (1...count).map { Notice(number: $0, at: $0, kind: "activationRenamed", device: nil) }
        }
        #expect(try await fetch().map(\.number) == Array(1...count))
    }

    func endless() async throws {
        manager.state.withLock {
            $0.notices = (1...2_000).map { Notice(number: $0, at: $0, kind: "activationRenamed", device: nil) }
        }
        #expect(try await fetch().count == 500)
        #expect(manager.requests(of: "status").count == 10)
    }

    static let unreadableAnswers: [[Notice]] = [
        [
            .init(number: 2, at: 1, kind: "pinChanged", device: nil),
            .init(number: 1, at: 1, kind: "pinChanged", device: nil),
        ],
        [
            .init(number: 2, at: 1, kind: "pinChanged", device: nil),
            .init(number: 2, at: 1, kind: "pinChanged", device: nil),
        ],
        [.init(number: 1, at: 1, kind: "pinChanged", device: "a\u{202E}b")],
    ]

    func unreadable(_ notices: [Notice]) async throws {
        manager.state.withLock { $0.notices = notices }
        #expect(await code { try await fetch() } == .responseInvalid)
    }
}
