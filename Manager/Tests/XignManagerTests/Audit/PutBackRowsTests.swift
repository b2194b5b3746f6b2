import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

/// Rows of yesterday that somebody has put back, as `audit verify` finds them.
struct PutBackRowsTests {
    @Test("Rows of devices that were put back", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A revoked device that is active again is named", endedDevice, each: Engine.allCases),
        TestCase("A former PIN is named", formerPIN, each: Engine.allCases),
        TestCase(
            "A former PIN is named, though the moments of the changes were exchanged", exchangedMoments,
            each: Engine.allCases),
        TestCase("A change of the PIN that was removed is named", missingChange, each: Engine.allCases),
        TestCase("A key that was moved from another device is named", movedKey, each: Engine.allCases),
        TestCase(
            "Devices whose PIN was changed and that were revoked give no alarm", untouched, each: Engine.allCases),
        TestCase("A revocation whose event has left the log is not known, and the report says since when", retention),
    ]

    private func link(_ manager: TestManager) throws {
        manager.clock.advance(seconds: LinkAudit.delaySeconds + 1)
        try LinkAudit(manager.context) { false }
    }

    private func putBack(_ manager: TestManager) throws -> [AuditReport.PutBack] {
        try VerifyAudit(manager.context)().putBack
    }

    func endedDevice(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let other = try device.issue().personalize(alias: "other")
        let before = manager.clock.now
        _ = try device.revoke(other)
        try link(manager)
        try manager.write("UPDATE activation SET state = 'active' WHERE id = \(other.activation)")
        let found = try putBack(manager)
        #expect(found.contains { $0.kind == .endedDevice && $0.activation == other.activation && $0.endedAt == before })
    }

    func formerPIN(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let key = try manager.pinKey(of: device)
        _ = try device.changePIN()
        try link(manager)
        try manager.write(
            """
            UPDATE factor SET sealed_public_key = \(key) WHERE activation_id = \(device.activation) AND factor = 'pin'
            """)
        #expect(try putBack(manager) == [.init(kind: .formerPIN, activation: device.activation)])
    }

    func exchangedMoments(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let second = try RawDevice(manager).changePIN()
        let key = try manager.pinKey(of: second)
        let moment = manager.clock.now
        manager.clock.advance(seconds: 60)
        _ = try second.changePIN()
        let later = manager.clock.now
        try link(manager)
        try manager.write("UPDATE key_change SET at = \(moment) + \(later) - at")
        try manager.write(
            """
            UPDATE factor SET sealed_public_key = \(key) WHERE activation_id = \(second.activation) AND factor = 'pin'
            """)
        #expect(try putBack(manager) == [.init(kind: .formerPIN, activation: second.activation)])
    }

    func missingChange(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let key = try manager.pinKey(of: device)
        let changedAt = manager.clock.now
        _ = try device.changePIN()
        try link(manager)
        try manager.write(
            """
            UPDATE factor SET sealed_public_key = \(key) WHERE activation_id = \(device.activation) AND factor = 'pin'
            """)
        try manager.write("DELETE FROM key_change")
        #expect(
            try putBack(manager) == [
                .init(kind: .missingPINChange, activation: device.activation, endedAt: changedAt)
            ])
    }

    func movedKey(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let key = try manager.pinKey(of: try RawDevice(manager, user: "mallory"))
        try manager.write(
            """
            UPDATE factor SET sealed_public_key = \(key) WHERE activation_id = \(device.activation) AND factor = 'pin'
            """)
        #expect(try putBack(manager) == [.init(kind: .movedKey, activation: device.activation)])
    }

    func untouched(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let other = try device.issue().personalize(alias: "other")
        _ = try other.changePIN().changePIN()
        let changed = try device.changePIN()
        _ = try changed.revoke(other)
        try link(manager)
        let report = try VerifyAudit(manager.context)()
        #expect(report.putBack == [])
        #expect(report.breaks == 0)
    }

    func retention() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let other = try device.issue().personalize(alias: "other")
        _ = try device.revoke(other)
        try link(manager)
        try manager.context.database.write { transaction in
            var policy = try transaction.settings.policy()
            policy.auditRetentionDays = 100
            try transaction.settings.save(policy)
        }
        manager.clock.advance(seconds: 102 * 86_400)
        try ShortenAudit(manager.context) { false }
        try manager.write("UPDATE activation SET state = 'active' WHERE id = \(other.activation)")
        let report = try VerifyAudit(manager.context)()
        #expect(!report.putBack.contains { $0.kind == .endedDevice })
        #expect(report.removedBefore != nil)
    }
}

extension TestManager {
    /// The sealed PIN key of a device.
    fileprivate func pinKey(of device: RawDevice) throws -> [UInt8] {
        try #require(
            try context.database.read {
                try $0.row(
                    """
                    SELECT sealed_public_key FROM factor WHERE activation_id = \(device.activation) AND factor = 'pin'
                    """)
            }?("sealed_public_key"))
    }
}
