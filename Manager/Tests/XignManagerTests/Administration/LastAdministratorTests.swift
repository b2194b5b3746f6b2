import DatabaseFixture
import Testing
import Threads
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

/// The ways in which an administrator goes.
private enum Way: CaseIterable, Sendable {
    case givesUp, deletesOwnAccount, deletesInApp, isDisabled, isRemoved, losesDevice, losesGrant

    static func pairs(_ count: Int) -> [(Way, Way)] {
        let all = allCases.flatMap { one in allCases.map { (one, $0) } }
        return (0..<count).map { all[$0 % all.count] }
    }

    /// Prepares all but the last step.
    /// - Returns: the last step, which returns true if the administrator is gone.
    func prepare(_ user: ConsoleUser) async throws -> @Sendable () async throws -> Bool {
        let context = user.manager.context
        /// A command, on a thread of its own.
        func command(_ body: @escaping @Sendable () throws -> Void) -> @Sendable () async throws -> Bool {
            { await Task.detached { (try? body()) != nil }.value }
        }
        switch self {
        case .givesUp:
            let id = try await user.confirmed(.withdrawGrant(user.account, .manager))
            return { try await user.perform(id).name == "withdrawGrant" }
        case .deletesOwnAccount:
            let session = try user.manager.openSession(of: user.device, at: .account)
            let request = RequestAct(
                .own(.deleteAccount),
                text: TransactionText(type: "deleteAccount", language: "en", parts: [.literal("a")]),
                returningTo: "\(user.manager.issuer)/account", in: session, context)
            #expect(try await request.store(context) == nil)
            _ = try user.device.confirm(request.begun.process.id)
            return {
                try await PerformAct(context)(request.begun.process.id, in: session).name == "accountDeleted"
            }
        case .deletesInApp:
            let request = try user.device.deletion(by: try user.device.granted(.delete))
            return command { _ = try user.device.send(request) }
        case .isDisabled: return command { _ = try context.setActive(false, user: user.name, by: "root") }
        case .isRemoved: return command { try context.removeUser(user.name, by: "root") }
        case .losesDevice: return command { _ = try context.revokeDevice("test", ofUser: user.name, by: "root") }
        case .losesGrant: return command { _ = try context.withdrawGrant(fromUser: user.name, by: "root") }
        }
    }
}

/// A manager that has an administrator keeps one, whoever removes whom and by whichever way.
struct LastAdministratorTests {
    @Test("The last administrator", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("The last administrator goes by no way but by force", ways, each: Engine.allCases),
        TestCase("A lockout is never refused, nor a device that ends itself", protective),
        TestCase("Who could not act is no second administrator", unusable),
        TestCase(
            "Two administrators who go at once leave one: 50 pairs, by each way", pairs(_:), each: Engine.allCases),
        TestCase(
            "Two administrators who have each other removed at once leave one: 50 pairs", eachOther,
            each: Engine.allCases),
    ]

    func ways(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let grace = try ConsoleUser(manager, "grace")
        #expect(try await grace.ask(.withdrawGrant(grace.account, .manager)).1 == .lastAdministrator)
        let atAccount = try manager.openSession(of: grace.device, at: .account)
        let deletion = RequestAct(
            .own(.deleteAccount), text: TransactionText(type: "deleteAccount", language: "en", parts: [.literal("a")]),
            returningTo: "\(manager.issuer)/account", in: atAccount, manager.context)
        #expect(try await deletion.store(manager.context) == .lastAdministrator)
        expectRefusal(.notAllowed) { try grace.device.begin(.delete) }
        let context = manager.context
        func expectKept(_ body: () throws -> Void) {
            #expect((#expect(throws: ManagerError.self) { try body() })?.code == .lastAdministrator)
        }
        expectKept { _ = try context.setActive(false, user: "grace", by: "root") }
        expectKept { try context.removeUser("grace", by: "root") }
        expectKept { _ = try context.revokeDevice("test", ofUser: "grace", by: "root") }
        expectKept { _ = try context.withdrawGrant(fromUser: "grace", by: "root") }
        expectKept { _ = try context.grant(.auditor, toUser: "grace", by: "root") }
        #expect(try manager.usable() == ["grace"])

        // One of two devices goes, the other stays.
        let tablet = try grace.device.issue().personalize(alias: "tablet")
        _ = try context.revokeDevice("tablet", ofUser: "grace", by: "root")
        expectKept { _ = try context.revokeDevice("test", ofUser: "grace", by: "root") }
        #expect(try manager.activation(of: tablet)?.state == .revoked)
        #expect(try context.setActive(false, user: "grace", by: "root", isForced: true))
        #expect(try manager.usable().isEmpty)
        // There is none to keep.
        try context.removeUser("grace", by: "root")
    }

