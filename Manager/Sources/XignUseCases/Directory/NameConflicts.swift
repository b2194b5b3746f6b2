import XignDomain
import XignProtocol
import XignStorage

extension Context {
    /// Lists the names that do not follow the present rules, a sentence each. They are older than the rules, and stay
    /// until an operator changes them.
    package func nameConflicts() throws -> [String] {
        try database.read { transaction in
            var conflicts = try transaction.accounts.withoutKey().map { account in
                let other = try transaction.accounts.find(key: UserName.key(of: account.name))?.name ?? "another user"
                return "user \(account.name): can be mistaken for user \(other)"
            }
            func judge(_ name: String, _ what: String) {
                do throws(TextFlaw) { _ = try DisplayText.canonical(name) } catch {
                    conflicts.append("\(what) \(CanonicalText.cleaned(name)): its name \(error.description)")
                }
            }
            try transaction.accounts.forEach { judge($0.name, "user") }
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
}
