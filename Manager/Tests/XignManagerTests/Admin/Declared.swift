import DatabaseFixture
import Foundation
import Glibc
import Testing
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

/// A manager without a server, so that nothing but the test writes to its database.
final class QuietManager: Sendable {
    let place: TemporaryDatabase
    let context: Context
    let clock: TestClock
    let keyEncryptionKey: SymmetricKey

    init(_ engine: Engine = .sqlite) throws {
        let place = try TemporaryDatabase(engine, copying: .managerSchema)
        let (clock, key) = (TestClock(), SymmetricKey(size: .bits256))
        // As the manager makes it.
        if engine == .sqlite { chmod(place.path, 0o600) }
        let database = try place.open(vault: Vault(keyEncryptionKey: key))
        let issuer = try #require(ManagerOrigin("https://login.example.org"))
        try Initialization.run(
            database: database, issuer: issuer,
            appLinkOrigins: [try #require(ManagerOrigin("https://app.login.example.org"))], at: clock.now,
            drawPrivateKey: TestManager.drawPrivateKey, keep: { _, _ in })
        context = try Context(database: database, issuer: issuer, clock: clock.clock)
        (self.place, self.clock, keyEncryptionKey) = (place, clock, key)
    }

    deinit { context.database.close() }

    @discardableResult
    func apply(_ yaml: String) throws -> [String] {
        try Apply(context, by: TestManager.operatorName)(Array(yaml.utf8))
    }

    func export(_ users: ExportDeclaration.UserData = .attributes) throws -> String {
        String(decoding: try ExportDeclaration(context).yaml(users), as: UTF8.self)
    }

    /// The contents of all tables, or the bytes of the file with its log.
    func contents() throws -> [String] {
        guard place.engine == .postgreSQL else {
            return try FileManager.default.contentsOfDirectory(atPath: place.folder)
                .filter { $0.hasPrefix(place.name) && !$0.hasSuffix("-shm") }.sorted()
                .map { String(decoding: try Data(contentsOf: URL(filePath: "\(place.folder)/\($0)")), as: UTF8.self) }
        }
        return try context.database.read { transaction in
            try transaction.rows(
                """
                SELECT CAST(query_to_xml(format('SELECT * FROM %I AS t ORDER BY CAST(t AS TEXT)', relname), true, false, '')
                    AS TEXT) AS contents
                FROM pg_class WHERE relkind = 'r' AND relnamespace = to_regnamespace(current_schema()) ORDER BY relname
                """
            ).map { try $0("contents") }
        }
    }
}

/// Declarations that `apply` takes, drawn at random, in JSON, which is YAML.
struct RandomDeclaration {
    private struct Draws: RandomNumberGenerator {
        var state: UInt64

        /// SplitMix64.
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }
    }

    private var draws: Draws
    private var number = 0

    init(seed: UInt64) { draws = Draws(state: seed) }

    private static let texts = [
        "yes", "0755", "1e3", "2026-11-23", "null", "- a", "a: b", "a # b", "Straße", "日本", "🦊 and fox", "[x]",
        "{y: z}",
        "'quoted'", "\"double\"", "@at", "%p", "&a", "*b", "!t", "|", "> x", "a, b", "Köln", "12:30", "~ approximately",
        "…",
    ]

    private static var attributes: [[String: Any]] {
        [
            [
                "name": "costCentre", "label": ["en": "Cost centre", "de": "Kostenstelle"],
                "claim": "https://a.example/x",
            ],
            ["name": "seats", "label": "yes", "type": "number", "scope": "hr"],
            ["name": "trainee", "label": ["en": "Trainee"], "type": "boolean", "claim": "trainee"],
        ]
    }

    private static let groups = ["staff", "yes", "0755", "Ärzte", "a: b"]

    private mutating func maybe(_ value: Any) -> Any? { Bool.random(using: &draws) ? value : nil }
    private mutating func one<Value>(_ values: [Value]) -> Value { values.randomElement(using: &draws) ?? values[0] }
    private mutating func several<Value>(_ values: [Value]) -> [Value] {
        let chosen = values.filter { _ in Bool.random(using: &draws) }
        return chosen.isEmpty ? [one(values)] : chosen.shuffled(using: &draws)
    }

