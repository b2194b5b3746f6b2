import XignCrypto
import XignDomain
import XignProtocol

/// A file by which anybody can verify that a registered device has signed a statement, without the manager
/// (docs/evidence.md).
///
/// It has no key, signature or salt of a PIN: with a copy of the device's storage, they would allow guesses at the PIN
/// to be tested.
package struct EvidenceFile: Codable, Sendable {
    static let format = "xign-evidence/1"
    /// The number of statements at most.
    package static let maximumStatements = 100

    let format: String
    /// `EvidenceAssertion`s as the manager has signed them.
    let evidence: [String]
    /// The documents of key material that verify each other, from the first one on: the first and the last of each
    /// epoch.
    let keyMaterial: [Octets]

    init(evidence: [String], keyMaterial: [SignedKeyMaterial]) {
        format = Self.format
        self.evidence = evidence
        self.keyMaterial = keyMaterial.map { Octets($0.serialized) }
    }
}

/// The words of the manager about one signed statement, which it signs with its online key.
package struct EvidenceAssertion: Codable, Sendable, Equatable {
    package let issuer: String
    /// The process that was confirmed.
    package let process: SessionID
    /// The moment at which the manager has verified the signatures of `factors`, in Unix seconds: in the time of the
    /// statement.
    package let confirmedAt: Int64
    /// The moment of this assertion, in Unix seconds.
    package let exportedAt: Int64
    /// The factors of the device that have signed.
    package let factors: [FactorType]
    /// The statement with the signature of the device alone, as a compact JWS.
    package let statement: String
    package let activationId: ActivationID
    /// The public key of the device, x || y.
    package let deviceKey: Octets
    /// The account of the device at the moment of this assertion: its public id and its name.
    package let userId: String
    package let user: String
}

/// An assertion whose signatures were verified, with the statement.
package struct VerifiedEvidence: Sendable {
    package let assertion: EvidenceAssertion
    package let statement: ConsentStatement
    /// The bytes of the statement.
    package let payload: [UInt8]
    /// The `kid` of the online key that has signed the assertion, and the epoch of the key.
    package let keyIdentifier: String
    package let epoch: Int64
}

/// The reason why a file is no evidence.
package enum EvidenceRefusal: String, Error, Sendable {
    /// It is not in the form of an evidence file.
    case malformed
    /// Its key material is not that of the reader, or a document does not verify the next.
    case otherKeys
    /// An assertion is not signed by an online key of that key material, or names another issuer.
    case unsignedAssertion
    /// The device's signature is wrong, or the assertion does not describe its statement, or not its time.
    case wrongDeviceSignature
}

extension EvidenceFile {
    /// The size of a file, and the nesting.
    private static let limits = StrictJSON.Limits(size: 1 << 20, depth: 3)
    private static let maximumDocuments = 256

    /// Reads a file without verifying a signature.
    /// - Throws: `EvidenceRefusal.malformed`.
    init(parsing bytes: [UInt8]) throws(EvidenceRefusal) {
        guard let file = try? MessageCoding.decode(EvidenceFile.self, from: bytes, limits: Self.limits),
            (try? MessageCoding.encode(file)) == bytes, file.format == Self.format,
            (1...Self.maximumStatements).contains(file.evidence.count),
            (1...Self.maximumDocuments).contains(file.keyMaterial.count)
        else { throw .malformed }
        self = file
    }

    private func documents() throws(EvidenceRefusal) -> [SignedKeyMaterial] {
        var documents: [SignedKeyMaterial] = []
        for bytes in keyMaterial {
            guard let document = try? SignedKeyMaterial(parsing: bytes.bytes) else { throw .malformed }
            documents.append(document)
        }
        return documents
    }

    /// Verifies a file with the fingerprint of root keys. Who has stolen these root keys makes such files at will.
    /// - Parameters:
    ///   - bytes: the file, of whatever origin.
    ///   - fingerprints: of the root keys that the reader trusts, in words.
    package static func verify(
        _ bytes: [UInt8], fingerprints: Set<String>
    ) throws(EvidenceRefusal) -> [VerifiedEvidence] {
        let file = try EvidenceFile(parsing: bytes)
        return try verify(file, trusted(file.documents(), fingerprints))
    }

    /// Verifies a file with key material that the reader trusts, which the file's newer documents update as they update
    /// a device's. For each epoch that the reader knows, the reader's own documents count, never those of the file:
    /// former root keys may have been stolen since.
    package static func verify(
        _ bytes: [UInt8], keyMaterial: KeyMaterialChain
    ) throws(EvidenceRefusal) -> [VerifiedEvidence] {
        let file = try EvidenceFile(parsing: bytes)
        var chain = keyMaterial
        for document in try file.documents() {
            do throws(KeyMaterialChain.UpdateError) { try chain.update(to: document) } catch {
                if error != .notNewer { throw .otherKeys }
            }
        }
        return try verify(file, chain.documents)
    }

