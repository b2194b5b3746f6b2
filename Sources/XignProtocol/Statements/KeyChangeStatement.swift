/// The statement with which a device changes keys or its account after a confirmed utility process (protocol.md,
/// section 7).
///
/// The SDK composes it. It is signed by the device key and by each key in it, so that no key can be exchanged on the
/// way. Its members are a closed list.
public struct KeyChangeStatement: Sendable {
    public enum Change: Sendable {
        /// The new key of the PIN.
        case changePin(FactorPublicKey)
        /// The key of a factor that the activation does not have yet.
        case addFactor(FactorPublicKey)
        case newActivation(NewActivation)
        case delete
    }

    /// A further activation, whose id and secret the device has drawn.
    public struct NewActivation: Sendable {
        public var id: ActivationID
        /// The SHA-256 of the activation secret.
        public var secretHash: [UInt8]
        /// The user's name for the new device.
        public var alias: String?

        public init(id: ActivationID, secretHash: [UInt8], alias: String?) {
            self.id = id
            self.secretHash = secretHash
            self.alias = alias
        }
    }

    public var idmIdentifier: String
    public var activation: ActivationID
    /// The SHA-256 of the consent statement that was confirmed.
    public var consentHash: [UInt8]
    public var change: Change

    public init(idmIdentifier: String, activation: ActivationID, consentHash: [UInt8], change: Change) {
        self.idmIdentifier = idmIdentifier
        self.activation = activation
        self.consentHash = consentHash
        self.change = change
    }

    public var purpose: Purpose {
        switch change {
        case .changePin: .changePin
        case .addFactor: .addFactor
        case .newActivation: .newActivation
        case .delete: .delete
        }
    }

    /// The key that the statement enrols; nil for changes without one.
    public var key: FactorPublicKey? {
        switch change {
        case .changePin(let key), .addFactor(let key): key
        case .newActivation, .delete: nil
        }
    }

    /// Reads a statement and refuses every other form.
    /// - Throws: `unsupportedVersion`, or `malformed` for everything else.
    public init(parsing bytes: [UInt8]) throws(StatementError) {
        var reader = try JSONObjectReader(StatementCoding.json(bytes))
        guard try reader.integer("v") == ProtocolVersion.current else { throw .unsupportedVersion }
        let purpose: Purpose = try reader.word("purpose")
        idmIdentifier = try reader.string("idm")
        activation = try reader.identifier("activationId")
        consentHash = try reader.bytes("consent", count: 32)
        let keys = try reader.optional("keys").map(Self.key)
        let newActivation = try reader.optional("activation").map(NewActivation.init)
        try reader.end()
        switch (purpose, keys, newActivation) {
        case (.changePin, let key?, nil) where key.factor == .pin: change = .changePin(key)
        case (.addFactor, let key?, nil) where UtilitySubject.addableFactors.contains(key.factor):
            change = .addFactor(key)
        case (.newActivation, nil, let activation?): change = .newActivation(activation)
        case (.delete, nil, nil): change = .delete
        default: throw .malformed
        }
    }

    /// The canonical encoding.
    public var serialized: [UInt8] {
        var members: [(name: String, value: JSONValue)] = [
            ("v", .integer(ProtocolVersion.current)), ("purpose", .string(purpose.rawValue)),
            ("idm", .string(idmIdentifier)), ("activationId", .bytes(activation.bytes)),
            ("consent", .bytes(consentHash)),
        ]
        if let key { members.append(("keys", .array([key.json]))) }
        if case .newActivation(let activation) = change { members.append(("activation", activation.json)) }
        return JSONValue.object(members).serialized
    }

    /// Reads the list of keys, which has one element.
    private static func key(_ value: JSONValue) throws(StatementError) -> FactorPublicKey {
        let keys = try value.asArray()
        guard keys.count == 1 else { throw .malformed }
        return try FactorPublicKey(keys[0])
    }
}

extension KeyChangeStatement.NewActivation {
    fileprivate init(_ value: JSONValue) throws(StatementError) {
        var reader = try JSONObjectReader(value)
        id = try reader.identifier("id")
        secretHash = try reader.bytes("secretHash", count: 32)
        alias = try reader.optionalDisplayText("alias")
        try reader.end()
    }

    fileprivate var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("id", .bytes(id.bytes)), ("secretHash", .bytes(secretHash)),
        ]
        if let alias { members.append(("alias", .string(alias))) }
        return .object(members)
    }
}

/// Compares the encodings.
extension KeyChangeStatement: Equatable {
    public static func == (one: Self, other: Self) -> Bool { one.serialized == other.serialized }
}

extension FactorPublicKey {
    /// Reads an element of `keys` in a statement.
    init(_ value: JSONValue) throws(StatementError) {
        var reader = try JSONObjectReader(value)
        let factor: FactorType = try reader.word("factor")
        guard let key = FactorPublicKey(factor: factor, rawRepresentation: try reader.bytes("publicKey")) else {
            throw .malformed
        }
        try reader.end()
        self = key
    }

    var json: JSONValue {
        .object([("factor", .string(factor.rawValue)), ("publicKey", .bytes(rawRepresentation))])
    }
}
