import XignDomain
import XignProtocol
import XignStorage

/// A change of the name of a person's account at one service, with its event in the audit log.
struct ChangeAccountName {
    let account: Account
    /// It tells account names.
    let service: Service
    let actor: Actor
    let now: Timestamp
    let transaction: any Transaction

    enum Change: Equatable {
        case none
        case given
        case changed(from: String)
        case taken(String)
    }

    /// The reason why an account cannot be called so, as the end of a sentence: `must ...`.
    enum Refusal: Error, Equatable, CustomStringConvertible {
        case unusable(UserName.Refusal)
        case tooLong
        /// The account of another person could be mistaken for it.
        case taken(by: String)

        var description: String {
            switch self {
            case .unusable(let refusal): refusal.description
            case .tooLong: "must be at most \(ChangeAccountName.maximumByteCount) bytes long"
            case .taken(let user):
                "must not be mistaken for the account name of the user \(user): is that one meant? Otherwise take the name "
                    + "from \(user) first"
            }
        }
    }

    private static let maximumByteCount = 64

    /// Returns the canonical form of a typed name, if nobody else has it.
    /// - Throws: `Refusal`; `StorageError`.
    func free(_ typed: String) throws -> UserName {
        let name: UserName
        do throws(UserName.Refusal) { name = try UserName(typed) } catch { throw Refusal.unusable(error) }
        guard name.text.utf8.count <= Self.maximumByteCount else { throw Refusal.tooLong }
        if let holder = try transaction.accountNames.holder(of: name, at: service.id), holder != account.id {
            throw Refusal.taken(by: try transaction.accounts.find(id: holder)?.name ?? "")
        }
        return name
    }

    /// Gives, replaces or takes the name. With a former one all ends that it gave at the service: logins that are under
    /// way, codes, tokens, remembered logins and lasting accesses.
    /// - Parameter name: free; nil: the account has none then.
    @discardableResult
    func callAsFunction(to name: UserName?) throws -> Change {
        let former = try transaction.accountNames.name(of: account.id, at: service.id)
        let change: Change
        switch (former, name) {
        case (nil, nil): return .none
        case (let former?, let name?) where former.hasSameBytes(as: name.text): return .none
        case (nil, _?): change = .given
        case (let former?, _?): change = .changed(from: former)
        case (let former?, nil): change = .taken(former)
        }
        try transaction.accountNames.set(name, of: account.id, at: service.id)
        if former != nil { try transaction.endAll(of: account.id, at: service.id, now: now) }
        try transaction.audit.append(
            AuditEvent(
                .accountNameChanged, at: now, accountID: account.id, serviceID: service.id, actor: actor,
                detail: change.audited.rawValue))
        return change
    }
}

extension ChangeAccountName.Change {
    fileprivate var audited: AuditedAccountName {
        switch self {
        case .none, .given: .given
        case .changed: .changed
        case .taken: .taken
        }
    }
}

extension Context {
    /// Sets the name of a user's account at a service on behalf of an operator.
    /// - Parameter typed: nil: the account has none then.
    /// - Returns: false, without an effect, where it was so already.
    /// - Throws: `ManagerError` with the code `unknownUser`, `unknownService` or `accountName`.
    package func setAccountName(
        _ typed: String?, user typedUser: String, at serviceName: String, by operatorName: String
    ) throws -> Bool {
        let now = clock.now()
        return try database.write { transaction in
            let account = try UserNames(transaction: transaction).locked(typedUser)
            guard let service = try transaction.services.find(name: serviceName) else {
                let names = try transaction.services.all().filter { $0.accountName != nil }.map(\.name)
                let others = names.isEmpty ? "" : "; account names are told to \(names.joined(separator: ", "))"
                throw ManagerError(.unknownService, "There is no service \(serviceName)\(others).")
            }
            guard service.accountName != nil || typed == nil else {
                throw ManagerError(
                    .accountName,
                    "\(service.name) asks for no account names: declare `accountName` of the service, and apply that.")
            }
            let change = ChangeAccountName(
                account: account, service: service, actor: .machine(operatorName), now: now, transaction: transaction)
            do { return try change(to: typed.map(change.free)) != .none } catch let refusal as ChangeAccountName.Refusal
            {
                throw ManagerError(.accountName, "The account name \(refusal).")
            }
        }
    }
}