    func protective() throws {
        let manager = try TestManager()
        let grace = try ConsoleUser(manager, "grace")
        _ = try grace.device.call(Revoke.self, .init(activationId: grace.device.activation), proven: true)
        #expect(try manager.usable().isEmpty)
        let lin = try ConsoleUser(manager, "lin")
        try lin.device.guess(times: 10)
        #expect(try manager.usable().isEmpty)
    }

    func unusable() async throws {
        let manager = try TestManager()
        let (grace, lin) = (try ConsoleUser(manager, "grace"), try ConsoleUser(manager, "lin"))
        let auditor = try ConsoleUser(manager, "max", .auditor)
        let olga = try ConsoleUser(manager, "olga", of: "Example Inc.")
        #expect(try manager.usable() == ["grace", "lin"])
        _ = try lin.device.call(Revoke.self, .init(activationId: lin.device.activation), proven: true)
        #expect(try await grace.ask(.withdrawGrant(grace.account, .manager)).1 == .lastAdministrator)
        #expect(try manager.account(auditor.name).isActive)
        #expect(try manager.account(olga.name).isActive)
    }

    func pairs(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        for (number, (one, other)) in Way.pairs(50).enumerated() {
            let (left, right) = (
                try ConsoleUser(manager, "left\(number)"), try ConsoleUser(manager, "right\(number)")
            )
            let (leftGoes, rightGoes) = (try await one.prepare(left), try await other.prepare(right))
            async let first = leftGoes()
            async let second = rightGoes()
            let outcomes = try await [first, second]
            #expect(outcomes.count { $0 } == 1, "\(one), \(other)")
            let usable = try manager.usable()
            #expect(usable.count == 1, "\(one), \(other)")
            for name in usable { try manager.context.removeUser(name, by: "root", isForced: true) }
        }
    }

    func eachOther(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        for number in 0..<50 {
            let left = try ConsoleUser(manager, "left\(number)")
            let right = try ConsoleUser(manager, "right\(number)")
            let effects: [(ConsoleUser) -> Administration.Effect] = [
                { .withdrawGrant($0.account, .manager) }, { .disableAccount($0.account) },
                { .revokeDevice($0.device.activation) }, { .removeAccount($0.account) },
            ]
            let first = try await left.begin(effects[number % 4](right))
            let second = try await right.begin(effects[number / 4 % 4](left))
            async let one = manager.approve(first)
            async let other = manager.approve(second)
            let outcomes = await [one, other]
            #expect(outcomes.count { $0 } == 1)
            let usable = try manager.usable()
            #expect(usable.count == 1)
            for name in usable { try manager.context.removeUser(name, by: "root", isForced: true) }
        }
    }
}

extension TestManager {
    /// The names of the manager's administrators who can act.
    fileprivate func usable() throws -> [String] {
        try context.database.read { transaction in
            try transaction.administratorGrants.usableAdministrators().compactMap {
                try transaction.accounts.find(id: $0)?.name
            }
        }.sorted()
    }

    /// Confirms an act at the machine, on a thread of its own.
    fileprivate func approve(_ id: PendingActID) async -> Bool {
        await Task.detached { [context] in (try? ApproveAtMachine(context)(id, by: "root")) != nil }.value
    }
}
