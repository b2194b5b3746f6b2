import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

struct ViewAccountTests {
    @Test("An account and its devices, as operators see them", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "An account has its memberships, roles, grants and the names of attributes, no values", account,
            each: Engine.allCases),
        TestCase("A device has its state, its wrong PINs in a row and in thirty days", devices),
        TestCase("A device is in the list of locked ones until its lockout ends", lockedDevices, each: Engine.allCases),
        TestCase("Who walks through the locked devices sees each of them once", walk),
    ]

    private static let root = Actor.machine("root")

    private func details(_ user: String, in manager: TestManager) throws -> ViewAccount.Details {
        let account = try #require(try manager.context.database.read { try $0.accounts.find(name: user) })
        return try #require(try ViewAccount(manager.context)(account.publicID, for: Self.root))
    }

    /// Locks a device, as `failures` wrong PINs in a row do.
    private func lock(_ device: RawDevice, failures: Int, forGood: Bool = false) throws {
        let (manager, now) = (device.manager, device.manager.clock.now)
        try manager.context.database.write { transaction in
            for attempt in 0..<failures {
                try transaction.activations.recordFailure(device.activation, attempt: 100 * failures + attempt, at: now)
            }
            var lockout = LockoutState.none
            (lockout.pinFailures, lockout.lockedUntil) = (failures, now + 60)
            lockout.isPermanent = forGood
            try transaction.activations.save(lockout: lockout, of: device.activation)
        }
    }

    func account(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        _ = try Apply(manager.context)(
            Array(
                """
                users:
                  - name: ada
                    active: true
                    roles: { demo: [visitor] }
                    attributes: { givenName: Ada, email: [{ value: ada@example.org }, { value: a@example.org }] }
                """.utf8))
        let organization = try manager.organization(named: "Example Inc.")
        for scope in [Scope.manager, .organization(organization.id)] { try manager.grant(.auditor, in: scope) }
        let details = try details("ada", in: manager)
        #expect(details.account.name == "ada")
        #expect(details.account.isActiveDeclared)
        #expect(details.since == manager.clock.now)
        #expect(details.organizations.map(\.organization.name) == ["Example Inc."])
        #expect(details.roles.map(\.service) == ["Demo website"])
        #expect(details.roles.map(\.roles) == [["user", "visitor"]])
        #expect(details.attributes == [.givenName, .email])
        #expect(details.grants.map(\.organization) == [nil, "Example Inc."])
        #expect(try self.details("mallory", in: manager).roles.map(\.roles) == [["user"]])
        #expect(try ViewAccount(manager.context)(.random(), for: Self.root) == nil)
    }

    func devices() throws {
        let manager = try TestManager()
        let phone = try RawDevice(manager)
        try lock(phone, failures: 4)
        var device = try #require(try details("ada", in: manager).devices.first)
        #expect(device.state == .locked(until: manager.clock.now + 60))
        #expect(device.activation.lockout.failuresInARow == 4)
        #expect(device.recentFailures == 4)
        #expect(device.activation.platform == "Linux")
        manager.clock.advance(seconds: 60)
        device = try #require(try details("ada", in: manager).devices.first)
        #expect(device.state == .inUse)
        manager.clock.advance(seconds: 30 * 86_400)
        #expect(try details("ada", in: manager).devices.first?.recentFailures == 0)
        try lock(phone, failures: 10, forGood: true)
        #expect(try details("ada", in: manager).devices.map(\.state) == [.lockedForGood])
        _ = try RawActivation(manager)
        let states = try details("ada", in: manager).devices.map(\.state)
        #expect(states.count == 2)
        #expect(states.last != .lockedForGood)
    }

    func lockedDevices(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let (phone, other) = (try RawDevice(manager), try RawDevice(manager, user: "mallory"))
        let list = ListLockedDevices(manager.context)
        func locked(_ kind: LockedDeviceKind) throws -> [ListLockedDevices.Entry] {
            try #require(try list(kind, for: Self.root)).devices
        }
        #expect(try list.count(for: Self.root) == [.forATime: 0, .forGood: 0])
        try lock(phone, failures: 4)
        try lock(other, failures: 10, forGood: true)
        #expect(try list.count(for: Self.root) == [.forATime: 1, .forGood: 1])
        let account = try details("ada", in: manager).account
        let entry = try #require(try locked(.forATime).first)
        #expect(entry.account == account.publicID)
        #expect(entry.device == phone.activation)
        #expect(entry.failuresInARow == 4)
        #expect(entry.lockedUntil == manager.clock.now + 60)
        #expect(try locked(.forATime).count == 1)
        #expect(try locked(.forGood).map(\.userName) == ["mallory"])
        #expect(try locked(.forGood).map(\.lockedUntil) == [nil])
        manager.clock.advance(seconds: 60)
        #expect(try locked(.forATime).isEmpty)
        #expect(try locked(.forGood).count == 1)
        try manager.context.database.write { _ = try $0.activations.revoke(other.activation) }
        #expect(try list.count(for: Self.root) == [.forATime: 0, .forGood: 0])
    }

    func walk() throws {
        let manager = try TestManager()
        let phone = try RawDevice(manager)
        let count = 120
        try manager.context.database.write { transaction in
            var activation = try #require(try transaction.activations.find(phone.activation))
            for number in 0..<count {
                activation.id = .random()
                activation.lockout.lockedUntil = manager.clock.now + Int64(number / 7)
                activation.lockout.isPermanent = true
                try transaction.activations.insert(activation, pinProofHash: BearerHash(bytes: [1]))
            }
        }
        var (seen, cursor): ([ActivationID], ListLockedDevices.Cursor?) = ([], nil)
        repeat {
            let page = try #require(
                try ListLockedDevices(manager.context)(.forGood, after: cursor, for: Self.root))
            seen += page.devices.map(\.device)
            cursor = try page.next.map { try #require(ListLockedDevices.Cursor($0.text)) }
        } while cursor != nil && seen.count <= count
        #expect(seen.count == count)
        #expect(Set(seen).count == count)
        for text in ["", ".", "1.", "x.\(phone.activation)", "1.\(phone.activation).2", "9999999999999999999.AA"] {
            #expect(ListLockedDevices.Cursor(text) == nil, "\(text)")
        }
    }
}
