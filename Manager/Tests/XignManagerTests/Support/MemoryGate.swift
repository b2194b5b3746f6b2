import Foundation
import Threads
import XignCrypto
import XignSDK

/// A biometric gate with its keys in memory, which recognizes everybody.
final class MemoryGate: BiometricGate {
    private let keys = Locked<[KeyStoreLabel: P256.Signing.PrivateKey]>([:])

    func createKey(_ label: KeyStoreLabel) throws -> Data {
        let key = P256.Signing.PrivateKey()
        keys.withLock { $0[label] = key }
        return Data(key.publicKey.rawRepresentation)
    }

    func hasKey(_ label: KeyStoreLabel) -> Bool { keys.withLock { $0[label] != nil } }

    func signature(_ label: KeyStoreLabel, over message: Data) throws -> Data {
        guard let key = keys.withLock({ $0[label] }) else { throw KeyStoreError.keysMissing }
        return Data(try key.signature(for: message).rawRepresentation)
    }

    func removeKey(_ label: KeyStoreLabel) throws { keys.withLock { $0[label] = nil } }
}
