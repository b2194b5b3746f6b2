import Foundation

/// A store of keys that sign only after the device has recognized its user, for example by a fingerprint.
///
/// An app implements it where the SDK has no access to the platform's biometrics, as on Linux. The protection is then
/// the app's: nothing proves it to the manager, whose operator decides whether such a factor is accepted. There is one
/// key for each activation, and one gate serves the activations of all managers. A gate never returns a private key.
///
/// All functions block, and may be called from several threads at the same time. None may call the SDK. Only
/// ``recognizeUser(reason:)`` and ``signature(_:over:)`` may ask the user.
///
/// A gate can throw the errors of its platform as they are. The flows of the SDK tell three cases apart:
///
/// - The key is gone: ``KeyStoreError/keysMissing``, or ``hasKey(_:)`` returns false. The flow throws
///   ``XignSdkErrorCode/biometricsChanged``.
/// - The gate cannot be used now: any other ``KeyStoreError``. The flow throws
///   ``XignSdkErrorCode/factorUnavailable``.
/// - The user cancelled, or was not recognized: any other error. The flow throws
///   ``XignSdkErrorCode/userNotRecognized``.
public protocol BiometricGate: Sendable {
    /// Creates a P-256 key, durably. It replaces an existing key with the same label.
    ///
    /// - Returns: the public key as x || y, 64 bytes.
    /// - Throws: any error; the flow throws ``XignSdkErrorCode/factorUnavailable``.
    func createKey(_ label: KeyStoreLabel) throws -> Data

    /// Returns true if there is a key that can sign once the user is recognized.
    ///
    /// - Returns: false if there is no key, or if it can no longer sign since the enrolled biometrics have changed.
    /// - Throws: any error if the gate cannot tell; the flow throws ``XignSdkErrorCode/factorUnavailable``.
    func hasKey(_ label: KeyStoreLabel) throws -> Bool

    /// Recognizes the user now, and returns a gate with access to the same keys that signs without asking again.
    ///
    /// It is called before the key is created, too. The default implementation returns this gate, which then asks in
    /// ``signature(_:over:)``.
    ///
    /// - Parameter reason: the text that tells the user, in the user's language, what the recognition is for.
    /// - Throws: an error of the platform if the user cancelled or was not recognized.
    func recognizeUser(reason: String) throws -> any BiometricGate

    /// Signs SHA-256(`message`) with the key (ECDSA), after the user was recognized.
    ///
    /// - Returns: r || s, 64 bytes.
    /// - Throws: ``KeyStoreError/keysMissing`` if the key is gone; an error of the platform if the user cancelled or
    ///   was not recognized.
    func signature(_ label: KeyStoreLabel, over message: Data) throws -> Data

    /// Removes the key durably. Succeeds if there is none.
    func removeKey(_ label: KeyStoreLabel) throws
}

extension BiometricGate {
    /// Returns this gate, which asks the user when it signs.
    public func recognizeUser(reason: String) throws -> any BiometricGate { self }
}
