import XignDomain
import XignProtocol
import XignStorage

/// Lists the names that do not follow the present rules, a sentence each. They are older than the rules, and stay until
/// an operator changes them.
package struct ListNameConflicts: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    package func callAsFunction() throws -> [String] {
        try context.database.read { transaction in
            var conflicts = try Self.homonyms(transaction)
            func judge(_ name: String, _ what: String) {
                do throws(TextFlaw) { _ = try DisplayText.canonical(name) } catch {
                    conflicts.append("\(what) \(CanonicalText.cleaned(name)): its name \(error.description)")
                }
            }
            try transaction.accounts.forEach { account in
                do throws(UserName.Refusal) { _ = try UserName(account.name) } catch {
                    conflicts.append("user \(CanonicalText.cleaned(account.name)): its name \(error.description)")
                }
            }
            for organization in try transaction.organizations.all() { judge(organization.name, "organization") }
            for service in try transaction.services.all() {
                judge(service.displayName, "service \(service.name), shown as")
                for role in try transaction.services.roles(of: service.id) {
                    judge(role.name, "role at service \(service.name),")
                }
            }
            return conflicts
        }
    }

    /// Lists the users whose names can be mistaken for that of an older user, a sentence each.
    package func homonyms() throws -> [String] { try context.database.read { try Self.homonyms($0) } }

    private static func homonyms(_ transaction: any Transaction) throws -> [String] {
        try transaction.accounts.withoutKey().compactMap { account in
            let all = try transaction.accounts.all(key: UserName.key(of: account.name))
            guard let other = all.first(where: { $0.id != account.id }) else { return nil }
            return "user \(account.name): can be mistaken for user \(other.name)"
        }
    }
}
