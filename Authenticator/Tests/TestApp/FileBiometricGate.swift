import Foundation
import Synchronization
import XignCrypto
import XignSDK

/// A biometric gate with its keys in files, and a sensor that a test controls.
final class FileBiometricGate: BiometricGate {
    struct NotRecognized: Error {}

    /// True while the sensor recognizes the person.
    let isRecognized = Mutex(true)
    private let folder: URL

    init(folder: URL) { self.folder = folder }

    func createKey(_ label: KeyStoreLabel) throws -> Data {
        let key = P256.Signing.PrivateKey()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(key.rawRepresentation).write(to: file(label), options: .atomic)
        return Data(key.publicKey.rawRepresentation)
    }

    func hasKey(_ label: KeyStoreLabel) -> Bool { FileManager.default.fileExists(atPath: file(label).path) }

    func recognizeUser(reason: String) throws -> any BiometricGate {
        guard isRecognized.withLock({ $0 }) else { throw NotRecognized() }
        return self
    }

    func signature(_ label: KeyStoreLabel, over message: Data) throws -> Data {
        guard isRecognized.withLock({ $0 }) else { throw NotRecognized() }
        guard let key = try? Data(contentsOf: file(label)) else { throw KeyStoreError.keysMissing }
        return Data(try P256.Signing.PrivateKey(rawRepresentation: key).signature(for: message).rawRepresentation)
    }

    func removeKey(_ label: KeyStoreLabel) throws {
        guard hasKey(label) else { return }
        try FileManager.default.removeItem(at: file(label))
    }

    /// Invalidates all keys, as a platform does when the enrolled biometrics change.
    func changeBiometrics() throws { try FileManager.default.removeItem(at: folder) }

    private func file(_ label: KeyStoreLabel) -> URL {
        let name = label.activationId.map { String(format: "%02x", $0) }.joined()
        return folder.appending(path: name)
    }
}
