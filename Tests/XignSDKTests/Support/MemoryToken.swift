import Foundation
import Synchronization
import XignCrypto

/// The security token of the guide "Biometrics", in memory. It asks for a finger when it signs.
final class MemoryToken: Token {
    struct NoFinger: Error {}

    /// The number of the next signatures for which nobody shows a finger.
    let refusals = Mutex(0)
    private let keys = Mutex<[String: P256.Signing.PrivateKey]>([:])

    func makeKey(_ name: String) throws -> Data {
        let key = P256.Signing.PrivateKey()
        keys.withLock { $0[name] = key }
        return key.publicKey.rawRepresentation
    }

    func keyNames() throws -> Set<String> { keys.withLock { Set($0.keys) } }

    func sign(_ message: Data, with name: String) throws -> Data {
        let isRefused = refusals.withLock { count in
            defer { count = max(0, count - 1) }
            return count > 0
        }
        guard !isRefused, let key = keys.withLock({ $0[name] }) else { throw NoFinger() }
        return try key.signature(for: message).rawRepresentation
    }

    func removeKey(_ name: String) throws { _ = keys.withLock { $0.removeValue(forKey: name) } }
}
