/// Why a process runs. The SDK fixes it by how the process began; a statement that says something else is not signed.
public enum Purpose: String, Sendable, Codable {
    case login, inAppLogin, transaction, merge, addFactor, changePin, newActivation, delete, revoke
}

/// How a session was created, for good; each way has a secret of its own to claim it.
public enum Channel: String, Sendable, Codable {
    /// The QR code on another device's screen.
    case crossDevice
    /// A link on the same device.
    case sameDevice
    case inApp
    /// Begun by the device itself, for a utility process.
    case api
}

/// What a user confirms, signed by every factor of the chosen alternative (protocol.md, section 5). A closed list: one more member is
/// another version.
public struct ConsentStatement: Sendable, Equatable {
    /// A value that the service will receive.
    public struct Attribute: Sendable, Equatable {
        public enum Source: String, Sendable { case stored, supplied }

        public var name: String
        public var isRequired: Bool
        public var source: Source
        public var aliasID: String?
        public var aliasText: String?
        /// SHA-256 of the disclosure's text: pins the value without showing it.
        public var digest: [UInt8]

        public init(
            name: String, isRequired: Bool, source: Source, aliasID: String?, aliasText: String?, digest: [UInt8]
        ) {
            self.name = name
            self.isRequired = isRequired
            self.source = source
            self.aliasID = aliasID
            self.aliasText = aliasText
            self.digest = digest
        }

        /// By the bytes of every string.
        public static func == (a: Attribute, b: Attribute) -> Bool {
            ConsentStatement.json(a).serialized == ConsentStatement.json(b).serialized
        }
    }

    /// Something named, with the identifier that names it.
    public struct Party: Sendable, Equatable {
        public var id: String
        public var name: String

        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }

