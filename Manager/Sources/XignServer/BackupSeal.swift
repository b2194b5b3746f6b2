import Glibc
import XignCrypto
import XignProtocol
import XignStorage
import XignUseCases

/// The seal of a backup: its SHA-256, sealed with the key-encryption key, in a file beside it.
///
/// A medium with backups is in other hands than the key. Without the key, whoever writes to it cannot seal a changed
/// backup.
enum BackupSeal {
    /// The state of a backup's seal.
    enum State {
        case valid
        /// There is none, such as beside a copy that another program has made.
        case missing
        /// The backup or the seal was changed, or the seal is that of another backup or another key.
        case invalid
    }

    private static let place = Vault.Place(column: "backup file")
    private static let maximumLength = 256

    /// The path of the seal of a backup.
    static func path(_ backup: String) -> String { "\(backup).seal" }

    static func text(_ digest: [UInt8], _ vault: Vault) throws -> String {
        Base64URL.encode(try vault.seal(digest, at: place)) + "\n"
    }

    /// Reads the seal of a backup.
    /// - Returns: its text; nil where there is none.
    /// - Throws: `ManagerError` where it cannot be read.
    static func read(_ backup: String) throws -> String? {
        guard let descriptor = try PrivateFile.openOfOperator(path(backup)) else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: maximumLength)
        let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else {
            throw ManagerError(.fileNotRead, "Cannot read \(path(backup)): error \(errno).")
        }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// - Parameter text: nil where there is no seal.
    static func state(_ text: String?, of digest: [UInt8], _ vault: Vault) -> State {
        guard let text else { return .missing }
        guard text.last == "\n", let sealed = Base64URL.decode(text.dropLast()),
            let opened = try? vault.open(sealed, at: place), opened == digest
        else { return .invalid }
        return .valid
    }
}
