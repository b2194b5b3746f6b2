import Foundation
internal import XignCrypto
internal import XignProtocol

/// A key store in files that only their owner can read. The default store on Linux.
///
/// A thief of the files can act as the device, but cannot test PINs offline: each guess must be sent to the
/// manager, which counts it (`docs/protocol.md`, section 4). There is one file for each activation, with mode 600,
/// in a folder with mode 700. A file or folder that other users can access or own is refused, and so is a damaged file:
/// it holds a digest of its keys. Earlier versions wrote files without one, in which damage can make the right PIN a
/// wrong one; they are still read. All functions may be called from any thread.
public struct FileKeyStore: KeyStore {
    /// The type of this store: files.
    public var type: KeyStoreType { .file }
    /// The factors of this store: the device and the PIN.
    public var authenticators: Set<AuthenticatorType> { [.device, .pin] }

    private let files: KeyFiles
    private let cost: Stretching
    private let random: @Sendable (_ count: Int) -> [UInt8]

    /// Creates a store in `folder`, which is created with the first key.
    public init(folder: URL) { self.init(folder: folder, cost: .standard) }

    /// Creates a store for tests, with a small cost and known random bytes.
    init(
        folder: URL, cost: Stretching,
        random: @escaping @Sendable (_ count: Int) -> [UInt8] = { Array(SecureRandom.bytes(count: $0)) }
    ) {
        files = KeyFiles(folder: folder, acceptsFilesWithoutDigest: true)
        self.cost = cost
        self.random = random
    }

    /// The content of a file. Nothing in it depends on the PIN.
    private struct Keys: KeyRecord {
        var v = 1
        var devicePrivateKey: Octets
        var bindSecret: SecretOctets
        var salt: Octets
        var stretching: Stretching
    }

    /// Checks owner and permissions of the folder, if it exists. Ignores `deviceLock`: Linux has no device lock.
    public func prepare(deviceLock: DeviceLockRequired) throws { try files.prepare() }

    /// Creates a file with new keys.
    public func createKeys(_ label: KeyStoreLabel, deviceLock: DeviceLockRequired) throws {
        let keys = Keys(
            devicePrivateKey: Octets(newPrivateKey()), bindSecret: SecretOctets(random(32)),
            salt: Octets(random(PINKey.saltByteCount)), stretching: cost)
        try files.write(keys, label)
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
        let keys = try files.read(Keys.self, label)
        let stretched = try keys.stretching.stretch(pin: digits, salt: keys.salt.bytes)
        let bound = PINKey.bindInSoftware(stretched: stretched, secret: SymmetricKey(data: keys.bindSecret.bytes))
        return BoundPin(secret: bound.withUnsafeBytes { Data($0) }, salt: Data(keys.salt.bytes))
    }

    /// Removes the file.
    public func removeKeys(_ label: KeyStoreLabel) throws { try files.remove(label) }

    /// Returns a random scalar below the curve's order. One draw in 2^32 is not, and is repeated.
    private func newPrivateKey() -> [UInt8] {
        while true {
            let scalar = random(32)
            if (try? P256.Signing.PrivateKey(rawRepresentation: scalar)) != nil { return scalar }
        }
    }

    private func deviceKey(_ label: KeyStoreLabel) throws -> P256.Signing.PrivateKey {
        let scalar = try files.read(Keys.self, label).devicePrivateKey.bytes
        do { return try P256.Signing.PrivateKey(rawRepresentation: scalar) } catch { throw files.damaged(label) }
    }
}
