import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

struct OwnActivationsTests {
    @Test("The activations of an account, as its devices list, rename and revoke them", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A device lists the active activations of its account and those that wait, and nobody else's", list),
        TestCase("Activations that are over are not listed", over),
        TestCase(
            "A device renames itself, and its account's other devices are told", rename(_:), each: Engine.allCases),
        TestCase("A device renames itself ten times a day; the refusal leaves no row", renameLimit),
        TestCase("Two devices may have one name; each renames itself alone", sameName),
        TestCase("A rename that is sent again brings no old name back: now, or in 36 days", replayedRename),
        TestCase(
            "A name that is the present one is a success without an effect; one that cannot be displayed is malformed",
            names),
        TestCase(
            "Without the device's proof, after its revocation, or for another account, nothing is listed or renamed",
            unproven),
        TestCase("The device of a disabled account lists and renames nothing", disabled),
        TestCase(
            "A device that gives itself up ends what it has begun, and the others are told", revoke,
            each: Engine.allCases),
        TestCase(
            "Notices are told once each, in order, and only if they are asked for",
            notices),
        TestCase("A new device gets no notice from before it was personalized", earlierNotices),
    ]

    func list() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        _ = try RawDevice(manager, user: "mallory")
        let pending = try RawActivation(manager)
        let items = try device.activations
        #expect(items.map(\.activationId) == [device.activation, pending.id])
        #expect(items.first?.alias == "test")
        #expect(items.first?.platform == "Linux")
        #expect(items.first?.since == manager.clock.now.seconds)
        #expect(items.first?.expiresAt == nil)
        #expect(items.last?.alias == nil)
        #expect(items.last?.platform == nil)
        #expect(items.last?.since == nil)
        #expect(items.last?.expiresAt == manager.clock.now.seconds + ActivationLifetime.standard.seconds)
    }

    func over() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let revoked = try RawDevice(manager)
        _ = try revoked.call(Revoke.self, .init(activationId: revoked.activation), proven: true)
        _ = try RawActivation(manager)
        manager.clock.advance(seconds: ActivationLifetime.standard.seconds)
        #expect(try device.activations.map(\.activationId) == [device.activation])
    }

    func rename(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let (device, other) = (try RawDevice(manager), try RawDevice(manager))
        let before = try other.notices(after: 0).last?.number ?? 0
        try device.rename("Kitchen")
        #expect(try device.activations.map(\.alias) == ["Kitchen", "test"])
        #expect(try other.notices(after: before).map(\.kind) == ["activationRenamed"])
        #expect(try other.notices(after: before).first?.device == "Kitchen")
        #expect(try !device.notices(after: 0).contains { $0.kind == "activationRenamed" })
        #expect(try manager.auditKinds.contains(.activationRenamed))
    }

    func renameLimit() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        for number in 1...10 { try device.rename("name \(number)") }
        let rows = try manager.auditKinds.count
        expectRefusal(.tooManyRequests) { try device.rename("name 11") }
        #expect(try manager.auditKinds.count == rows)
        #expect(try device.activations.map(\.alias) == ["name 10"])
        manager.clock.advance(seconds: 86_400)
        try device.rename("name 12")
        #expect(try device.activations.map(\.alias) == ["name 12"])
    }

    func sameName() throws {
        let manager = try TestManager()
        let (first, second) = (try RawDevice(manager), try RawDevice(manager))
        try first.rename("phone")
        try second.rename("phone")
        try first.rename("old phone")
        #expect(try first.activations.map(\.alias) == ["old phone", "phone"])
    }

    func replayedRename() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let recorded = try device.seal(
            Rename.self, .init(activationId: device.activation, alias: "old"), proven: true)
        _ = try RawDevice.send(recorded, Rename.self, to: manager.manager)
        try device.rename("new")
        for seconds: Int64 in [0, 660, 36 * 86_400] {
            manager.clock.advance(seconds: seconds)
            Housekeeping(manager.manager).runOnce()
            _ = try RawDevice.send(recorded, Rename.self, to: manager.manager)
            #expect(try device.activations.first?.alias == "new")
        }
        #expect(try manager.auditKinds.count { $0 == .activationRenamed } == 2)
    }

    func names() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        try device.rename("test")
        #expect(try !manager.auditKinds.contains(.activationRenamed))
        for alias in ["", " ", "a\u{202E}b", String(repeating: "a", count: 257)] {
            #expect(throws: ProtocolError(.malformed)) { try device.rename(alias) }
        }
    }

    func unproven() throws {
        let manager = try TestManager()
        let (device, thief) = (try RawDevice(manager), try RawDevice(manager, user: "mallory"))
        let impostor = RawDevice(
            manager: manager, activation: device.activation, deviceKey: thief.deviceKey, pinKey: thief.pinKey)
        #expect(throws: ProtocolError(.activationUnknown)) { try impostor.rename("mine") }
        #expect(throws: ProtocolError(.activationUnknown)) { try impostor.activations }
        #expect(throws: ProtocolError(.activationUnknown)) {
            try device.call(ListActivations.self, .init(activationId: device.activation))
        }
        _ = try device.call(Revoke.self, .init(activationId: device.activation), proven: true)
        #expect(throws: ProtocolError(.activationUnknown)) { try device.rename("late") }
        #expect(throws: ProtocolError(.activationUnknown)) { try device.activations }
    }

    func disabled() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        _ = try manager.context.setActive(false, user: "ada", by: TestManager.operatorName)
        #expect(throws: ProtocolError(.accountDisabled)) { try device.activations }
        #expect(throws: ProtocolError(.accountDisabled)) { try device.rename("other") }
    }

    func revoke(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let (device, other) = (try RawDevice(manager), try RawDevice(manager))
        let before = try other.notices(after: 0).last?.number ?? 0
        let issued = try manager.pendingActivation(issuedBy: device)
        let prepared = try device.prepare(try TestBrowser(manager))
        _ = try device.call(Revoke.self, .init(activationId: device.activation), proven: true)
        #expect(try other.notices(after: before).map(\.kind).contains("activationRevoked"))
        #expect(try manager.state(of: issued) == .void)
        #expect(try manager.state(of: device.activation) == .revoked)
        #expect(throws: ProtocolError.self) { try device.finish(prepared) }
    }

    func notices() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let second = try RawDevice(manager)
        let all = try device.notices(after: 0)
        #expect(all.map(\.number) == all.map(\.number).sorted())
        #expect(all.map(\.kind) == ["activationIssued", "activationIssued", "activationPersonalized"])
        #expect(try device.notices(after: try #require(all.last).number).isEmpty)
        #expect(
            try device.call(Status.self, .init(activationId: device.activation), proven: true).notices.isEmpty)
        #expect(try second.notices(after: 0).count { $0.kind == "activationPersonalized" } == 1)
    }

    func earlierNotices() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        try device.rename("Kitchen")
        manager.clock.advance(seconds: 1)
        let second = try RawDevice(manager)
        #expect(try !second.notices(after: 0).contains { $0.kind == "activationRenamed" })
        try device.rename("Hall")
        #expect(try second.notices(after: 0).map(\.device).last == "Hall")
    }
}

