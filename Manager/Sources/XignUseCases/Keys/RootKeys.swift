import XignCrypto
import XignProtocol

/// The private root keys of a manager: the contents of `root-keys.json`. They are kept offline, and sign key material
/// with which an epoch begins (protocol.md, section 1).
package struct RootKeys: Sendable, CustomStringConvertible {
    package let issuer: ManagerOrigin
    let privateKeys: [Curve25519.Signing.PrivateKey]
    /// The public halves, in the order of the private ones.
    let publicKeys: [StatementVerificationKey]

    /// The number of root keys that must sign. The second key is a spare.
    static let threshold: Int64 = 1
    private static let count = 2

    /// The form of the file: raw Ed25519 keys in base64url.
    private struct Contents: Codable {
        let issuer: String
        let rootKeys: [SecretOctets]
    }

    /// Draws the keys of a new manager, or those that replace others.
    package static func draw(issuer: ManagerOrigin) throws -> RootKeys {
        try RootKeys(issuer: issuer, (0..<count).map { _ in Curve25519.Signing.PrivateKey() })
    }

    private init(issuer: ManagerOrigin, _ privateKeys: [Curve25519.Signing.PrivateKey]) throws {
        self.issuer = issuer
        self.privateKeys = privateKeys
        publicKeys = try privateKeys.map(StatementVerificationKey.init(of:))
    }

    /// Reads the contents of a file.
    /// - Parameter name: the file's name, for the error.
    /// - Throws: `ManagerError` with the code `rootKeys` for anything but 1 to 16 different root keys and their issuer.
    ///   The error says nothing about the contents.
    package init(parsing bytes: [UInt8], from name: String) throws {
        let refusal = ManagerError(
            .rootKeys, "\(name) holds no root keys: name the root-keys.json that you keep offline.")
        guard let contents = try? MessageCoding.decode(Contents.self, from: bytes),
            let issuer = ManagerOrigin(contents.issuer),
            (1...16).contains(contents.rootKeys.count),
            let keys = try? contents.rootKeys.map({ try Curve25519.Signing.PrivateKey(rawRepresentation: $0.bytes) })
        else { throw refusal }
        do { try self.init(issuer: issuer, keys) } catch { throw refusal }
        guard Set(publicKeys).count == publicKeys.count else { throw refusal }
    }

    /// The contents of the file. Secret.
    package var serialized: [UInt8] {
        get throws {
            try MessageCoding.encode(
                Contents(
                    issuer: issuer.description, rootKeys: privateKeys.map { SecretOctets($0.rawRepresentation) }))
        }
    }

    /// A text without the keys, so that no log has them.
    package var description: String { "root keys of \(issuer)" }
}

extension StatementVerificationKey {
    /// - Throws: `ManagerError` for a key that no device would accept, which a random one never is.
    init(of key: Curve25519.Signing.PrivateKey) throws {
        guard let key = StatementVerificationKey(rawRepresentation: Array(key.publicKey.rawRepresentation)) else {
            throw ManagerError(.keyGeneration, "The random generator gave an unusable key: try again.")
        }
        self = key
    }
}
