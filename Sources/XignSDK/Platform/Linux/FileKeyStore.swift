import Foundation
internal import XignCrypto
internal import XignProtocol

/// A key store in files that only their owner can read. The default store on Linux.
///
/// A thief of the files can act as the device, but cannot test PINs offline: each guess must be sent to the
/// manager, which counts it (`docs/protocol.md`, section 4). There is one file for each activation, with mode 600,
/// in a folder with mode 700. A file or folder that other users can access or own is refused. All functions may be
/// called from any thread.
public struct FileKeyStore: KeyStore {
    /// The type of this store: files.
    public var type: KeyStoreType { .file }
    /// The factors of this store: the device and the PIN.
    public var authenticators: Set<AuthenticatorType> { [.device, .pin] }

    private let path: String
    private let cost: Stretching
    private let random: @Sendable (_ count: Int) -> [UInt8]

    /// Creates a store in `folder`, which is created when the store is first used.
    public init(folder: URL) { self.init(folder: folder, cost: .standard) }

    /// Creates a store for tests, with a small cost and known random bytes.
    init(
        folder: URL, cost: Stretching,
        random: @escaping @Sendable (_ count: Int) -> [UInt8] = { Array(SecureRandom.bytes(count: $0)) }
    ) {
        path = folder.path
        self.cost = cost
        self.random = random
    }

    /// The parameters for stretching a PIN, fixed for the life of an activation and stored with its keys. The
    /// device chooses them, since a malicious manager would choose none.
    struct Stretching: Codable, Sendable, Equatable {
        var algorithm = "scrypt"
        /// The binary logarithm of scrypt's cost N (RFC 7914, section 2).
        var logN: Int
        var r: Int
        var p: Int

        static let standard = Stretching(logN: 17, r: 8, p: 1)
    }

    /// The content of a file. Nothing in it depends on the PIN.
    private struct Keys: Codable {
        var v = 1
        var devicePrivateKey: Octets
        var bindSecret: SecretOctets
        var salt: Octets
        var stretching: Stretching
    }

    /// Creates the folder if necessary, and checks its owner and permissions. Ignores `deviceLock`: Linux has no
    /// device lock.
    public func prepare(deviceLock: DeviceLockRequired) throws { _ = try PrivateFolder(path) }

    /// Creates a file with new keys.
    public func createKeys(_ label: KeyStoreLabel, deviceLock: DeviceLockRequired) throws {
        let keys = Keys(
            devicePrivateKey: Octets(newPrivateKey()), bindSecret: SecretOctets(random(32)),
            salt: Octets(random(PINKey.saltByteCount)), stretching: cost)
        try PrivateFolder(path).write(Data(try MessageCoding.encode(keys)), to: fileName(label))
    }

    /// Returns the public device key as x || y, 64 bytes.
    public func devicePublicKey(_ label: KeyStoreLabel) throws -> Data {
        try deviceKey(label).publicKey.rawRepresentation
    }

    /// Signs SHA-256(`message`) with the device key; returns r || s, 64 bytes.
    public func deviceSignature(_ label: KeyStoreLabel, over message: Data) throws -> Data {
        try deviceKey(label).signature(for: message).rawRepresentation
    }

    /// Stretches the PIN with scrypt, which needs 128 MiB for a third of a second on a usual machine, and binds it
    /// by HMAC-SHA256 with 32 stored bytes.
    public func bind(pin digits: Data, _ label: KeyStoreLabel) throws -> BoundPin {
        let keys = try keys(label)
        guard keys.stretching.algorithm == "scrypt", (1...24).contains(keys.stretching.logN) else {
            throw KeyStoreError.unusable(
                "The activation's PIN is stretched by an algorithm that this version does not know.")
        }
        let stretched = try Scrypt.deriveKey(
            from: digits, salt: keys.salt.bytes, cost: 1 << keys.stretching.logN, blockSize: keys.stretching.r,
            parallelism: keys.stretching.p, outputByteCount: 32)
        let bound = PINKey.bindInSoftware(stretched: stretched, secret: SymmetricKey(data: keys.bindSecret.bytes))
        return BoundPin(secret: bound.withUnsafeBytes { Data($0) }, salt: Data(keys.salt.bytes))
    }

    /// Removes the file.
    public func removeKeys(_ label: KeyStoreLabel) throws { try PrivateFolder(path).remove(fileName(label)) }

    /// Returns a random scalar below the curve's order. One draw in 2^32 is not, and is repeated.
    private func newPrivateKey() -> [UInt8] {
        while true {
            let scalar = random(32)
            if (try? P256.Signing.PrivateKey(rawRepresentation: scalar)) != nil { return scalar }
        }
    }

    private func deviceKey(_ label: KeyStoreLabel) throws -> P256.Signing.PrivateKey {
        let scalar = try keys(label).devicePrivateKey.bytes
        do { return try P256.Signing.PrivateKey(rawRepresentation: scalar) } catch { throw damaged(label) }
    }

    private func keys(_ label: KeyStoreLabel) throws -> Keys {
        guard let content = try PrivateFolder(path).read(fileName(label)) else { throw KeyStoreError.keysMissing }
        do { return try MessageCoding.decode(Keys.self, from: Array(content)) } catch { throw damaged(label) }
    }

    private func damaged(_ label: KeyStoreLabel) -> KeyStoreError {
        .unusable("\(path)/\(fileName(label)) is damaged. Restore it, or depersonalize and activate again.")
    }

    /// Returns a file name that does not reveal the manager.
    private func fileName(_ label: KeyStoreLabel) -> String {
        let input = [UInt8](label.activationId) + Array(label.idmIdentifier.utf8)
        return SHA256.hash(data: input).prefix(16).hexadecimal + ".json"
    }
}
