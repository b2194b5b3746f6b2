import XignDomain
import XignProtocol
import XignStorage

/// The groups of members, and the names of accounts.
extension AuditReplay {
    /// Takes people out of the groups that they were taken out of. A group that a person was put into again stays.
    /// - Returns: what was done, in words.
    func takeGroups() throws -> [String] {
        struct Membership: Hashable { let user: PublicAccountID, organization: String, group: [UInt8] }
        var (given, done): (Set<Membership>, [String]) = ([], [])
        for event in events(.groups).reversed() {
            guard let user = event.userID, let organization = event.organization,
                let change = event.detail.flatMap(AuditedGroups.init(detail:))
            else { continue }
            func membership(_ group: String) -> Membership {
                Membership(user: user, organization: organization, group: Array(group.utf8))
            }
            guard case .taken(let names) = change else {
                given.formUnion(change.names.all.map(membership))
                continue
            }
            let lost = GroupNames(names.all.filter { !given.contains(membership($0)) })
            guard let account = try account(user), let found = try transaction.organizations.find(name: organization)
            else { continue }
            let again = try ChangeGroups(
                account: account.id, organization: found.id, actor: .machine(operatorName), now: now,
                transaction: transaction)(without: lost)
            if !again.isNone {
                done.append("took \(account.name) out of groups of \(organization): \(again.taken.text)")
            }
        }
        return done
    }
}

extension AuditReplay {
    /// Takes the names of accounts at services where they were taken or changed. The log does not have the present one.
    /// - Returns: what was done, in words.
    func takeAccountNames() throws -> [String] {
        var done: [String] = []
        for event in events(.accountNames) {
            guard let account = try account(event.userID), let name = event.service,
                let service = try transaction.services.find(name: name)
            else { continue }
            let change = ChangeAccountName(
                account: account, service: service, actor: .machine(operatorName), now: now, transaction: transaction)
            if try change(to: nil) != .none { done.append("took the account name at \(name) from \(account.name)") }
        }
        return done
    }
}

extension AuditExport.Event {
    /// True for the name of an account that was given or changed.
    var isGivenAccountName: Bool {
        kind == .accountNameChanged && detail != AuditedAccountName.taken.rawValue
    }

    /// True for groups that a person was put into.
    var isGivenGroups: Bool {
        guard kind == .groupsChanged, case .given? = detail.flatMap(AuditedGroups.init(detail:)) else { return false }
        return true
    }
}
