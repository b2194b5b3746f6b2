/// What an app must know of a manager before it talks to it: where it is, which keys speak for it, and to which keys
/// messages are sealed (protocol.md, section 1).
public struct KeyMaterial: Sendable, Equatable {
    public static let statementType = "xign-key-material+jws"

    static let maximumRootKeyCount = 16

    /// Managers issue material for at most 30 days; the rest is for clocks that differ. Whoever steals the online key can
    /// therefore keep an app from asking for the document that ends the theft for no longer than this.
    public static let maximumLifetimeSeconds: Int64 = 45 * 24 * 60 * 60

    public var idmIdentifier: String
    public var url: ManagerOrigin
    /// Origins of the links that open an app. They differ from `url`, since a browser does not open an app from the page's
    /// own domain.
    public var appLinkOrigins: [ManagerOrigin]
    /// Raised when roots, online key, URL or origins change; under root signatures alone.
    public var epoch: Int64
    /// Raised when encryption keys or the expiry change; under the online key.
    public var sequence: Int64
    /// Unix seconds. Nothing is sealed with material that has expired, nor with material that claims to be good for longer
    /// than `maximumLifetimeSeconds`.
    public var expiresAt: Int64
    /// Kept offline.
    public var rootKeys: [StatementVerificationKey]
    /// How many roots must sign a new epoch.
    public var threshold: Int64
    public var onlineKey: StatementVerificationKey
    public var encryptionKeys: [EncryptionKey]

    public init(
        url: ManagerOrigin, appLinkOrigins: [ManagerOrigin], epoch: Int64, sequence: Int64, expiresAt: Int64,
        rootKeys: [StatementVerificationKey], threshold: Int64, onlineKey: StatementVerificationKey,
        encryptionKeys: [EncryptionKey]
    ) {
        idmIdentifier = url.idmIdentifier
        self.url = url
        self.appLinkOrigins = appLinkOrigins
        self.epoch = epoch
        self.sequence = sequence
        self.expiresAt = expiresAt
        self.rootKeys = rootKeys
        self.threshold = threshold
        self.onlineKey = onlineKey
        self.encryptionKeys = encryptionKeys
    }

    /// Reads the payload of a signed document, strictly.
    public init(parsing bytes: [UInt8]) throws(StatementError) {
        let value: JSONValue
        do throws(StrictJSON.Refusal) { value = try StrictJSON.parse(bytes, limits: .statement) } catch {
            throw .malformed
        }
        var reader = try JSONObjectReader(value)
        guard try reader.integer("v") == ProtocolVersion.current else { throw .unsupportedVersion }
        idmIdentifier = try reader.string("idmIdentifier")
        url = try Self.origin(try reader.string("url"))
        appLinkOrigins = []
        for origin in try reader.array("appLinkOrigins") {
            appLinkOrigins.append(try Self.origin(try origin.asString()))
        }
        epoch = try reader.integer("epoch")
        sequence = try reader.integer("sequence")
        expiresAt = try reader.integer("expiresAt")
        rootKeys = []
        for key in try reader.array("rootKeys") { rootKeys.append(try Self.verificationKey(try key.asString())) }
        threshold = try reader.integer("threshold")
        onlineKey = try Self.verificationKey(try reader.string("onlineKey"))
        encryptionKeys = []
        for key in try reader.array("encryptionKeys") {
            var entry = try JSONObjectReader(key)
            let suite = try entry.string("suite")
            let publicKey = try entry.bytes("publicKey")
            try entry.end()
            // A suite of a later version is passed over; one that is known must be right.
            guard let suite = SealingSuite(rawValue: suite) else { continue }
            guard let key = EncryptionKey(suite: suite, publicKey: publicKey) else { throw .malformed }
            encryptionKeys.append(key)
        }
        try reader.end()
        guard idmIdentifier.hasSameBytes(as: url.idmIdentifier), epoch >= 1, sequence >= 1, expiresAt > 0,
            (1...Self.maximumRootKeyCount).contains(rootKeys.count), Set(rootKeys).count == rootKeys.count,
            (1...Int64(rootKeys.count)).contains(threshold), !rootKeys.contains(onlineKey),
            (1...8).contains(encryptionKeys.count), appLinkOrigins.count <= 8
        else { throw .malformed }
    }

    /// The payload that is signed.
    public var serialized: [UInt8] {
        JSONValue.object([
            ("v", .integer(ProtocolVersion.current)), ("idmIdentifier", .string(idmIdentifier)),
            ("url", .string(url.description)),
            ("appLinkOrigins", .array(appLinkOrigins.map { .string($0.description) })), ("epoch", .integer(epoch)),
            ("sequence", .integer(sequence)), ("expiresAt", .integer(expiresAt)),
            ("rootKeys", .array(rootKeys.map { .bytes($0.rawRepresentation) })), ("threshold", .integer(threshold)),
            ("onlineKey", .bytes(onlineKey.rawRepresentation)),
            (
                "encryptionKeys",
                .array(
                    encryptionKeys.map {
                        .object([("suite", .string($0.suite.rawValue)), ("publicKey", .bytes($0.publicKey))])
                    })
            ),
        ]).serialized
    }

    /// The order of documents: a new epoch comes after every sequence of an older one.
    public func isNewer(than other: KeyMaterial) -> Bool { (epoch, sequence) > (other.epoch, other.sequence) }

    private static func origin(_ text: String) throws(StatementError) -> ManagerOrigin {
        guard let origin = ManagerOrigin(text) else { throw .malformed }
        return origin
    }

    private static func verificationKey(_ text: String) throws(StatementError) -> StatementVerificationKey {
        guard let bytes = Base64URL.decode(text), let key = StatementVerificationKey(rawRepresentation: bytes) else {
            throw .malformed
        }
        return key
    }
}

/// The one version of the protocol; there is no negotiation.
public enum ProtocolVersion {
    public static let current: Int64 = 1
}
