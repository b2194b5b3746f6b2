import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignUseCases

struct DeviceActsTests {
    @Test("Acts of an operator on users and their devices", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A revoked device can do nothing, what it issued is void, and the others are told", revoke,
            each: Engine.allCases),
        TestCase(
            "A device is renamed by alias or by the beginning of its id, and is told", rename, each: Engine.allCases),
        TestCase("Two devices of one name are told apart by their ids, and neither is taken for the other", sameName),
        TestCase("A name that equals the beginning of another device's id takes neither", nameOfAnID),
        TestCase("A device of another user is not found", anotherUser),
        TestCase("An alias that cannot be displayed is refused", alias),
        TestCase("A disabled user's devices are told, by the command and by a declaration", disable),
        TestCase(
            "A removed user leaves nothing but the audit log, which names the operator", remove, each: Engine.allCases),
        TestCase(
            "Platform, key store and attestation are shown, and the end of a new device's cool-down", shown,
            each: Engine.allCases),
        TestCase("An activation that an operator issues is told to the devices that exist", issued),
    ]

    func revoke(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let (device, other) = (try RawDevice(manager), try RawDevice(manager))
        try device.rename("phone")
        let issued = try manager.pendingActivation(issuedBy: device)
        let before = try other.notices(after: 0).last?.number ?? 0
        let revoked = try manager.context.revokeDevice("phone", ofUser: "ada", by: "grace")
        #expect(revoked.alias == "phone")
        #expect(throws: ProtocolError(.activationUnknown)) { try device.activations }
        #expect(try manager.state(of: issued) == .void)
        let notices = try other.notices(after: before)
        #expect(notices.contains { $0.kind == "activationRevoked" && $0.device == "phone" })
        let event = try #require(try manager.newestEvent(.activationRevoked))
        #expect(event.actor == .machine("grace"))
        #expect(event.activationID == device.activation)
        #expect(event.accountID != nil)
    }

    func rename(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        _ = try RenameDevice(manager.context)("test", ofUser: "ada", to: " Ku\u{308}che ", by: "grace")
        #expect(try device.activations.map(\.alias) == ["K\u{FC}che"])
        let prefix = String(device.activation.description.prefix(4))
        #expect(try RenameDevice(manager.context)(prefix, ofUser: "ada", to: "desk", by: "grace").alias == "desk")
        #expect(try device.notices(after: 0).suffix(2).map(\.device) == ["K\u{FC}che", "desk"])
        let event = try #require(try manager.newestEvent(.activationRenamed))
        #expect(event.actor == .machine("grace"))
        #expect(event.activationID == device.activation)
    }

    func sameName() throws {
        let manager = try TestManager()
        let (first, second) = (try RawDevice(manager), try RawDevice(manager))
        let refusal = #expect(throws: ManagerError.self) {
            try manager.context.revokeDevice("test", ofUser: "ada", by: "grace")
        }
        #expect(refusal?.code == .ambiguousDevice)
        for device in [first, second] {
            #expect(refusal?.description.contains(device.activation.short) == true)
        }
        _ = try manager.context.revokeDevice(second.activation.short, ofUser: "ada", by: "grace")
        #expect(try first.activations.map(\.activationId) == [first.activation])
    }

    func nameOfAnID() throws {
        let manager = try TestManager()
        let (first, second) = (try RawDevice(manager), try RawDevice(manager))
        try second.rename(first.activation.short)
        let refusal = #expect(throws: ManagerError.self) {
            try manager.context.revokeDevice(first.activation.short, ofUser: "ada", by: "grace")
        }
        #expect(refusal?.code == .ambiguousDevice)
        // The whole id, which the refusal shows, is certain.
        #expect(refusal?.description.contains(first.activation.description) == true)
        _ = try manager.context.revokeDevice(first.activation.description, ofUser: "ada", by: "grace")
        #expect(try second.activations.map(\.activationId) == [second.activation])
    }

    func anotherUser() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        _ = try RawDevice(manager, user: "mallory")
        let refusal = #expect(throws: ManagerError.self) {
            try manager.context.revokeDevice(device.activation.description, ofUser: "mallory", by: "grace")
        }
        #expect(refusal?.code == .unknownDevice)
        #expect(try manager.state(of: device.activation) == .active)
    }

    func alias() throws {
        let manager = try TestManager()
        _ = try RawDevice(manager)
        let refusal = #expect(throws: ManagerError.self) {
            try RenameDevice(manager.context)("test", ofUser: "ada", to: "a\u{202E}b", by: "grace")
        }
        #expect(refusal?.code == .deviceAlias)
    }

    func disable() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        #expect(try manager.context.setActive(false, user: "ada", by: "grace"))
        #expect(try !manager.context.setActive(false, user: "ada", by: "grace"))
        #expect(try manager.newestEvent(.accountDisabled)?.actor == .machine("grace"))
        _ = try Apply(manager.context, by: "heidi")(Array("users: [{name: ada, active: true}]".utf8))
        #expect(try manager.newestEvent(.accountEnabled)?.actor == .machine("heidi"))
        #expect(try device.notices(after: 0).suffix(2).map(\.kind) == ["accountDisabled", "accountEnabled"])
    }

    func remove(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        try manager.context.withAttributes(ofUser: "ada") {
            try $0.set(.email, to: .init(text: "ada@example.org", alias: nil, isPrimary: false, isVerified: true))
        }
        _ = try device.finish(try device.prepare(try TestBrowser(manager)))
        try manager.context.removeUser("ada", by: "grace")
        #expect(throws: ProtocolError(.activationUnknown)) { try device.activations }
        #expect(try manager.context.database.read { try $0.accounts.find(name: "ada") } == nil)
        let event = try #require(try manager.newestEvent(.accountRemoved))
        #expect(event.actor == .machine("grace"))
        let days = try #require(AuditDays(at: manager.clock.now))
        let listed = try SearchAudit(manager.context)(AuditFilter(days: days), for: .machine("root"))
        let removal = try #require(listed?.entries.first { $0.kind == .accountRemoved })
        #expect(removal.account == nil)
        #expect(removal.isAccountRemoved)
        // Somebody else of the same name.
        let again = try RawDevice(manager)
        #expect(again.activation != device.activation)
    }

    func shown(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        _ = try RawDevice(manager)
        let second = try RawActivation(manager)
        let opened = try second.opened()
        let device = second.device()
        let statement = EnrolmentStatement(
            idmIdentifier: manager.issuer.idmIdentifier, activation: second.id, challenge: opened.challenge.bytes,
            keys: try device.publicKeys, alias: "phone", platform: "Android", keyStore: .enclave,
            attestation: Attestation(format: "android-key", bytes: [1, 2, 3]))
        let signed = try device.sign(statement.serialized, .enrolment, pinKey: device.pinKey)
        _ = try device.call(
            PersonalizeFinish.self,
            .init(activationId: second.id, openToken: opened.openToken, enrolment: Octets(signed)))
        let devices = try ListDevices(manager.context)(userName: "ada")
        #expect(devices.map(\.platform) == ["Linux", "Android"])
        #expect(devices.map(\.keyStore) == ["file", "enclave"])
        #expect(devices.map(\.attestation) == [nil, "android-key"])
        #expect(devices.map { $0.coolDownUntil != nil } == [false, true])
        #expect(devices.map(\.state) == [.active, .active])
    }

    func issued() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let before = try device.notices(after: 0).last?.number ?? 0
        _ = try RawActivation(manager)
        #expect(try device.notices(after: before).map(\.kind) == ["activationIssued"])
        #expect(try manager.newestEvent(.activationIssued)?.actor == .machine(TestManager.operatorName))
    }
}

extension TestManager {
    fileprivate func newestEvent(_ kind: AuditEvent.Kind) throws -> AuditEvent? {
        try context.database.read { try $0.audit.newest(1000) }.first { $0.kind == kind }
    }
}

extension RawDevice {
    /// The keys of an enrolment.
    fileprivate var publicKeys: [FactorPublicKey] {
        get throws {
            [
                try #require(
                    FactorPublicKey(factor: .device, rawRepresentation: Array(deviceKey.publicKey.rawRepresentation))),
                try Self.publicKey(pinKey),
            ]
        }
    }
}
