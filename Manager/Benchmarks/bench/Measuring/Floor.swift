import VirtualUsers
import XignCrypto
import XignProtocol
import XignStorage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The CPU time of the operations that any manager needs for one login.
///
/// Each operation runs alone, with the manager's libraries. Keys are ready for use, and messages have the size that
/// they have in a login. There are two floors: the lower one has what the protocol demands, cryptography and durable
/// commits. The other adds what a server on SQLite needs: the requests and answers over TCP, and the statements.
struct Floor: Sendable {
    struct Operation: Sendable {
        let name: String
        /// Operations per login.
        let count: Double
        /// CPU time of one operation.
        let nanoseconds: Double
    }

    let operations: [Operation]
    /// The operations that the server's floor has in addition.
    let serverOperations: [Operation]

    var milliseconds: Double { Self.milliseconds(operations) }
    var serverMilliseconds: Double { milliseconds + Self.milliseconds(serverOperations) }

    private static func milliseconds(_ operations: [Operation]) -> Double {
        operations.reduce(0) { $0 + $1.count * $1.nanoseconds } / 1e6
    }

    /// - Parameters:
    ///   - commitsPerLogin: the measured number, since concurrent logins share commits.
    ///   - folder: a folder in the file system of the manager's database.
    ///   - rounds: the number of runs of each operation.
    init(commitsPerLogin: Double, folder: String, rounds: Int) throws {
        let channel = try SealedChannelOperations()
        let device = P256.Signing.PrivateKey()
        let pin = Curve25519.Signing.PrivateKey()
        let input = Array(SecureRandom.bytes(count: 1200))
        let deviceSignature = try device.signature(for: input)
        let pinSignature = try pin.signature(for: input)
        let (deviceKey, pinKey) = (device.publicKey, pin.publicKey)
        let database = try CommitTable(folder: folder)
        defer { database.remove() }
        operations = [
            // start, prepare, finish
            Operation(
                name: "open a request (HPKE)", count: 3, nanoseconds: try Self.cpu(rounds) { try channel.open() }),
            Operation(name: "seal an answer", count: 3, nanoseconds: try Self.cpu(rounds) { try channel.seal() }),
            // The device proves its activation at start, and signs the consent.
            Operation(
                name: "verify ES256", count: 2,
                nanoseconds: try Self.cpu(rounds) {
                    guard deviceKey.isValidSignature(deviceSignature, for: input) else { throw BenchError("ES256") }
                }),
            Operation(
                name: "verify Ed25519", count: 1,
                nanoseconds: try Self.cpu(rounds) {
                    guard pinKey.isValidSignature(pinSignature, for: input) else { throw BenchError("Ed25519") }
                }),
            // The ID token.
            Operation(
                name: "sign ES256", count: 1,
                nanoseconds: try Self.cpu(rounds) { _ = try device.signature(for: input) }),
            Operation(
                name: "commit durably", count: commitsPerLogin,
                nanoseconds: try Self.cpu(rounds) { try database.commit() }),
        ]
        let statements = try LoginStatements(folder: folder)
        defer { statements.remove() }
        let loginsPerCommit = max(1, Int((1 / commitsPerLogin).rounded()))
        serverOperations = [
            Operation(name: "ten exchanges over TCP", count: 1, nanoseconds: try Exchanges.cpu(logins: rounds)),
            Operation(
                name: "42 statements", count: 1,
                nanoseconds: try Self.cpu(max(1, rounds / loginsPerCommit)) {
                    try statements.run(logins: loginsPerCommit)
                } / Double(loginsPerCommit)),
        ]
    }

    /// Returns the CPU nanoseconds of one run of `body`, of all threads, since another thread commits.
    private static func cpu(_ rounds: Int, _ body: () throws -> Void) throws -> Double {
        for _ in 0..<max(1, rounds / 10) { try body() }
        let begin = Nanoseconds.ownCPUTime()
        for _ in 0..<rounds { try body() }
        return Double(Nanoseconds.ownCPUTime() - begin) / Double(rounds)
    }
}

/// A request to open and an answer to seal: HPKE, and the derivation of the answer's key (RFC 9458, section 4.4) alone.
private struct SealedChannelOperations {
    private let key = Curve25519.KeyAgreement.PrivateKey()
    private let info = Data(SecureRandom.bytes(count: 60))
    private let label = Array("xign/1 response".utf8)
    private let encapsulatedKey: Data
    private let ciphertext: Data
    private let secret: SymmetricKey
    private let answer = Array(SecureRandom.bytes(count: 1024))

    init() throws {
        var sender = try HPKE.Sender(
            recipientKey: key.publicKey, ciphersuite: .Curve25519_HKDF_SHA256_AES_GCM_256, info: info)
        encapsulatedKey = sender.encapsulatedKey
        ciphertext = try sender.seal(SecureRandom.bytes(count: 1024))
        secret = try sender.exportSecret(context: label, outputByteCount: 32)
    }

    func open() throws {
        var recipient = try HPKE.Recipient(
            privateKey: key, ciphersuite: .Curve25519_HKDF_SHA256_AES_GCM_256, info: info,
            encapsulatedKey: encapsulatedKey)
        _ = try recipient.open(ciphertext)
        _ = try recipient.exportSecret(context: label, outputByteCount: 32)
    }

    func seal() throws {
        let nonce = SecureRandom.bytes(count: 32)
        let extracted = HKDF<SHA256>.extract(inputKeyMaterial: secret, salt: encapsulatedKey + nonce)
        let key = HKDF<SHA256>.expand(pseudoRandomKey: extracted, info: Array("key".utf8), outputByteCount: 32)
        _ = HKDF<SHA256>.expand(pseudoRandomKey: extracted, info: Array("nonce".utf8), outputByteCount: 12)
        _ = try AES.GCM.seal(answer, using: key)
    }
}

extension HPKE.Ciphersuite {
    fileprivate static let Curve25519_HKDF_SHA256_AES_GCM_256 = HPKE.Ciphersuite(
        kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
}

/// A table that receives one row per commit, with the manager's own durability settings.
private struct CommitTable {
    private let path: String
    private let database: SQLiteDatabase

    init(folder: String) throws {
        path = "\(folder)/floor.sqlite"
        let vault = Vault(keyEncryptionKey: SymmetricKey(size: .bits256))
        database = try SQLiteDatabase(path: path, vault: vault, creating: true)
        try database.migrate([
            Migration(1, ["CREATE TABLE entry (id \(.bytes) PRIMARY KEY, value \(.bytes) NOT NULL) \(.byInsertion)"])
        ])
    }

    func commit() throws {
        let (id, value) = (Array(SecureRandom.bytes(count: 16)), [UInt8](repeating: 7, count: 600))
        try database.write { try $0.execute("INSERT INTO entry (id, value) VALUES (\(id), \(value))") }
    }

    func remove() {
        database.close()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
}
