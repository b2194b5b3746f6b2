import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

/// A manager whose database stands for a restored backup, and the audit log of what happened after that.
final class RestoreScene {
    let manager: TestManager
    private var lines: [String] = []

    private static func newID() -> String { Base64URL.encode((0..<16).map { _ in UInt8.random(in: 0...255) }) }

    init(_ engine: Engine = .sqlite) throws { manager = try TestManager(engine) }

    var context: Context { manager.context }

    /// Adds an event of a moment after the backup.
    func log(
        _ event: String, user: String? = nil, device: ActivationID? = nil, detail: String? = nil,
        more: [String: String] = [:]
    ) throws {
        let account = try user.flatMap { name in try context.database.read { try $0.accounts.find(name: name) } }
        var members = more
        members["event"] = event
        members["id"] = Self.newID()
        members["time"] = (manager.clock.now + 60 + Int64(lines.count)).iso8601
        let others = [
            "user": user, "userId": account?.publicID.description, "activationId": device?.description,
            "detail": detail,
        ]
        for (name, value) in others where value != nil { members[name] = value }
        lines.append(String(decoding: try JSONEncoder().encode(members), as: UTF8.self))
    }

    /// The export that the manager itself makes of today's events.
    func ownExport() throws -> AuditExport {
        var bytes: [UInt8] = []
        let days = try #require(AuditDays(at: manager.clock.now))
        let filter = AuditFilter(days: days, topics: Set(AuditTopic.allCases))
        #expect(try ExportAudit(context).whole(filter, by: .machine("root")) { bytes += $0 })
        var reader = AuditExportReader(issuer: manager.issuer)
        try reader.read(bytes)
        return try reader.finish()
    }

    /// The export of these events, made an hour after the backup.
    func export() throws -> AuditExport {
        var reader = AuditExportReader(issuer: manager.issuer)
        let now = (manager.clock.now + 3600).iso8601
        let old = (manager.clock.now - 86_400).iso8601
        let all =
            [#"{"event":"auditExported","id":"\#(Self.newID())","time":"\#(now)"}"#] + lines.reversed()
            + [#"{"event":"managerInitialized","id":"\#(Self.newID())","time":"\#(old)"}"#]
        let end = #"{"events":\#(all.count),"isComplete":true,"issuer":"\#(manager.issuer)"}"#
        try reader.read(Array((all + [end]).map { $0 + "\n" }.joined().utf8))
        return try reader.finish()
    }

    /// Restores, by default an hour later.
    @discardableResult
    func restore(
        _ export: AuditExport? = nil, isAccepted: Bool = true, after seconds: Int64 = 3600
    ) throws -> RestoreReport {
        manager.clock.advance(seconds: seconds)
        return try RestoreDatabase(context)(
            "backup.sqlite", replaying: export, isAccepted: isAccepted, by: TestManager.operatorName)
    }

    /// Restores, and takes away again what the log tells.
    func replay() throws -> RestoreReport { try restore(export()) }

    func activation(_ id: ActivationID) throws -> Activation? {
        try context.database.read { try $0.activations.find(id) }
    }

    func account(_ name: String) throws -> Account? {
        try context.database.read { try $0.accounts.find(name: name) }
    }

    /// Everything that lets somebody do something, in words.
    func rights() throws -> Set<String> {
        try context.database.read { transaction in
            var rights: Set<String> = []
            for device in try transaction.restoration.usableDevices() { rights.insert("device \(device.id)") }
            for row in try transaction.rows("SELECT name FROM account WHERE is_active = \(true)") {
                rights.insert("account \(try row("name", as: String.self))")
            }
            for grant in try transaction.administratorGrants.all() {
                rights.insert("grant \(grant.accountID) \(grant.role) \(grant.scope)")
            }
            for row in try transaction.rows("SELECT activation_id, factor FROM factor") {
                rights.insert(
                    "factor \(try row("activation_id", as: ActivationID.self)) \(try row("factor", as: String.self))")
            }
            return rights
        }
    }
}