    /// A text that no other one of the declaration equals.
    private mutating func text() -> String {
        number += 1
        return "\(one(Self.texts)) \(number)"
    }

    private mutating func security() -> [String: Any] {
        object([
            "refuse": maybe(several(["rooted", "hooked"])), "minimumSystem": maybe(["iOS": "17.6", "Android": "14"]),
        ])
    }

    private mutating func settings() -> [String: Any] {
        let app = object(["name": maybe(text()), "other": maybe("https://example.org/app")])
        return object([
            "lockoutSeconds": maybe([1, 30, Int.random(in: 1...86_400, using: &draws)]),
            "permanentLockoutAfter": maybe(7), "permanentUnlock": maybe(true),
            "biometric": one([true, ["iOS", "macOS"]] as [Any]),
            "attributes": Self.attributes,
            "audit": maybe(one([["retentionDays": 365], [:]])), "pin": maybe(["minimumLength": 8]),
            "security": maybe(security()), "mailedCodesPerDay": maybe(500),
            "operator": maybe(
                object([
                    "name": maybe(text()), "language": maybe(one(["en", "de"])),
                    "help": maybe("mailto:help@example.org"),
                    "imprint": maybe("https://example.org/imprint?a=b#c"), "app": maybe(app),
                ])),
        ])
    }

    private mutating func role() -> [String: Any] {
        object([
            "name": text(), "alternatives": one([[["pin", "device"]], [["device"], ["device", "biometric"]]]),
            "assigned": maybe(true), "platforms": maybe(several(["iOS", "macOS", "Linux", "Web"])),
            "channels": maybe(several(["crossDevice", "sameDevice", "inApp"])),
        ])
    }

    private mutating func service(_ roles: [[String: Any]]) -> [String: Any] {
        number += 1
        let optional: [String: Any] = ["names": ["staff"], "required": false]
        let seat: [String: Any] = ["name": "costCentre", "required": false]
        let email: [String: Any] = ["name": "email", "required": false, "verified": Bool.random(using: &draws)]
        var service = object([
            "name": "service-\(number)", "displayName": maybe(text()), "description": maybe(text()),
            "website": maybe("https://shop.example.org/"), "signingAlgorithm": one(["ES256", "RS256"]),
            "redirectUris": ["https://shop.example.org/?b=1", "https://shop.example.org/a"].shuffled(using: &draws),
            "active": maybe(false), "inApp": maybe(true), "openedQRCodes": maybe(one(["refuse", "allow"])),
            "sessionSeconds": maybe(120), "claimsIn": maybe("idToken"), "security": maybe(security()),
            "idTokenMinutes": maybe(60),
            "attributes": maybe(["seats", "nickname", email, seat, "address"] as [Any]),
            "accountName": maybe(one(["preferred_username", "account"])),
            "groups": maybe(one(["all", ["yes", "Ärzte"], optional] as [Any])),
            "rememberedLogin": maybe(["minutes": 30]), "sharedLogin": maybe(true), "offlineAccess": maybe(["days": 90]),
            "postLogoutRedirectUris": maybe(["https://shop.example.org/bye"]),
            "backChannelLogoutUri": maybe("https://shop.example.org/logout"), "popups": maybe(true), "roles": roles,
        ])
        switch Int.random(in: 0..<6, using: &draws) {
        case 0: service["confidential"] = false
        case 1: service["pkce"] = "optional"
        case 2: service["legacy"] = true
        case 3:
            service.merge(
                ["native": true, "redirectUris": ["http://127.0.0.1/back", "org.example.app:/back"]]
            ) { $1 }
            service["rememberedLogin"] = nil
            service["sharedLogin"] = nil
            service["groups"] = nil
            service["accountName"] = nil
        case 4:
            service.merge(["keys": keys(), "pushedRequests": "required", "dpop": "required"]) { $1 }
        default:
            service.merge(["keys": keys(), "profile": "fapi2", "signingAlgorithm": "ES256"]) { $1 }
            service["inApp"] = nil
        }
        return service
    }

