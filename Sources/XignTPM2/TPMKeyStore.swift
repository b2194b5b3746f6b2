import Foundation
internal import TPM2
internal import XignCrypto
internal import XignProtocol
public import XignSDK

/// A key store in a Trusted Platform Module 2.0, from which keys cannot be copied. For Linux.
///
/// The TPM makes and uses the keys. There is one file for each activation, with the keys as the TPM has wrapped them:
/// no other TPM can use them, nor can this one after it was cleared. A thief of the files without the machine has
/// nothing. A program that can read the files and use the TPM on this machine, such as any of the same user, can sign
/// and bind PINs there. It still cannot test PINs offline (`docs/protocol.md`, section 4).
///
/// Signing and binding take four to seven commands to the TPM: with one in software 10 to 20 ms, with a chip longer.
/// All functions may be called from any thread, and wait for each other.
public struct TPMKeyStore: KeyStore {
    /// The type of this store: a TPM.
    public var type: KeyStoreType { .tpm }
    /// The factors of this store: the device and the PIN.
    public var authenticators: Set<AuthenticatorType> { [.device, .pin] }

    private let files: KeyFiles
    private let tpm: TPM
    private let cost: Stretching

    /// Creates a store. The TPM is first needed to create keys.
    ///
    /// - Parameters:
    ///   - folder: the folder of the wrapped keys, which is created with the first key.
    ///   - tcti: the address of the TPM: a transport of tpm2-tss and its configuration, separated by a colon. The
    ///     default is the kernel's resource manager, which the members of the group `tss` may use.
    public init(folder: URL, tcti: String = TPMKeyStore.defaultAddress) {
        self.init(folder: folder, tcti: tcti, cost: .standard)
    }

    /// Creates a store for tests, with a small cost.
    init(folder: URL, tcti: String, cost: Stretching) {
        files = KeyFiles(folder: folder)
        tpm = TPM(at: tcti)
        self.cost = cost
    }

    /// The address of the TPM behind the kernel's resource manager.
    public static let defaultAddress = "device:/dev/tpmrm0"

    /// Returns true if this store can create keys: a TPM 2.0 answers, has the algorithms, and makes keys, which are
    /// discarded. Blocks as long as the creation of keys does: with a chip, some tenths of a second.
    public static func isAvailable(tcti: String = defaultAddress) -> Bool { problem(tcti: tcti) == nil }

    /// Returns the reason why this store cannot create keys, with the remedy; nil if it can.
    public static func problem(tcti: String = defaultAddress) -> String? {
        do throws(TPMError) {
            try TPM(at: tcti).connect { connection throws(TPMError) in
                try connection.checkCapabilities()
                _ = try Keys(madeBy: connection, cost: .standard)
            }
            return nil
        } catch { return error.advice }
    }

    /// The content of a file. Nothing in it depends on the PIN.
    private struct Keys: KeyRecord, Sendable {
        var v = 1
        /// The name of the storage root key that wraps the keys. A TPM with another one is another TPM.
        var parent: Octets
        var deviceKey: Wrapped
        var bindKey: Wrapped
        var salt: Octets
        var stretching: Stretching

        /// Makes a signing key and a key to bind PINs with.
        init(madeBy connection: TPMConnection, cost: Stretching) throws(TPMError) {
            (parent, deviceKey, bindKey) = try connection.withStorageRootKey { parent throws(TPMError) in
                (
                    Octets(parent.name), Wrapped(try connection.createSigningKey(under: parent)),
                    Wrapped(try connection.createHMACKey(under: parent))
                )
            }
            salt = Octets(SecureRandom.bytes(count: PINKey.saltByteCount))
            stretching = cost
        }

        struct Wrapped: Codable {
            var publicArea: Octets
            var privateArea: Octets

            init(_ key: WrappedKey) {
                publicArea = Octets(key.publicArea)
                privateArea = Octets(key.privateArea)
            }

            var key: WrappedKey { WrappedKey(publicArea: publicArea.bytes, privateArea: privateArea.bytes) }
        }
    }

    /// Creates the folder if necessary, and checks its owner and permissions. Does not need the TPM, so that an app can
    /// show and forget its activations without it. Ignores `deviceLock`: Linux has no device lock.
    public func prepare(deviceLock: DeviceLockRequired) throws { try files.prepare() }

    /// Creates a signing key and a key to bind PINs with, in the TPM.
    public func createKeys(_ label: KeyStoreLabel, deviceLock: DeviceLockRequired) throws {
        let keys = try connect { connection throws(TPMError) in try Keys(madeBy: connection, cost: cost) }
        try files.write(keys, label)
    }

    /// Returns the public device key as x || y, 64 bytes. Reads the file only: an activation is not forgotten while the
    /// TPM is absent.
    public func devicePublicKey(_ label: KeyStoreLabel) throws -> Data {
        let keys = try keys(label)
        do { return Data(try keys.deviceKey.key.publicPoint) } catch { throw files.damaged(label) }
    }

    /// Signs SHA-256(`message`) with the device key; returns r || s, 64 bytes.
    public func deviceSignature(_ label: KeyStoreLabel, over message: Data) throws -> Data {
        let keys = try keys(label)
        let digest = Array(SHA256.hash(data: message))
        return try connect(label) { connection throws(TPMError) in
            try connection.withStorageRootKey(named: keys.parent.bytes) { parent throws(TPMError) in
                Data(try connection.signature(of: digest, by: keys.deviceKey.key, under: parent))
            }
        }
    }

    /// Stretches the PIN with scrypt as ``FileKeyStore`` does, and binds it by an HMAC-SHA256 of the TPM.
    ///
    /// Between processor and TPM, the stretched PIN and the result are encrypted to the storage root key of the
    /// activation. That stops a listener on the bus, and a device that is put there later. It does not stop one that
    /// was there when the activation was made, nor one that starts the computer with other software.
    public func bind(pin digits: Data, _ label: KeyStoreLabel) throws -> BoundPin {
        let keys = try keys(label)
        let stretched = try keys.stretching.stretch(pin: digits, salt: keys.salt.bytes)
        let secret = try connect(label) { connection throws(TPMError) in
            try connection.withStorageRootKey(named: keys.parent.bytes) { parent throws(TPMError) in
                try connection.authenticationCode(for: stretched, by: keys.bindKey.key, under: parent)
            }
        }
        return BoundPin(secret: Data(secret), salt: Data(keys.salt.bytes))
    }

    /// Removes the file. The TPM keeps nothing of the keys.
    public func removeKeys(_ label: KeyStoreLabel) throws { try files.remove(label) }

    private func keys(_ label: KeyStoreLabel) throws -> Keys { try files.read(Keys.self, label) }

    private func connect<Result: Sendable>(
        _ label: KeyStoreLabel? = nil, _ body: (TPMConnection) throws(TPMError) -> Result
    ) throws -> Result {
        do throws(TPMError) { return try tpm.connect(body) } catch {
            if let label, error.cause == .keyRefused { throw files.damaged(label) }
            throw KeyStoreError.unusable(error.advice)
        }
    }
}
