import Foundation

/// The tests' dependencies outside of the package. Tests fail without them, since a skipped test would look like one
/// that passed.
enum TestEnvironment {
    /// The folder of PyPI's `cryptography-vectors`.
    static func vectors() throws -> URL { try location("XIGN_TEST_CRYPTOGRAPHY_VECTORS") }

    /// The path of a Python interpreter with PyPI's `cryptography`.
    static func python() throws -> URL { try location("XIGN_TEST_PYTHON") }

    /// True if this run requires a libcrypto with ML-KEM.
    static var expectsXWing: Bool { ProcessInfo.processInfo.environment["XIGN_TEST_EXPECTS_XWING"] == "1" }

    private static func location(_ name: String) throws -> URL {
        guard let path = ProcessInfo.processInfo.environment[name], FileManager.default.fileExists(atPath: path) else {
            throw Missing(variable: name)
        }
        return URL(fileURLWithPath: path)
    }

    struct Missing: Error, CustomStringConvertible {
        let variable: String
        var description: String {
            "The environment variable \(variable) names nothing that exists. Run `make test`, which sets it."
        }
    }
}
