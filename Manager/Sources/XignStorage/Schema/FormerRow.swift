import XignProtocol

/// A declared row as it was before migration 28, which turns it into a document: canonical JSON of the declared members
/// without usual values.
///
/// Frozen: it knows columns, members and usual values, and no type that changes later. A word that it does not know
/// stays in the document, which is then refused.
struct FormerRow {
    private let row: Row
    private var members: [(name: String, value: JSONValue)] = []

    private init(_ row: Row) { self.row = row }

    static func fillDocuments(_ transaction: any Transaction) throws {
        for row in try transaction.rows("SELECT * FROM organization") {
            var former = FormerRow(row)
            let document = try former.organization()
            try transaction.execute(
                "UPDATE organization SET document = \(document) WHERE id = \(try row("id", as: String.self))")
        }
        for row in try transaction.rows("SELECT * FROM service") {
            var former = FormerRow(row)
            let document = try former.service()
            try transaction.execute(
                "UPDATE service SET document = \(document) WHERE id = \(try row("id", as: String.self))")
        }
        for row in try transaction.rows("SELECT * FROM role") {
            var former = FormerRow(row)
            let document = try former.role()
            try transaction.execute(
                "UPDATE role SET document = \(document) WHERE id = \(try row("id", as: String.self))")
        }
        try Declarations.replaceToken(transaction)
    }

    private mutating func organization() throws -> String {
        try add("name", "name")
        try add("website", "website")
        try add("address", "address")
        try add("description", "description")
        return document
    }

    private mutating func role() throws -> String {
        try add("name", "name")
        let alternatives: String = try row("alternatives")
        add("alternatives", .array(Self.words(alternatives, at: "|").map { Self.list(Self.words($0)) }))
        if try !row("is_default", as: Bool.self) { add("assigned", .boolean(true)) }
        add("platforms", try row.optional("platforms").map { Self.list(Self.words($0)) })
        add("channels", try row.optional("channels").map { Self.list(Self.words($0)) })
        return document
    }

    private mutating func service() throws -> String {
        let name: String = try row("name")
        try add("name", "name")
        try add("displayName", "display_name", unless: name)
        try add("description", "description")
        try add("website", "website")
        add("redirectUris", Self.list(Self.words(try row("redirect_uris"))))
        try add("signingAlgorithm", "signing_algorithm")
        if try !row("is_active", as: Bool.self) { add("active", .boolean(false)) }
        if try row("allows_in_app", as: Bool.self) { add("inApp", .boolean(true)) }
        try add("openedQRCodes", "opened_qr_codes", unless: "pair")
        let seconds: Int64 = try row("session_seconds")
        if seconds != 300 { add("sessionSeconds", .integer(seconds)) }
        let attributes = Self.words(try row("attributes"), at: "|").map(Self.attribute)
        if !attributes.isEmpty { add("attributes", .array(attributes)) }
        try add("claimsIn", "claims_in", unless: "userInfo")
        add("security", try object("security").flatMap(Self.security))
        try addClient()
        return document
    }

    /// Adds the settings of an OpenID Connect client. They are stored under the names of the members, and without
    /// initial values.
    private mutating func addClient() throws {
        let client = try object("client") ?? []
        func value(_ name: String) -> JSONValue? { client.first { $0.name == name }?.value }
        let isNative = if case .boolean(true)? = value("native") { true } else { false }
        let isConfidential = try row.optional("secret_hash", as: [UInt8].self) != nil || value("keys") != nil
        if isConfidential == isNative { add("confidential", .boolean(isConfidential)) }
        switch try row("proof_key", as: String.self) {
        case "optional" where isConfidential: add("pkce", .string("optional"))
        case "legacy" where isConfidential: add("legacy", .boolean(true))
        default: break
        }
        // A profile demands both, and its service need not say so.
        let demands = value("profile") == nil ? [] : ["pushedRequests", "dpop"]
        for name in demands where value(name) == nil { add(name, .string("optional")) }
        for (name, value) in client {
            if demands.contains(name), case .string("required") = value { continue }
            add(name, name == "keys" ? Self.keys(value) : value)
        }
    }

