import XignStorage

/// The effect of a declaration, and advice on the state that it leads to. The members are named as in JSON.
package struct ApplyReport: Sendable, Equatable, Encodable {
    /// The changes, a line each; empty where everything was as declared.
    package let changes: [String]
    /// Decisions of the operator that deserve a second thought, a sentence each.
    package private(set) var warnings: [String]

    /// Returns the report with the names that do not follow the rules, before the other warnings, and with the services
    /// that take addresses verified by a mailed code, after them. The names are read outside
    /// of the declaration's transaction, which would otherwise hold up all logins while it looks at every user. No
    /// declaration adds such a name.
    func addingNameConflicts(of context: Context) throws -> ApplyReport {
        var report = self
        report.warnings = try ListNameConflicts(context)() + warnings + context.demandsOfVerifiedMail()
        return report
    }
}
