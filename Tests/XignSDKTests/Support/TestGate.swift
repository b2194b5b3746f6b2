import Foundation
import Synchronization
import XignCrypto

@testable import XignSDK

/// A biometric gate in memory, as an app might supply it.
final class TestGate: BiometricGate {
    struct State {
        var keys: [KeyStoreLabel: P256.Signing.PrivateKey] = [:]
        var created = 0
        /// The reasons with which a user was asked before signing.
        var reasons: [String] = []
        var signed = 0
        /// True while nobody is recognized.
        var isRefusing = false
        /// The error of a gate that is broken.
        var failure: KeyStoreError?
    }
    let state = Mutex(State())

    struct NotRecognized: Error {}

    func createKey(_ label: KeyStoreLabel) throws -> Data {
        try state.withLock {
            if let failure = $0.failure { throw failure }
            $0.created += 1
            let key = P256.Signing.PrivateKey()
            $0.keys[label] = key
            return key.publicKey.rawRepresentation
        }
    }

    func hasKey(_ label: KeyStoreLabel) throws -> Bool {
        try state.withLock {
            if let failure = $0.failure { throw failure }
            return $0.keys[label] != nil
        }
    }

    func recognizeUser(reason: String) throws -> any BiometricGate {
        try state.withLock {
            $0.reasons.append(reason)
            if let failure = $0.failure { throw failure }
            if $0.isRefusing { throw NotRecognized() }
        }
        return RecognizedGate(gate: self)
    }

    func signature(_ label: KeyStoreLabel, over message: Data) throws -> Data {
        if state.withLock({ $0.isRefusing }) { throw NotRecognized() }
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

    func removeKey(_ label: KeyStoreLabel) throws { state.withLock { $0.keys[label] = nil } }
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
