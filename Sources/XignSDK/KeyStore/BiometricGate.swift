import Foundation

/// A store of keys that sign only after the device has recognized its user, for example by a fingerprint.
///
/// An app implements it where the SDK has no access to the platform's biometrics, as on Linux. The protection is then
/// the app's: nothing proves it to the manager, whose operator decides whether such a factor is accepted. There is one
/// key for each activation. A gate never returns a private key.
///
/// All functions block, and may be called from several threads at the same time. ``createKey(_:)`` and
/// ``removeKey(_:)`` must not ask the user, and must not call the SDK.
public protocol BiometricGate: Sendable {
    /// Creates a P-256 key, durably. It replaces an existing key with the same label.
    ///
    /// - Returns: the public key as x || y, 64 bytes.
    func createKey(_ label: KeyStoreLabel) throws -> Data

    /// Signs SHA-256(`message`) with the key (ECDSA), after the user was recognized.
    ///
    /// - Returns: r || s, 64 bytes.
    /// - Throws: ``KeyStoreError/keysMissing`` if the key no longer exists, for example since the enrolled biometrics
    ///   have changed. Any other error if the user was not recognized.
    func signature(_ label: KeyStoreLabel, over message: Data) throws -> Data

    /// Removes the key durably. Succeeds if there is none.
    func removeKey(_ label: KeyStoreLabel) throws
}
