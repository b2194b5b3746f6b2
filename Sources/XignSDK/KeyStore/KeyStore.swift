import Foundation

/// Names the keys of one activation: every key belongs to one manager and one activation.
public struct KeyStoreLabel: Hashable, Sendable {
    /// The manager.
    public let idmIdentifier: String
    /// The activation, 16 bytes.
    public let activationId: Data

    /// Makes a label.
    public init(idmIdentifier: String, activationId: Data) {
        self.idmIdentifier = idmIdentifier
        self.activationId = activationId
    }
}

/// A PIN, stretched and bound to the device: what the PIN's signing key is derived from.
public struct BoundPin: Sendable {
    /// 32 secret bytes. Never to be written anywhere: with them, a PIN can be tested.
    public let secret: Data
    /// The activation's salt, 16 bytes.
    public let salt: Data

    /// Makes it from its parts.
    public init(secret: Data, salt: Data) {
        self.secret = secret
        self.salt = salt
    }
}

/// Where the keys of the activations live.
///
/// A store makes keys, uses them and forgets them; it never hands out a private one. Nothing that depends on a PIN is
/// stored: no public key, thumbprint, signature, or flag that a PIN was right. Whoever steals the store must have nothing to compare
/// a guess with. All functions block, and may be called from any thread and from many at once.
public protocol KeyStore: Sendable {
    /// The factors whose keys the store can hold on this device.
    var authenticators: Set<AuthenticatorType> { get }

    /// Checks whether the store can work now.
    ///
    /// - Throws: ``KeyStoreError/deviceLockNotSet`` where `deviceLock` is `required`, the platform has device locks, and none
    ///   is set; ``KeyStoreError/deviceLocked``; ``KeyStoreError/unusable(_:)``.
    func prepare(deviceLock: DeviceLockRequired) throws

    /// Makes a P-256 device key, a secret to bind PINs with, and a salt; durable when it returns. Whatever stood under the
    /// label is replaced.
    func createKeys(_ label: KeyStoreLabel, deviceLock: DeviceLockRequired) throws

    /// The public device key as x || y, 64 bytes.
    ///
    /// - Throws: ``KeyStoreError/keysMissing``.
    func devicePublicKey(_ label: KeyStoreLabel) throws -> Data

    /// Signs SHA-256(`message`) with the device key, ECDSA, as r || s, 64 bytes.
    ///
    /// - Throws: ``KeyStoreError/keysMissing``.
    func deviceSignature(_ label: KeyStoreLabel, over message: Data) throws -> Data

    /// Stretches a PIN with the algorithm and cost that belong to the activation, then binds it to the device. Slow by
    /// intent: a tenth of a second and more.
    ///
    /// - Parameters:
    ///   - digits: of the PIN, in ASCII.
    ///   - label: of the activation that the PIN belongs to.
    /// - Throws: ``KeyStoreError/keysMissing``. A wrong PIN is not noticed: it yields another secret.
    func bind(pin digits: Data, _ label: KeyStoreLabel) throws -> BoundPin

    /// Removes the keys, durably. It is no error if there are none.
    func removeKeys(_ label: KeyStoreLabel) throws
}

/// Why a key store cannot do what it was asked.
public enum KeyStoreError: Error, Sendable, Equatable {
    /// There are no keys under this label: never made, removed, or dropped by the system.
    case keysMissing
    /// The device has no lock, and the strategy demands one.
    case deviceLockNotSet
    /// The device is locked; try again when it is unlocked.
    case deviceLocked
    /// The store is damaged, or open to others: the text says what, and what to do.
    case unusable(String)
}
