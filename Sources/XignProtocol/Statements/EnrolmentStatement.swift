/// What a device says when it enrols: all its new public keys together, signed by all of them, so that none can be exchanged on
/// the way. Composed by the SDK; the manager's challenge is but one of its fields.
public struct EnrolmentStatement: Sendable, Equatable {
    public var idmIdentifier: String
    public var activation: ActivationID
    /// 32 bytes of the manager's.
    public var challenge: [UInt8]
    /// One for each factor, sorted by the factor's name.
    public var keys: [FactorPublicKey]
    /// What the user calls the device.
    public var alias: String
    /// Such as `Linux`.
    public var platform: String

    public init(
        idmIdentifier: String, activation: ActivationID, challenge: [UInt8], keys: [FactorPublicKey], alias: String,
        platform: String
    ) {
        self.idmIdentifier = idmIdentifier
        self.activation = activation
        self.challenge = challenge
        self.keys = keys.sorted { $0.factor < $1.factor }
        self.alias = alias
        self.platform = platform
    }

    private static let purpose = "enrolment"

    /// Reads a statement strictly; keys of the wrong curve, of small order, equal to each other or twice for one factor are
    /// refused.
    public init(parsing bytes: [UInt8]) throws(StatementError) {
        var reader = try JSONObjectReader(StatementCoding.json(bytes))
        guard try reader.integer("v") == ProtocolVersion.current else { throw .unsupportedVersion }
        guard try reader.string("purpose").hasSameBytes(as: Self.purpose) else { throw .malformed }
        idmIdentifier = try reader.string("idm")
        activation = try reader.identifier("activationId")
        challenge = try reader.bytes("challenge", count: 32)
        keys = []
        for value in try reader.array("keys") {
            var entry = try JSONObjectReader(value)
            let factor: FactorType = try entry.word("factor")
            guard let key = FactorPublicKey(factor: factor, rawRepresentation: try entry.bytes("publicKey")) else {
                throw .malformed
            }
            try entry.end()
            keys.append(key)
        }
        alias = try reader.displayText("alias")
        platform = try reader.displayText("platform")
        try reader.end()
        let factors = keys.map(\.factor)
        guard factors.contains(.device), factors == factors.sorted(), Set(factors).count == factors.count,
            Set(keys.map(\.rawRepresentation)).count == keys.count
        else { throw .malformed }
    }

    /// Whether both say the same in the same bytes.
    public static func == (a: EnrolmentStatement, b: EnrolmentStatement) -> Bool { a.serialized == b.serialized }

    /// The statement's bytes.
    public var serialized: [UInt8] {
        JSONValue.object([
            ("v", .integer(ProtocolVersion.current)), ("purpose", .string(Self.purpose)),
            ("idm", .string(idmIdentifier)), ("activationId", .bytes(activation.bytes)),
            ("challenge", .bytes(challenge)),
            (
                "keys",
                .array(
                    keys.map {
                        .object([
                            ("factor", .string($0.factor.rawValue)), ("publicKey", .bytes($0.rawRepresentation)),
                        ])
                    })
            ),
            ("alias", .string(alias)), ("platform", .string(platform)),
        ]).serialized
    }
}
