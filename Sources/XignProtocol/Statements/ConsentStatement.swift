/// The statement that a user confirms, signed by every factor of the chosen alternative (protocol.md, section 5). Its
/// members are a closed list: another member needs another version.
public struct ConsentStatement: Sendable, Equatable {
    /// An attribute whose value the service will receive.
    public struct Attribute: Sendable, Equatable {
        public enum Source: String, Sendable { case stored, supplied }

        public var name: String
        public var isRequired: Bool
        public var source: Source
        public var aliasID: String?
        public var aliasText: String?
        /// The SHA-256 of the disclosure's text, which fixes the value without revealing it.
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

        /// Compares the bytes of all strings.
        public static func == (a: Attribute, b: Attribute) -> Bool {
            ConsentStatement.json(a).serialized == ConsentStatement.json(b).serialized
        }
    }

    /// An organization, service or role: its identifier and its name.
    public struct Party: Sendable, Equatable {
        public var id: String
        public var name: String

        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }

        /// Compares the bytes of all strings, since Swift's own `==` compares by Unicode equivalence.
        public static func == (a: Party, b: Party) -> Bool {
            a.id.hasSameBytes(as: b.id) && a.name.hasSameBytes(as: b.name)
        }
    }

    /// The act that is confirmed.
    public var subject: ConsentSubject
    public var channel: Channel
    public var idmIdentifier: String
    public var session: SessionID
    /// The manager's challenge, 32 random bytes.
    public var challenge: [UInt8]
    /// The time of issue in Unix seconds, which only the manager checks.
    public var issuedAt: Int64
    /// The time of expiry in Unix seconds, which only the manager checks.
    public var expiresAt: Int64
    public var activation: ActivationID
    public var service: Party
    /// The origin of the redirect URI in use; `app` for InApp-Authentication.
    public var serviceOrigin: String
    public var organization: Party
    public var role: Party
    /// The sets of factors of which one must sign. Each contains the device.
    public var alternatives: [[FactorType]]
    public var attributes: [Attribute]
    public var policyVersion: Int64

    public init(
        subject: ConsentSubject, channel: Channel, idmIdentifier: String, session: SessionID, challenge: [UInt8],
        issuedAt: Int64, expiresAt: Int64, activation: ActivationID, service: Party, serviceOrigin: String,
        organization: Party, role: Party, alternatives: [[FactorType]], attributes: [Attribute], policyVersion: Int64
    ) {
        self.subject = subject
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

    /// The purpose of the act.
    public var purpose: Purpose { subject.purpose }

    /// Reads a statement and refuses every other form.
    ///
    /// Only the logins release attributes. All other purposes demand the PIN in each alternative.
    /// - Throws: `unsupportedVersion`, or `malformed` for everything else.
    public init(parsing bytes: [UInt8]) throws(StatementError) {
        var reader = try JSONObjectReader(StatementCoding.json(bytes))
        guard try reader.integer("v") == ProtocolVersion.current else { throw .unsupportedVersion }
        subject = try ConsentSubject(&reader)
        channel = try reader.word("channel")
        idmIdentifier = try reader.string("idm")
        session = try reader.identifier("session")
        challenge = try reader.bytes("challenge", count: 32)
        issuedAt = try reader.integer("issuedAt")
        expiresAt = try reader.integer("expiresAt")
        activation = try reader.identifier("activationId")
        var serviceReader = try JSONObjectReader(try reader.value("service"))
        service = Party(id: try serviceReader.textIdentifier("id"), name: try serviceReader.displayText("name"))
        serviceOrigin = try serviceReader.displayText("origin")
        try serviceReader.end()
        organization = try Party(try reader.value("organization"))
        role = try Party(try reader.value("role"))
        alternatives = try StatementCoding.alternatives(try reader.array("alternatives"))
        attributes = []
        for value in try reader.array("attributes") { attributes.append(try Self.attribute(value)) }
        policyVersion = try reader.integer("policyVersion")
        try reader.end()
        guard Set(attributes.map(\.name)).count == attributes.count else { throw .malformed }
        if subject.requiresPIN {
            guard attributes.isEmpty, alternatives.allSatisfy({ $0.contains(.pin) }) else { throw .malformed }
        }
    }

    /// The canonical encoding.
    public var serialized: [UInt8] {
        JSONValue.object(
            subject.members + [
                ("v", .integer(ProtocolVersion.current)), ("channel", .string(channel.rawValue)),
                ("idm", .string(idmIdentifier)), ("session", .bytes(session.bytes)), ("challenge", .bytes(challenge)),
                ("issuedAt", .integer(issuedAt)), ("expiresAt", .integer(expiresAt)),
                ("activationId", .bytes(activation.bytes)),
                (
                    "service",
                    .object([
                        ("id", .string(service.id)), ("name", .string(service.name)),
                        ("origin", .string(serviceOrigin)),
                    ])
                ),
                ("organization", organization.json), ("role", role.json),
                ("alternatives", .array(alternatives.map { .array($0.map { .string($0.rawValue) }) })),
                ("attributes", .array(attributes.map(Self.json))), ("policyVersion", .integer(policyVersion)),
            ]
        ).serialized
    }

    /// Compares the encodings.
    public static func == (a: ConsentStatement, b: ConsentStatement) -> Bool { a.serialized == b.serialized }

    private static func attribute(_ value: JSONValue) throws(StatementError) -> Attribute {
        var reader = try JSONObjectReader(value)
        let attribute = Attribute(
            name: try reader.displayText("name"), isRequired: try reader.boolean("required"),
            source: try reader.word("source"), aliasID: try reader.optionalTextIdentifier("aliasId"),
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

extension ConsentStatement.Party {
    init(_ value: JSONValue) throws(StatementError) {
        var reader = try JSONObjectReader(value)
        self.init(id: try reader.textIdentifier("id"), name: try reader.displayText("name"))
        try reader.end()
    }

    var json: JSONValue { .object([("id", .string(id)), ("name", .string(name))]) }
}
