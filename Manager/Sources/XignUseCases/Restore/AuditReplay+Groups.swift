import XignDomain
import XignProtocol
import XignStorage

/// The groups of members.
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

extension AuditExport.Event {
    /// True for groups that a person was put into.
    var isGivenGroups: Bool {
        guard kind == .groupsChanged, case .given? = detail.flatMap(AuditedGroups.init(detail:)) else { return false }
        return true
    }
}