    // MARK: Parts

    private static func attribute(_ text: String) -> JSONValue {
        let words = Self.words(text)
        let name = words.first ?? ""
        let (isRequired, isVerified) = (words.contains("required"), words.contains("verified"))
        let usuallyVerified = ["email", "phoneNumber"].contains(name)
        if isRequired, isVerified == usuallyVerified { return .string(name) }
        return .object(
            [("name", .string(name))] + (isRequired ? [] : [("required", .boolean(false))])
                + (isVerified == usuallyVerified ? [] : [("verified", .boolean(isVerified))]))
    }

    /// Returns the requirements without parts that require nothing; nil for none.
    private static func security(_ stored: [(name: String, value: JSONValue)]) -> JSONValue? {
        let members = stored.compactMap { name, value -> (name: String, value: JSONValue)? in
            switch value {
            case .array(let findings) where findings.isEmpty: nil
            case .object(let versions) where versions.isEmpty: nil
            case .array(let findings) where name == "refused": ("refuse", .array(inOrder(findings)))
            default: (name, value)
            }
        }
        return members.isEmpty ? nil : .object(members)
    }

    /// Sorts findings, which were stored in any order.
    private static func inOrder(_ findings: [JSONValue]) -> [JSONValue] {
        func place(_ finding: JSONValue) -> Int {
            if case .string(let word) = finding { ["rooted", "hooked"].firstIndex(of: word) ?? 2 } else { 2 }
        }
        return findings.sorted { place($0) < place($1) }
    }

    /// Makes JSON Web Keys of keys with `alg`, `key` and `kid`.
    private static func keys(_ stored: JSONValue) -> JSONValue {
        guard case .array(let keys) = stored else { return stored }
        return .array(
            keys.map { key in
                guard case .object(let members) = key else { return key }
                let others = members.filter { !["alg", "key"].contains($0.name) }
                func text(_ name: String) -> String {
                    if case .string(let text)? = members.first(where: { $0.name == name })?.value { text } else { "" }
                }
                let bytes = Base64URL.decode(text("key")) ?? []
                let (x, y) = (
                    JSONValue.string(Base64URL.encode(bytes.prefix(32))),
                    JSONValue.string(Base64URL.encode(bytes.dropFirst(32)))
                )
                return switch text("alg") {
                case "ES256": .object([("kty", .string("EC")), ("crv", .string("P-256")), ("x", x), ("y", y)] + others)
                case "EdDSA": .object([("kty", .string("OKP")), ("crv", .string("Ed25519")), ("x", x)] + others)
                default: key
                }
            })
    }

    private static func words(_ text: String, at separator: Character = " ") -> [String] {
        text.split(separator: separator).map(String.init)
    }

    private static func list(_ words: [String]) -> JSONValue { .array(words.map(JSONValue.string)) }

    // MARK: Members

    private var document: String { String(decoding: JSONValue.object(members).serialized, as: UTF8.self) }

    private mutating func add(_ name: String, _ value: JSONValue?) {
        if let value { members.append((name, value)) }
    }

    /// Adds the text of a column, unless it is null or the usual one.
    private mutating func add(_ name: String, _ column: String, unless usual: String? = nil) throws {
        let text: String? = try row.optional(column)
        if text != usual { add(name, text.map(JSONValue.string)) }
    }

    /// Reads a column with an object of JSON; nil for null. One that is none becomes a member that no reader knows.
    private func object(_ column: String) throws -> [(name: String, value: JSONValue)]? {
        guard let text: String = try row.optional(column) else { return nil }
        let limits = StrictJSON.Limits(size: 2 << 20, depth: 10)
        guard case .object(let members)? = try? StrictJSON.parse(Array(text.utf8), limits: limits) else {
            return [(column, .string(text))]
        }
        return members
    }
}
