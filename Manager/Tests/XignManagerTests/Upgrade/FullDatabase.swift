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
        _ = try MakeJoinLink(manager.context)(
            JoinLinkTerms(organization: "Example Inc.", roles: [.init(service: "demo", name: "user")], places: 30),
            by: TestManager.operatorName)
        _ = try manager.context.grant(.auditor, toUser: TestManager.userName, by: TestManager.operatorName)
        _ = try Apply(manager.context)(Array(Self.declaration.utf8))
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
            alias: "work", isPrimary: true, verification: .operator)
        let published = try #require(manager.context.publishedIDTokenKeys.first)
        let recovery = Recovery.code(RecoveryCode.random().hash, of: account, replacing: nil, at: now)
        try manager.context.database.write { transaction in
            try recovery.beginning(RecoveryID.random(), at: now).map(transaction.recoveries.save)
            try transaction.attributeValues.save(value, at: now)
            try transaction.chosenAliases.remember(
                Array(SecureRandom.bytes(count: 16)), value: value.id, of: .email, for: account, at: service.id)
            try transaction.outbox.append(
                LogoutNotice(
                    serviceID: service.id, subject: MappingID("subject"), sessionID: LogoutSessionID("session")))
            _ = try transaction.oneTimeValues.consume(
                OneTimeValue("jti", .proof, of: "thumbprint", until: now + 86_400))
            try transaction.keys.insertRetiredIDTokenKey(
                "former", publicKey: published.jsonWebKey.serialized, at: now)
            let role = try #require(try transaction.services.roles(of: service.id).first { !$0.isDefault })
            try transaction.services.assign(role: role.id, to: account)
            try transaction.groups.add(account, to: "staff", in: service.organizationID)
            try transaction.declaredValues.set("costCentre", to: "4711", of: account)
            let all = try #require(try transaction.services.find(name: "all"))
            try transaction.accountNames.set(UserName("ada.l"), of: account, at: all.id)
        }
    }

    /// Services that use each setting.
    private static let declaration = """
        settings:
          biometric: [Android, iOS]
          attributes:
            - name: costCentre
              label: { en: Cost centre, de: Kostenstelle }
              claim: cost_centre
              scope: hr
            - { name: seats, label: Seats, type: number }
        organizations:
          - name: Café "Größe" & Söhne
            address: Weg 1, 51147 Köln
            description: Sells things
            groups: [staff, ops]
            sharedLogin: { minutes: 600, idleMinutes: 120 }
            services:
              - name: all
                displayName: All settings
                description: "With a \\"quotation\\" and a \\\\"
                website: https://all.example/
                redirectUris: [https://all.example/callback, "http://localhost:8080/callback?a=%20b"]
                signingAlgorithm: RS256
                pkce: optional
                inApp: true
                openedQRCodes: refuse
                sessionSeconds: 60
                attributes:
                  - givenName
                  - { name: email, required: false, verified: false }
                  - { name: phoneNumber, required: false }
                  - { name: address, required: false }
                  - { name: costCentre, required: false }
                groups: { names: [staff], required: false }
                accountName: account
                claimsIn: idToken
                idTokenMinutes: 60
                security: { refuse: [hooked, rooted], minimumSystem: { Android: "14", iOS: "17.6.0" } }
                rememberedLogin: { minutes: 480, idleMinutes: 30 }
                sharedLogin: true
                offlineAccess: { days: 90 }
                postLogoutRedirectUris: [https://all.example/]
                backChannelLogoutUri: https://all.example/logout
                popups: true
                roles:
                  - { name: user, alternatives: [[pin, device], [device, biometric]] }
                  - name: admin
                    alternatives: [[device, pin]]
                    assigned: true
                    platforms: [Web, Linux]
                    channels: [inApp, sameDevice]
              - name: high
                redirectUris: [https://high.example/callback]
                signingAlgorithm: PS256
                profile: fapi2
                keys:
                  - { kty: EC, crv: P-256, x: f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU,
                      y: x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0, kid: "2026" }
                  - { kty: OKP, crv: Ed25519, x: 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo, kid: next }
                roles: [{ name: user, alternatives: [[pin, device]] }]
              - name: demanding
                redirectUris: [https://demanding.example/callback]
                signingAlgorithm: ES256
                active: false
                pushedRequests: required
                dpop: required
                security: { minimumSystem: { Linux: "6" } }
                roles: [{ name: user, alternatives: [[device]] }]
              - name: legacy
                redirectUris: [https://legacy.example/callback]
                signingAlgorithm: ES256
                openedQRCodes: allow
                legacy: true
                roles: [{ name: user, alternatives: [[device]] }]
              - name: app
                redirectUris: [http://127.0.0.1/callback, "org.example.app:/callback"]
                signingAlgorithm: ES256
                native: true
                roles: [{ name: user, alternatives: [[device]], platforms: [Web] }]
              - name: page
                redirectUris: [https://page.example/callback]
                signingAlgorithm: ES256
                confidential: false
                roles: [{ name: user, alternatives: [[device]], channels: [crossDevice] }]
        """

    // MARK: Its rows

    /// The number of rows of each table that the database has.
    static func counts(_ database: any Database) throws -> [String: Int] {
        try database.read { transaction in
            let present = try transaction.schema.tableNames()
            var counts: [String: Int] = [:]
            for table in Schema.tables where present.contains(table.text.description) {
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
            for table in Schema.tables {
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

    /// Writes rows, key-encryption key and export into a folder.
    func write(to folder: String) throws {
        let file = "\(folder)/\(manager.place.engine)"
        try Data(try statements().utf8).write(to: URL(filePath: "\(file).sql"))
        let key = manager.keyEncryptionKey.withUnsafeBytes { unsafe Base64URL.encode(Array($0)) }
        try Data("\(key)\n".utf8).write(to: URL(filePath: "\(file).key"))
        let export = try ExportDeclaration(manager.context)(.attributes).serialized
        try Data(export).write(to: URL(filePath: "\(file).json"))
    }
}
