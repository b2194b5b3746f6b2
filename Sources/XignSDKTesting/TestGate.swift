public import Foundation
package import Synchronization
package import XignCrypto
public import XignSDK

/// A biometric gate in memory, with real keys. Its user is recognized until the test says otherwise.
public final class TestGate: BiometricGate {
    /// The outcome of a recognition of the user.
    public enum Answer: Sendable {
        /// The user is recognized.
        case yes
        /// Somebody else is there.
        case no
        /// The user cancels.
        case cancelled
    }

    /// Makes a gate without keys, which recognizes the user.
    public init() {}

    /// The answer when the user is to be recognized, until it is set again.
    public var answer: Answer {
        get { state.withLock { $0.answer } }
        set { state.withLock { $0.answer = newValue } }
    }

    /// Changes the enrolled biometrics: all keys of the gate are gone.
    public func changeBiometrics() { state.withLock { $0.keys = [:] } }

    package struct State {
        package var keys: [KeyStoreLabel: P256.Signing.PrivateKey] = [:]
        package var created = 0
        /// The reasons with which a user was asked before signing.
        package var reasons: [String] = []
        package var signed = 0
        var answer = Answer.yes
        /// The error of a gate that is broken.
        package var failure: KeyStoreError?
    }
    package let state = Mutex(State())

    struct NotRecognized: Error {}

    /// Creates a key in memory.
    public func createKey(_ label: KeyStoreLabel) throws -> Data {
        try state.withLock {
            if let failure = $0.failure { throw failure }
            $0.created += 1
            let key = P256.Signing.PrivateKey()
            $0.keys[label] = key
            return key.publicKey.rawRepresentation
        }
    }

    /// Returns true if there is a key.
    public func hasKey(_ label: KeyStoreLabel) throws -> Bool {
        try state.withLock {
            if let failure = $0.failure { throw failure }
            return $0.keys[label] != nil
        }
    }

    /// Recognizes the user as the test says.
    public func recognizeUser(reason: String) throws -> any BiometricGate {
        try state.withLock {
            $0.reasons.append(reason)
            if let failure = $0.failure { throw failure }
            if $0.answer != .yes { throw NotRecognized() }
        }
        return RecognizedGate(gate: self)
    }

    /// Signs if the user is recognized.
    public func signature(_ label: KeyStoreLabel, over message: Data) throws -> Data {
        if answer != .yes { throw NotRecognized() }
        return try signatureWithoutAsking(label, message)
    }

    fileprivate func signatureWithoutAsking(_ label: KeyStoreLabel, _ message: Data) throws -> Data {
        try state.withLock {
            if let failure = $0.failure { throw failure }
            guard let key = $0.keys[label] else { throw KeyStoreError.keysMissing }
            $0.signed += 1
            return try key.signature(for: message).rawRepresentation
        }
    }

    /// Removes a key.
    public func removeKey(_ label: KeyStoreLabel) throws { state.withLock { $0.keys[label] = nil } }
}

/// The gate after it has recognized the user: it signs without asking again.
private struct RecognizedGate: BiometricGate {
    let gate: TestGate

    func createKey(_ label: KeyStoreLabel) throws -> Data { try gate.createKey(label) }
    func hasKey(_ label: KeyStoreLabel) throws -> Bool { try gate.hasKey(label) }
    func signature(_ label: KeyStoreLabel, over message: Data) throws -> Data {
        try gate.signatureWithoutAsking(label, message)
    }
    func removeKey(_ label: KeyStoreLabel) throws { try gate.removeKey(label) }
}
