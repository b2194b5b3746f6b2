import Foundation
package import XignCrypto

/// The parameters for stretching a PIN by scrypt, fixed for the life of an activation and stored with its keys. The
/// device chooses them, since a malicious manager would choose none.
package struct Stretching: Codable, Sendable, Equatable {
    var algorithm = "scrypt"
    /// The binary logarithm of scrypt's cost N (RFC 7914, section 2).
    var logN: Int
    var r: Int
    var p: Int

    package static let standard = Stretching(logN: 17, r: 8, p: 1)

    package init(algorithm: String = "scrypt", logN: Int, r: Int, p: Int) {
        self.algorithm = algorithm
        self.logN = logN
        self.r = r
        self.p = p
    }

    /// Stretches the digits of a PIN into 32 bytes. The standard needs 128 MiB for a third of a second on a usual
    /// machine.
    ///
    /// - Throws: `KeyStoreError.unusable` for parameters that this version does not know.
    package func stretch(pin digits: Data, salt: [UInt8]) throws -> SymmetricKey {
        guard algorithm == "scrypt", (1...24).contains(logN) else {
            throw KeyStoreError.unusable(
                "The activation's PIN is stretched by an algorithm that this version does not know.")
        }
        return try Scrypt.deriveKey(
            from: digits, salt: salt, cost: 1 << logN, blockSize: r, parallelism: p, outputByteCount: 32)
    }
}
