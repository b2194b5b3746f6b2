import Foundation

/// The label of one activation's keys. Every key belongs to one manager and one activation.
public struct KeyStoreLabel: Hashable, Sendable {
    /// The manager's identifier.
    public let idmIdentifier: String
    /// The activation's identifier, 16 bytes.
    public let activationId: Data

    /// Makes a label.
    public init(idmIdentifier: String, activationId: Data) {
        self.idmIdentifier = idmIdentifier
        self.activationId = activationId
    }
}

/// A PIN that was stretched and bound to the device. The PIN's signing key is derived from it.
///
/// Source: `docs/protocol.md`, section 4.
public struct BoundPin: Sendable {
    /// The bound PIN, 32 secret bytes. Never store them: they allow testing PINs offline.
    public let secret: Data
    /// The activation's salt, 16 bytes.
    public let salt: Data

    /// Makes a bound PIN from its parts.
    public init(secret: Data, salt: Data) {
        self.secret = secret
        self.salt = salt
    }
}

/// A store for the keys of the activations.
///
/// A store creates, uses and removes keys; it never returns a private key. It stores nothing that depends on a PIN: no
/// public key, thumbprint or signature, and no flag that a PIN was correct. A thief of the store must have nothing to
/// compare a guess with. All functions block, and may be called from several threads at the same time.
///
/// Source: `docs/protocol.md`, sections 4 and 9.
public protocol KeyStore: Sendable {
    /// The type of the store.
    var type: KeyStoreType { get }

    /// The factors whose keys the store supports on this device.
    var authenticators: Set<AuthenticatorType> { get }

    /// Prepares the store, and checks that it is usable now.
    ///
    /// - Throws: ``KeyStoreError/deviceLockNotSet`` if `deviceLock` is `required`, the platform has device locks, and
    ///   none is set; ``KeyStoreError/deviceLocked``; ``KeyStoreError/unusable(_:)``; ``KeyStoreError/storage(_:)``.
    func prepare(deviceLock: DeviceLockRequired) throws

    /// Creates a P-256 device key, a secret to bind PINs with, and a salt. They replace existing keys with the same
    /// label, and are durable when the function returns.
    ///
    /// - Throws: ``KeyStoreError``; existing keys may be lost then.
    func createKeys(_ label: KeyStoreLabel, deviceLock: DeviceLockRequired) throws

    /// Returns the public device key as x || y, 64 bytes.
    ///
    /// - Throws: ``KeyStoreError/keysMissing``.
    func devicePublicKey(_ label: KeyStoreLabel) throws -> Data

    /// Signs SHA-256(`message`) with the device key (ECDSA); returns r || s, 64 bytes.
    ///
    /// - Throws: ``KeyStoreError/keysMissing``.
    func deviceSignature(_ label: KeyStoreLabel, over message: Data) throws -> Data

    /// Stretches a PIN with the activation's algorithm and cost, then binds it to the device.
    ///
    /// Deliberately slow: a tenth of a second or more. The function cannot detect a wrong PIN; it returns another
    /// secret then.
    ///
    /// - Parameters:
    ///   - digits: the digits of the PIN in ASCII.
    ///   - label: the label of the PIN's activation.
    /// - Throws: ``KeyStoreError/keysMissing``.
    func bind(pin digits: Data, _ label: KeyStoreLabel) throws -> BoundPin

    /// Removes the keys durably. Succeeds if there are none.
    func removeKeys(_ label: KeyStoreLabel) throws
}

/// An error of a key store.
public enum KeyStoreError: Error, Sendable, Equatable {
    /// There are no keys with this label: they were never created, were removed, or the system dropped them.
    case keysMissing
    /// The device has no lock, although the configuration requires one.
    case deviceLockNotSet
    /// The device is locked. Try again once it is unlocked.
    case deviceLocked
    /// The store is damaged, or accessible to other users. The text names the file and the remedy.
    case unusable(String)
    /// A file or folder of the store cannot be used as it is.
    case storage(StorageProblem)
}
