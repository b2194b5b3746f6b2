/// The statement with which a device enrols its keys (protocol.md, section 4).
///
/// It contains all new public keys and is signed by all of them, so that none can be exchanged on the way. The SDK
/// composes it; the manager's challenge is one of its members.
public struct EnrolmentStatement: Sendable, Equatable {
    public var idmIdentifier: String
    public var activation: ActivationID
    /// The manager's challenge, 32 bytes.
    public var challenge: [UInt8]
    /// The public keys, one for each factor, sorted by the factor's name.
    public var keys: [FactorPublicKey]
    /// The user's name for the device.
    public var alias: String
    /// The operating system, such as `Linux`.
    public var platform: String
    /// The kind of store that holds the keys, by the device's own word.
    public var keyStore: KeyStoreKind
    /// A proof by the maker of the key store; nil where it has none.
    public var attestation: Attestation?

    public init(
        idmIdentifier: String, activation: ActivationID, challenge: [UInt8], keys: [FactorPublicKey], alias: String,
        platform: String, keyStore: KeyStoreKind, attestation: Attestation? = nil
    ) {
        self.idmIdentifier = idmIdentifier
        self.activation = activation
        self.challenge = challenge
        self.keys = keys.sorted { $0.factor < $1.factor }
        self.alias = alias
        self.platform = platform
        self.keyStore = keyStore
        self.attestation = attestation
    }

    private static let purpose = "enrolment"

    /// Reads a statement and refuses every other form.
    ///
    /// Keys of the wrong curve, keys of small order, equal keys, and two keys of one factor are refused.
    /// - Throws: `unsupportedVersion`, or `malformed` for everything else.
    public init(parsing bytes: [UInt8]) throws(StatementError) {
        var reader = try JSONObjectReader(StatementCoding.json(bytes))
        guard try reader.integer("v") == ProtocolVersion.current else { throw .unsupportedVersion }
        guard try reader.string("purpose").hasSameBytes(as: Self.purpose) else { throw .malformed }
        idmIdentifier = try reader.string("idm")
        activation = try reader.identifier("activationId")
        challenge = try reader.bytes("challenge", count: 32)
        keys = []
        for value in try reader.array("keys") { keys.append(try FactorPublicKey(value)) }
        alias = try reader.displayText("alias")
        platform = try reader.displayText("platform")
        keyStore = try reader.word("keyStore")
        attestation = try reader.optional("attestation").map(Attestation.init)
        try reader.end()
        let factors = keys.map(\.factor)
        guard factors.contains(.device), factors == factors.sorted(), Set(factors).count == factors.count,
            Set(keys.map(\.rawRepresentation)).count == keys.count
        else { throw .malformed }
    }

    /// Compares the encodings.
    public static func == (a: EnrolmentStatement, b: EnrolmentStatement) -> Bool { a.serialized == b.serialized }

    /// The canonical encoding.
    public var serialized: [UInt8] {
        var members: [(name: String, value: JSONValue)] = [
            ("v", .integer(ProtocolVersion.current)), ("purpose", .string(Self.purpose)),
            ("idm", .string(idmIdentifier)), ("activationId", .bytes(activation.bytes)),
            ("challenge", .bytes(challenge)), ("keys", .array(keys.map(\.json))), ("alias", .string(alias)),
            ("platform", .string(platform)), ("keyStore", .string(keyStore.rawValue)),
        ]
        if let attestation { members.append(("attestation", attestation.json)) }
        return JSONValue.object(members).serialized
    }
}