        /// By the bytes of every string; Swift's own `==` calls strings equal that only look alike.
        public static func == (a: Party, b: Party) -> Bool {
            a.id.hasSameBytes(as: b.id) && a.name.hasSameBytes(as: b.name)
        }
    }

    public var purpose: Purpose
    public var channel: Channel
    public var idmIdentifier: String
    public var session: SessionID
    /// 32 random bytes of the manager's.
    public var challenge: [UInt8]
    /// Unix seconds, judged by the manager alone.
    public var issuedAt: Int64
    public var expiresAt: Int64
    public var activation: ActivationID
    public var service: Party
    /// Origin of the redirect URI in use; `app` for InApp-Authentication.
    public var serviceOrigin: String
    public var organization: Party
    public var role: Party
    /// Sets of factors, one of which must sign; each contains the device.
    public var alternatives: [[FactorType]]
    public var attributes: [Attribute]
    public var policyVersion: Int64

    public init(
        purpose: Purpose, channel: Channel, idmIdentifier: String, session: SessionID, challenge: [UInt8],
        issuedAt: Int64, expiresAt: Int64, activation: ActivationID, service: Party, serviceOrigin: String,
        organization: Party, role: Party, alternatives: [[FactorType]], attributes: [Attribute], policyVersion: Int64
    ) {
        self.purpose = purpose
        self.channel = channel
        self.idmIdentifier = idmIdentifier
        self.session = session
        self.challenge = challenge
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.activation = activation
        self.service = service
        self.serviceOrigin = serviceOrigin
        self.organization = organization
        self.role = role
        self.alternatives = alternatives
        self.attributes = attributes
        self.policyVersion = policyVersion
    }

    /// Reads a statement strictly. `transaction` and `utility` are reserved names: this version knows no process that has
    /// them, so a statement with one is refused.
    public init(parsing bytes: [UInt8]) throws(StatementError) {
        var reader = try JSONObjectReader(StatementCoding.json(bytes))
        guard try reader.integer("v") == ProtocolVersion.current else { throw .unsupportedVersion }
        purpose = try reader.word("purpose")
        channel = try reader.word("channel")
        idmIdentifier = try reader.string("idm")
        session = try reader.identifier("session")
        challenge = try reader.bytes("challenge", count: 32)
        issuedAt = try reader.integer("issuedAt")
        expiresAt = try reader.integer("expiresAt")
        activation = try reader.identifier("activationId")
        var serviceReader = try JSONObjectReader(try reader.value("service"))
        service = Party(id: try serviceReader.string("id"), name: try serviceReader.displayText("name"))
        serviceOrigin = try serviceReader.displayText("origin")
        try serviceReader.end()
        organization = try Self.party(try reader.value("organization"))
        role = try Self.party(try reader.value("role"))
        alternatives = try StatementCoding.alternatives(try reader.array("alternatives"))
        attributes = []
        for value in try reader.array("attributes") { attributes.append(try Self.attribute(value)) }
        policyVersion = try reader.integer("policyVersion")
        try reader.end()
        guard Set(attributes.map(\.name)).count == attributes.count else { throw .malformed }
    }

    /// The statement's bytes.
    public var serialized: [UInt8] {
        JSONValue.object([
            ("v", .integer(ProtocolVersion.current)), ("purpose", .string(purpose.rawValue)),
            ("channel", .string(channel.rawValue)), ("idm", .string(idmIdentifier)),
            ("session", .bytes(session.bytes)), ("challenge", .bytes(challenge)), ("issuedAt", .integer(issuedAt)),
            ("expiresAt", .integer(expiresAt)), ("activationId", .bytes(activation.bytes)),
            (
                "service",
                .object([
                    ("id", .string(service.id)), ("name", .string(service.name)), ("origin", .string(serviceOrigin)),
                ])
            ),
            ("organization", Self.json(organization)), ("role", Self.json(role)),
            ("alternatives", .array(alternatives.map { .array($0.map { .string($0.rawValue) }) })),
            ("attributes", .array(attributes.map(Self.json))), ("policyVersion", .integer(policyVersion)),
        ]).serialized
    }

    /// Whether both say the same in the same bytes.
    public static func == (a: ConsentStatement, b: ConsentStatement) -> Bool { a.serialized == b.serialized }

    private static func party(_ value: JSONValue) throws(StatementError) -> Party {
        var reader = try JSONObjectReader(value)
        let party = Party(id: try reader.string("id"), name: try reader.displayText("name"))
        try reader.end()
        return party
    }

    private static func json(_ party: Party) -> JSONValue {
        .object([("id", .string(party.id)), ("name", .string(party.name))])
    }

    private static func attribute(_ value: JSONValue) throws(StatementError) -> Attribute {
        var reader = try JSONObjectReader(value)
        let attribute = Attribute(
            name: try reader.displayText("name"), isRequired: try reader.boolean("required"),
            source: try reader.word("source"), aliasID: try reader.optionalString("aliasId"),
            aliasText: try reader.optionalString("aliasText"), digest: try reader.bytes("digest", count: 32))
        try reader.end()
        if let text = attribute.aliasText, !DisplayText.isValid(text) { throw .malformed }
        return attribute
    }

    fileprivate static func json(_ attribute: Attribute) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("name", .string(attribute.name)), ("required", .boolean(attribute.isRequired)),
            ("source", .string(attribute.source.rawValue)), ("digest", .bytes(attribute.digest)),
        ]
        if let id = attribute.aliasID { members.append(("aliasId", .string(id))) }
        if let text = attribute.aliasText { members.append(("aliasText", .string(text))) }
        return .object(members)
    }
}

enum StatementCoding {
    static func json(_ bytes: [UInt8]) throws(StatementError) -> JSONValue {
        do throws(StrictJSON.Refusal) { return try StrictJSON.parse(bytes, limits: .statement) } catch {
            throw .malformed
        }
    }

    /// Each alternative sorted, without repetition, and with the device in it.
    static func alternatives(_ values: [JSONValue]) throws(StatementError) -> [[FactorType]] {
        var alternatives: [[FactorType]] = []
        for value in values {
            var factors: [FactorType] = []
            for name in try value.asArray() {
                guard let factor = FactorType(rawValue: try name.asString()) else { throw .malformed }
                factors.append(factor)
            }
            guard factors.contains(.device), factors == factors.sorted(), Set(factors).count == factors.count else {
                throw .malformed
            }
            alternatives.append(factors)
        }
        guard !alternatives.isEmpty else { throw .malformed }
        return alternatives
    }
}

extension JSONObjectReader {
    /// Text that is shown to the user before it is signed.
    mutating func displayText(_ name: String) throws(StatementError) -> String {
        let text = try string(name)
        guard DisplayText.isValid(text) else { throw .malformed }
        return text
    }
}
