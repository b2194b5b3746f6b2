import XignDomain
import XignProtocol
import XignStorage
import YAML

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Brings the database in line with a declaration: all of it, or nothing. Applying the same again changes nothing.
package struct Apply {
    private let manager: Manager

    package init(_ manager: Manager) { self.manager = manager }

    /// - Returns: what was done, a line each; empty where everything was as declared.
    /// - Throws: `DeclarationError`, which names the place; `StorageError`.
    package func callAsFunction(_ yaml: [UInt8]) throws -> [String] {
        let declaration = try YAMLDecoder().decode(Declaration.self, from: yaml)
        let (vault, now) = (manager.vault, manager.environment.now())
        let changes = try manager.database.write { transaction in
            var run = ApplyRun(transaction: transaction, vault: vault, now: now)
            try run.apply(declaration)
            if !run.changes.isEmpty {
                try transaction.audit.append(
                    AuditEvent(.configurationApplied, at: now, detail: "\(run.changes.count) changes"))
            }
            return run.changes
        }
        return changes
    }
}

/// A declaration that cannot be applied: where, and why.
package struct DeclarationError: Error, Equatable, CustomStringConvertible {
    package let path: String
    package let reason: String

    package var description: String { "\(path): \(reason) [manager.declaration]" }
}

/// One application of a declaration, within its transaction.
struct ApplyRun {
    let transaction: any Transaction
    let vault: Vault
    let now: Timestamp
    var changes: [String] = []

    mutating func apply(_ declaration: Declaration) throws {
        if let settings = declaration.settings { try apply(settings) }
        for (index, organization) in (declaration.organizations ?? []).enumerated() {
            try apply(organization, "organizations[\(index)]")
        }
        try requireThatRolesCanBeMet()
        for (index, user) in (declaration.users ?? []).enumerated() { try apply(user, "users[\(index)]") }
    }

    // MARK: Checks

    func require(_ condition: Bool, _ path: String, _ expected: String) throws {
        guard condition else { throw DeclarationError(path: path, reason: "must be \(expected)") }
    }

    func requireDisplayText(_ text: String, _ path: String) throws {
        try require(
            DisplayText.isValid(text), path, "1 to 256 bytes of text without control characters or changes of direction"
        )
    }

    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "-")
            }
    }

    static func uuid() -> String { UUID().uuidString.lowercased() }
}
