import Foundation
import Synchronization
import XignCrypto

@testable import XignSDK

/// A biometric gate in memory, as an app might supply it.
final class TestGate: BiometricGate {
    struct State {
        var keys: [KeyStoreLabel: P256.Signing.PrivateKey] = [:]
        var created = 0
        var signed = 0
        /// True while nobody is recognized.
        var isRefusing = false
    }
    let state = Mutex(State())

    struct NotRecognized: Error {}

    func createKey(_ label: KeyStoreLabel) throws -> Data {
        state.withLock {
            $0.created += 1
            let key = P256.Signing.PrivateKey()
            $0.keys[label] = key
            return key.publicKey.rawRepresentation
        }
    }

    func signature(_ label: KeyStoreLabel, over message: Data) throws -> Data {
        try state.withLock {
            if $0.isRefusing { throw NotRecognized() }
            guard let key = $0.keys[label] else { throw KeyStoreError.keysMissing }
            $0.signed += 1
            return try key.signature(for: message).rawRepresentation
        }
    }

    func removeKey(_ label: KeyStoreLabel) throws { state.withLock { $0.keys[label] = nil } }
}
