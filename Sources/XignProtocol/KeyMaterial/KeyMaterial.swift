/// The pinned data of a manager that an app needs to talk to it: its URL, the keys that sign for it, and the keys to
/// which requests are sealed (protocol.md, section 1).
public struct KeyMaterial: Sendable, Equatable {
    /// The `typ` of the signed document.
    public static let statementType = "xign-key-material+jws"

    static let maximumRootKeyCount = 16

    /// The longest remaining lifetime that an app accepts, in seconds.
    ///
    /// Managers issue documents for 30 days; the rest allows for clocks that differ. The limit bounds the time for
    /// which a thief of the online key can keep an app from fetching the document that replaces the key.
    public static let maximumLifetimeSeconds: Int64 = 45 * 24 * 60 * 60

    /// The identifier of `url`.
    public var idmIdentifier: String
    /// The origin to which requests are sent.
    public var url: ManagerOrigin
    /// The origins of links that open an app, at most 8. They differ from `url`, since a browser does not open an app
    /// for a link to the page's own domain.
    public var appLinkOrigins: [ManagerOrigin]
    /// The number of the epoch, from 1. A change of root keys, online key or link origins begins a new one, which root
    /// keys must sign. The host and the port of `url` never change.
    public var epoch: Int64
    /// The number of the document, from 1. A change of encryption keys or expiry increases it; the online key signs it.
    public var sequence: Int64
    /// The expiry in Unix seconds. Nothing is sealed with a document that has expired, or that expires later than
    /// `maximumLifetimeSeconds` from now.
    public var expiresAt: Int64
    /// The root keys, whose private keys are kept offline: 1 to 16.
    public var rootKeys: [StatementVerificationKey]
    /// The number of root keys that must sign a new epoch.
    public var threshold: Int64
    /// The key that signs documents of the same epoch. It is not a root key.
    public var onlineKey: StatementVerificationKey
    /// The keys to which requests are sealed: 1 to 8.
    public var encryptionKeys: [EncryptionKey]

    /// Makes a document without checking its conditions, which `init(parsing:)` checks.
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

    /// Reads the payload of a signed document and checks all conditions of protocol.md, section 1.
    /// - Throws: `unsupportedVersion`, or `malformed` for everything else.
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
            // Keys of an unknown suite are skipped, so that a later version can add suites.
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

    /// The moment at which the epoch was prepared, in Unix seconds. Nil for the first one, and for a number that is no
    /// time: managers number all epochs but the first by their clock.
    public var epochBegan: Int64? { Self.timesOfEpochs.contains(epoch) ? epoch : nil }

    /// The numbers of epochs that are times: from 2020 to 2200.
    private static let timesOfEpochs: ClosedRange<Int64> = 1_577_836_800...7_258_118_400

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

    /// Returns whether this document comes after the other: by epoch, then by sequence.
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
