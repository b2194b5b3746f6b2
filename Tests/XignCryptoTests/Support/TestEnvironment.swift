import Foundation

/// What the tests need from outside of the package. Without it they fail: a check left out in silence would look
/// like one that passed.
enum TestEnvironment {
    /// The folder of PyPI's `cryptography-vectors`.
    static func vectors() throws -> URL { try location("XIGN_CRYPTOGRAPHY_VECTORS") }

    /// A Python interpreter that has PyPI's `cryptography`.
    static func python() throws -> URL { try location("XIGN_PYTHON") }

    /// Whether this run is the one with a libcrypto that has to have ML-KEM.
    static var expectsXWing: Bool { ProcessInfo.processInfo.environment["XIGN_EXPECTS_XWING"] == "1" }

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
