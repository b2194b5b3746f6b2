import XignCrypto

/// The values that a manager derives from a statement, which is random, so that a repetition gets them again although
/// only their hashes are stored (protocol.md, sections 6 to 8).
public struct StatementSecrets: Sendable {
    private let managerSecret: SymmetricKey
    private let statementHash: [UInt8]

    /// - Parameters:
    ///   - statement: the signed bytes of a consent statement.
    ///   - managerSecret: 32 bytes, shared by all nodes of the manager.
    public init(of statement: [UInt8], managerSecret: SymmetricKey) {
        self.init(statementHash: Array(SHA256.hash(data: statement)), managerSecret: managerSecret)
    }

    /// - Parameters:
    ///   - statementHash: the SHA-256 of the signed bytes of a consent statement.
    ///   - managerSecret: 32 bytes, shared by all nodes of the manager.
    public init(statementHash: [UInt8], managerSecret: SymmetricKey) {
        self.statementHash = statementHash
        self.managerSecret = managerSecret
    }

    /// The secret that the browser of a login on the same device must bring back: 32 bytes.
    public var returnSecret: SecretOctets { derived("xign/1 return") }

    /// The grant of a utility process: 32 bytes.
    public var grant: SecretOctets { derived("xign/1 grant") }

    /// The authorization code of a login in the service's own app: 32 bytes.
    public var code: SecretOctets { derived("xign/1 code") }

    private func derived(_ label: StaticString) -> SecretOctets {
        var message = ByteWriter(label: label)
        message.append(statementHash)
        return SecretOctets(
            HMAC<SHA256>.authenticationCode(for: message.bytes, using: managerSecret).copiedBytes)
    }
}