extension RawDevice {
    var activations: [ListActivations.Item] {
        get throws {
            try call(ListActivations.self, .init(activationId: activation), proven: true).activations
        }
    }

    func rename(_ alias: String) throws {
        _ = try call(Rename.self, .init(activationId: activation, alias: alias), proven: true)
    }

    func notices(after number: Int64) throws -> [XignProtocol.Notice] {
        try call(Status.self, .init(activationId: activation, noticesAfter: number), proven: true).notices
    }
}

extension TestManager {
    func state(of id: ActivationID) throws -> Activation.State? {
        try context.database.read { try $0.activations.find(id)?.state }
    }

    /// A pending activation that a user has issued with a device.
    func pendingActivation(issuedBy device: RawDevice) throws -> ActivationID {
        let now = clock.now
        return try context.database.write { transaction in
            let issuer = try #require(try transaction.activations.find(device.activation))
            let activation = Activation(
                id: .random(), accountID: issuer.accountID, state: .pending, kind: .additional, pinOrigin: .userChosen,
                secretHash: BearerHash(of: .random(count: 16)), createdAt: now, expiresAt: now + 600,
                personalizedAt: nil, wrongPINs: 0, alias: "", lockout: .none, issuedBy: issuer.id)
            try transaction.activations.insert(activation, pinProofHash: BearerHash(of: .random(count: 32)))
            return activation.id
        }
    }
}
