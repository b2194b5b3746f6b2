import DatabaseFixture
import Foundation
import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

/// A manager whose every table has a row, and its rows as SQL. `Version24/README.md` says how the files are made.
struct FullDatabase {
    let manager: TestManager

    init(_ engine: Engine) throws {
        let scene = try RestoreScene(engine)
        manager = scene.manager
        let device = try RawDevice(manager)
        try logIn(with: device)
        try scene.openOthers(with: device)
        let changed = try device.issue(alias: "tablet").personalize(alias: "tablet").changePIN()
        _ = try changed.finish(try changed.prepare(try TestBrowser(manager)), wrongPIN: true)
        _ = try RawActivation(manager, user: "mallory").opened()
        _ = try manager.invite()
        _ = try manager.context.grant(.auditor, toUser: TestManager.userName, by: TestManager.operatorName)
        try insertRest()
        manager.clock.advance(seconds: LinkAudit.delaySeconds + 1)
        try LinkAudit(manager.context) { false }
        try IndexHistory(manager.context) { false }
    }

    private func logIn(with device: RawDevice) throws {
        let browser = try TestBrowser(manager)
        _ = try device.finish(try device.prepare(browser))
        _ = try browser.redeem(try #require(try browser.proceed()["code"]))
    }

    /// The rows that take a website, an app or months.
    private func insertRest() throws {
        let (account, service, now) = (try manager.account().id, try manager.service, manager.clock.now)
        let value = AttributeValue(
            id: Array(SecureRandom.bytes(count: AttributeValue.idByteCount)), accountID: account, attribute: .email,
            disclosure: AttributeDisclosure(
                salt: Array(SecureRandom.bytes(count: 16)), name: "email", value: "ada@example.org"),
            alias: "work", isPrimary: true, isVerified: true)
        try manager.context.database.write { transaction in
            try transaction.attributeValues.save(value, at: now)
            try transaction.chosenAliases.remember(
                Array(SecureRandom.bytes(count: 16)), value: value.id, of: .email, for: account, at: service.id)
            try transaction.outbox.append(
                LogoutNotice(
                    serviceID: service.id, subject: MappingID("subject"), sessionID: LogoutSessionID("session")))
            _ = try transaction.oneTimeValues.consume(
                OneTimeValue("jti", .proof, of: "thumbprint", until: now + 86_400))
            try transaction.keys.insertRetiredIDTokenKey("former", publicKey: [1, 2, 3], at: now)
            let role = try #require(try transaction.services.roles(of: service.id).first { !$0.isDefault })
            try transaction.services.assign(role: role.id, to: account)
        }
    }

    // MARK: Its rows

    /// The tables, each after those that it refers to.
    static let tables: [SQL.Fragment] = [
        "organization", "service", "role", "account", "membership", "role_assignment", "mapping", "activation",
        "failure", "factor", "open_token", "seen_request", "evidence", "authorization_code", "access_token", "audit",
        "attribute_value", "alias_choice", "attribute_release", "process", "browser_request", "setting", "signing_key",
        "encryption_key", "key_material", "key_change", "utility_grant", "notice_number", "notice", "outbox",
        "invitation", "browser_session", "account_history", "website_use", "audit_subject", "administrator_grant",
        "pending_act", "remembered_login", "one_time_value", "pushed_request", "retired_id_token_key", "refresh_token",
        "audit_link", "audit_chain",
    ]

    /// The number of rows of each table.
    static func counts(_ database: any Database) throws -> [String: Int] {
        try database.read { transaction in
            var counts: [String: Int] = [:]
            for table in tables {
                let row = try #require(try transaction.row("SELECT count(*) AS count FROM \(table)"))
                counts[table.text.description] = try row("count")
            }
            return counts
        }
    }

    /// The rows as statements, one in a line.
    func statements() throws -> String {
        try manager.context.database.read { [engine = manager.place.engine] transaction in
            var lines: [String] = []
            for table in Self.tables {
                for row in try transaction.rows("SELECT * FROM \(table)") {
                    let values = row.values.map { Self.literal($0, engine) }.joined(separator: ",")
                    lines.append("INSERT INTO \"\(table.text)\" VALUES(\(values));")
                }
            }
            return lines.joined(separator: "\n") + "\n"
        }
    }

    private static func literal(_ value: Row.Value, _ engine: Engine) -> String {
        switch (value, engine) {
        case (.null, _): return "NULL"
        case (.integer(let number), _): return "\(number)"
        case (.boolean(let isTrue), .sqlite): return isTrue ? "1" : "0"
        case (.boolean(let isTrue), .postgreSQL): return isTrue ? "TRUE" : "FALSE"
        case (.text(let text), _): return "'\(text.replacing("'", with: "''"))'"
        case (.bytes(let bytes), .sqlite): return "X'\(Self.hexadecimal(bytes))'"
        case (.bytes(let bytes), .postgreSQL): return "'\\x\(Self.hexadecimal(bytes))'"
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// Writes rows and key-encryption key into a folder.
    func write(to folder: String) throws {
        let file = "\(folder)/\(manager.place.engine)"
        try Data(try statements().utf8).write(to: URL(filePath: "\(file).sql"))
        let key = manager.keyEncryptionKey.withUnsafeBytes { unsafe Base64URL.encode(Array($0)) }
        try Data("\(key)\n".utf8).write(to: URL(filePath: "\(file).key"))
    }
}
