import XignDomain
import XignProtocol
import XignStorage

/// An act that waits for its second administrator, as an operator at the machine sees it. The members are named as in
/// JSON.
package struct PendingActDetails: Encodable, Sendable {
    /// A part of the text that the first administrator has signed: one of the two members.
    package struct Part: Encodable, Sendable {
        package var literal: String?
        package var name: String?
    }

    package let id: String
    /// The kind of act, such as `issueRecovery`.
    package let type: String
    package let text: [Part]
    /// The name of the account concerned; nil where it was removed since.
    package let user: String?
    package let requestedBy: String
    /// UTC, by ISO 8601, in whole seconds; the next one, too.
    package let requestedAt: String
    package let expiresAt: String
    package let reason: String
    package let identityCheck: Reason.IdentityCheck?
    /// The administrators who can confirm it at the console; none where the machine is the second person.
    package let secondPersons: [String]
    /// The reason why `confirmation approve` would refuse it; nil where it can be approved at the machine.
    package let refusal: String?

    /// The text in one line, names in quotation marks.
    package var line: String {
        text.map { $0.literal ?? "\"\($0.name ?? "")\"" }.joined(separator: " ")
    }
}

extension Context {
    /// Lists the acts that wait for a second administrator, newest first.
    package func pendingActs(by operatorName: String) throws -> [PendingActDetails] {
        let entries = try ListPendingActs(self)(for: .machine(operatorName)) ?? []
        return try entries.map { try details($0, by: operatorName) }
    }

    /// Finds an act that waits for a second administrator.
    /// - Throws: `ManagerError` where there is none, or no longer.
    package func pendingAct(_ id: PendingActID, by operatorName: String) throws -> PendingActDetails {
        guard let entry = try ListPendingActs(self).find(id, for: .machine(operatorName)) else {
            throw try database.read { try $0.refusalOfMissing(id) }
        }
        return try details(entry, by: operatorName)
    }

    private func details(_ entry: ListPendingActs.Entry, by operatorName: String) throws -> PendingActDetails {
        let pending = entry.pending
        let secondPersons = entry.refusal == .secondAdministrator ? try secondPersons(for: entry, by: operatorName) : []
        return PendingActDetails(
            id: pending.id.description, type: pending.act.effect.name.rawValue,
            text: pending.text.parts.map { part in
                switch part {
                case .literal(let words): .init(literal: words)
                case .name(let name): .init(name: name)
                }
            },
            user: entry.object?.account.name, requestedBy: entry.requestedBy,
            requestedAt: pending.createdAt.iso8601, expiresAt: pending.expiresAt.iso8601,
            reason: pending.act.reason.text, identityCheck: pending.act.reason.identityCheck,
            secondPersons: secondPersons, refusal: entry.refusal.map { $0.atMachine(secondPersons) })
    }

    /// Returns the names of the administrators who can confirm an act that somebody else has confirmed first.
    private func secondPersons(for entry: ListPendingActs.Entry, by operatorName: String) throws -> [String] {
        let administrators = try ListAdministrators(self)(.manager, for: .machine(operatorName)) ?? []
        let others = administrators.filter { administrator in
            administrator.account.id != entry.pending.accountID
                && administrator.account.id != entry.object?.account.id
        }
        return others.filter { $0.grant.role == .administrator && $0.isUsable }.map(\.account.name)
    }
}

extension Transaction {
    /// Returns the refusal of an act that `PendingActs.find` does not find. One of a later version is named.
    func refusalOfMissing(_ id: PendingActID) throws -> ManagerError {
        guard let name = try pendingActs.unknownName(id) else { return ActRefusal.notThere.managerError }
        return ManagerError(
            .actRefused, "This version does not know the act \(name), which a later one has kept: confirm it there.")
    }
}

extension ActRefusal {
    /// Returns the refusal for an operator at the machine.
    /// - Parameter secondPersons: the administrators who can confirm the act.
    fileprivate func atMachine(_ secondPersons: [String]) -> String {
        guard !secondPersons.isEmpty else { return managerError.description }
        let names = secondPersons.joined(separator: " or ")
        return ManagerError(
            .actRefused,
            "\(names) can confirm it at the console. The machine is the second person only where nobody else can be."
        ).description
    }
}