    /// Reads key material as `xignin-manager key-material` prints it, which the reader trusts.
    /// - Throws: `EvidenceRefusal.malformed` for anything but documents of which each verifies the next.
    package static func keyMaterial(parsing bytes: [UInt8]) throws(EvidenceRefusal) -> KeyMaterialChain {
        guard let value = try? StrictJSON.parse(bytes, limits: .init(size: 1 << 20, depth: 5)),
            case .array(let values) = value
        else { throw .malformed }
        var documents: [SignedKeyMaterial] = []
        for value in values {
            guard let document = try? SignedKeyMaterial(parsing: value.serialized) else { throw .malformed }
            documents.append(document)
        }
        guard let chain = try? KeyMaterialChain(trusting: documents) else { throw .malformed }
        return chain
    }

    /// Returns the documents from the first one on that trusted root keys have signed.
    private static func trusted(
        _ documents: [SignedKeyMaterial], _ fingerprints: Set<String>
    ) throws(EvidenceRefusal) -> [SignedKeyMaterial] {
        let known = documents.drop { !(fingerprints.contains($0.material.fingerprint) && $0.isSignedByItsRoots) }
        guard !known.isEmpty, (try? KeyMaterialChain(trusting: Array(known))) != nil else { throw .otherKeys }
        return Array(known)
    }

    private static func verify(
        _ file: EvidenceFile, _ documents: [SignedKeyMaterial]
    ) throws(EvidenceRefusal) -> [VerifiedEvidence] {
        var verified: [VerifiedEvidence] = []
        for text in file.evidence { verified.append(try verify(text, documents.map(\.material))) }
        return verified
    }

    private static func verify(
        _ text: String, _ documents: [KeyMaterial]
    ) throws(EvidenceRefusal) -> VerifiedEvidence {
        guard
            let signed = SignedDocument<EvidenceAssertion>(text, type: .evidence, by: documents.map(\.onlineKey)),
            let material = documents.first(where: { $0.onlineKey == signed.key }),
            signed.payload.issuer == material.url.description
        else { throw .unsignedAssertion }
        let assertion = signed.payload
        guard let payload = DeviceJWS.payload(of: assertion.statement, factors: assertion.factors, assertion.deviceKey),
            let statement = try? ConsentStatement(parsing: payload), statement.session == assertion.process,
            statement.activation == assertion.activationId, statement.idmIdentifier == material.idmIdentifier,
            statement.couldBeConfirmed(at: assertion.confirmedAt)
        else { throw .wrongDeviceSignature }
        return VerifiedEvidence(
            assertion: assertion, statement: statement, payload: payload, keyIdentifier: signed.key.identifier,
            epoch: material.epoch)
    }
}

extension ConsentStatement {
    /// Returns whether a moment is in the time of the statement that its device has signed, give or take a wrong clock.
    /// The manager's own record of the moment stands unsealed in its database.
    /// - Parameter seconds: the moment in Unix seconds.
    func couldBeConfirmed(at seconds: Int64) -> Bool {
        let (earliest, isBefore) = issuedAt.subtractingReportingOverflow(Timestamp.clockTolerance)
        let (latest, isAfter) = expiresAt.addingReportingOverflow(Timestamp.clockTolerance)
        return !isBefore && !isAfter && earliest <= seconds && seconds <= latest
    }
}

/// The signature of a device on a consent statement, as a compact JWS (RFC 7515, section 7.1).
enum DeviceJWS {
    private struct Header: Decodable, Equatable {
        let alg: String
        let factors: [FactorType]
        let kid: String
        let typ: String
    }

    /// Verifies a signature.
    /// - Parameter factors: those that the header must name.
    /// - Returns: the statement; nil for any other text.
    static func payload(of text: String, factors: [FactorType], _ key: Octets) -> [UInt8]? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let expected = Header(
            alg: "ES256", factors: factors, kid: FactorType.device.rawValue, typ: StatementType.consent.rawValue)
        guard parts.count == 3, factors.contains(.device), let payload = Base64URL.decode(parts[1]),
            let header = Base64URL.decode(parts[0]),
            (try? MessageCoding.decode(Header.self, from: header, limits: .statement)) == expected,
            let signature = Base64URL.decode(parts[2]), signature.count == 64,
            let key = try? P256.Signing.PublicKey(rawRepresentation: key.bytes),
            let value = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            key.isValidSignature(value, for: Array("\(parts[0]).\(parts[1])".utf8))
        else { return nil }
        return payload
    }
}