    private func keys() -> [[String: Any]] {
        let point = P256.Signing.PrivateKey().publicKey.rawRepresentation
        let edwards = Curve25519.Signing.PrivateKey().publicKey.rawRepresentation
        return [
            [
                "kty": "EC", "crv": "P-256", "kid": "2026", "x": Base64URL.encode(Array(point.prefix(32))),
                "y": Base64URL.encode(Array(point.suffix(32))),
            ],
            ["kty": "OKP", "crv": "Ed25519", "kid": "yes", "x": Base64URL.encode(Array(edwards))],
        ]
    }

    private mutating func attributes() -> [String: Any] {
        let phoneNumber: [String: Any] = ["value": "+4930123456", "verified": true]
        let emails: [[String: Any]] = [
            ["value": "ada@example.org", "alias": text(), "verified": true],
            ["value": "ada@example.com", "alias": text(), "primary": Bool.random(using: &draws)],
            ["value": "a@example.net", "alias": text(), "primary": false],
        ]
        let parts = [
            "street": "Hof; 2\nHinterhaus", "postalCode": "0123", "locality": "Ort", "region": "NRW", "country": "DE",
        ]
        return object([
            "givenName": maybe(text()), "birthdate": maybe("1964-08-12"), "nationality": maybe("DE"),
            "phoneNumber": maybe(phoneNumber), "email": maybe(emails),
            "address": maybe(["Weg 1; 51147; Köln; DE", ["value": parts]] as [Any]),
            "costCentre": maybe(one(["4711", "yes", text()])), "seats": maybe(one([-3, 0, 12])),
            "trainee": maybe(Bool.random(using: &draws)),
        ])
    }

    private mutating func user(
        _ index: Int, _ organizations: [String], _ roles: [(service: String, role: String)], _ named: [String]
    ) -> [String: Any] {
        let role = one(roles)
        let memberships = Bool.random(using: &draws) ? several(organizations) : nil
        let groups = memberships.map { [$0[0]: several(Self.groups)] }
        return object([
            "name": "\(one(["yes", "ada", "42", "Straße"]))-\(index)", "active": maybe(Bool.random(using: &draws)),
            "memberships": memberships, "groups": groups, "roles": maybe([role.service: [role.role]]),
            "accountNames": maybe(Dictionary(uniqueKeysWithValues: named.map { ($0, "yes \(index)") })),
            "attributes": maybe(attributes()),
        ])
    }

    /// - Returns: the declaration of settings, two organizations with services, users and administrators.
    mutating func drawn() throws -> String {
        var organizations: [[String: Any]] = []
        var names: [String] = []
        var roles: [(service: String, role: String)] = []
        var named: [String] = []
        for _ in 0..<2 {
            var services: [[String: Any]] = []
            for _ in 0..<2 {
                let declared = [role(), role()]
                let made = service(declared)
                let name = made["name"] as? String ?? ""
                for role in declared { roles.append((service: name, role: role["name"] as? String ?? "")) }
                if made["accountName"] != nil { named.append(name) }
                services.append(made)
            }
            names.append(text())
            organizations.append(
                object([
                    "name": names[names.count - 1], "website": maybe("https://example.org"), "address": maybe(text()),
                    "groups": Self.groups.shuffled(using: &draws),
                    "sharedLogin": maybe(["minutes": Int.random(in: 1...43_200, using: &draws)]), "services": services,
                ]))
        }
        let users = (0..<6).map { user($0, names, roles, named) }
        let people = users.compactMap { $0["name"] as? String }
        let declaration: [String: Any] = [
            "settings": settings(), "organizations": organizations, "users": users,
            "administrators": [
                ["name": people[0]], ["name": people[1], "role": "auditor"],
                ["name": people[1], "organization": names[0]],
            ],
        ]
        return try Self.text(declaration)
    }

    /// - Returns: the declaration of settings alone.
    mutating func drawnSettings() throws -> String { try Self.text(["settings": settings()]) }

    private static func text(_ declaration: [String: Any]) throws -> String {
        let json = try JSONSerialization.data(
            withJSONObject: declaration, options: [.prettyPrinted, .withoutEscapingSlashes])
        return String(decoding: json, as: UTF8.self)
    }
}

/// Returns the members that have a value.
private func object(_ members: [String: Any?]) -> [String: Any] { members.compactMapValues(\.self) }
