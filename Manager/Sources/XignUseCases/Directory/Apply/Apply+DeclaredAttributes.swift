import XignDomain
import XignProtocol
import XignStorage

/// Declared attributes, their values, and the names of accounts at services.
extension ApplyRun {
    /// Erases the values of the attributes that the settings no longer declare, or whose type is another one, and makes
    /// the open statements void that name a changed one.
    mutating func changeAttributes(from former: [DeclaredAttribute]) throws {
        let present = policy.attributes
        for attribute in former
        where !present.contains(where: { $0.name == attribute.name && $0.type == attribute.type }) {
            for id in try transaction.declaredValues.holders(of: attribute.name) {
                guard let account = try transaction.accounts.find(id: id) else { continue }
                try transaction.declaredValues.set(attribute.name, to: nil, of: id)
                let removed = "\(attribute.name) (1 removed)"
                try record(
                    "changed attributes of \(account.name): \(removed)", .attributesChanged, audited: removed,
                    account: account)
            }
        }
        let changed = Set((former + present).filter { !former.contains($0) || !present.contains($0) }.map(\.name))
        for var service in try transaction.services.all()
        where service.declared.declaredAttributes.contains(where: { changed.contains($0.name) }) {
            service.policyVersion += 1
            try transaction.services.save(service)
            // A lasting access would be told what its person has not confirmed.
            try transaction.endOfflineAccesses(of: service.id)
        }
    }

    /// Refuses settings that a service contradicts which the file does not mention. Those of the file were judged.
    mutating func expectAttributesOfServices() throws {
        guard isSound else { return }
        for service in try transaction.services.all() {
            for flaw in service.declared.flaws(with: policy.attributes) {
                refuse(
                    "settings.attributes",
                    "must suit the service \(service.name), too: \(flaw.path) there: \(flaw.reason). Declare that service, "
                        + "too")
            }
        }
    }

    // MARK: Values

    /// Applies the value of a declared attribute.
    /// - Returns: the change; nil where the value is refused.
    mutating func apply(
        _ declared: Declaration.AttributeValues, of attribute: DeclaredAttribute, to account: Account, _ path: String
    ) throws -> UserAttributes.Change? {
        let errorsBefore = errors.count
        let text: String?
        switch declared {
        case .one(let value): text = declaredText(value, of: attribute, path)
        case .list(let values) where values.count <= 1:
            text = values.first.flatMap { declaredText($0, of: attribute, "\(path)[0]") }
        case .list:
            text = nil
            refuse(path, "must be one value: the operator keeps one for each person")
        }
        guard errors.count == errorsBefore, isSound else { return nil }
        let isChange = try transaction.set(attribute, to: text, of: account.id)
        return UserAttributes.Change(isChange: isChange, removedCount: isChange && text == nil ? 1 : 0)
    }

    private mutating func declaredText(
        _ declared: Declaration.AttributeValue, of attribute: DeclaredAttribute, _ path: String
    ) -> String? {
        guard declared.alias == nil, declared.primary == nil, declared.verified == nil else {
            refuse(path, "must be a value alone: the operator keeps it, without alias, primary and verified")
            return nil
        }
        let typed: String? =
            switch (attribute.type, declared.value) {
            case (.text, .text(let text)): text
            case (.number, .number(let number)): "\(number)"
            case (.boolean, .boolean(let isTrue)): "\(isTrue)"
            default: nil
            }
        guard let text = typed.flatMap(attribute.canonicalText(ofTyped:)) else {
            refuse(
                path,
                "must be \(attribute.expected), \(attribute.type == .text ? "in quotes if it looks like a number" : "without quotes")"
            )
            return nil
        }
        return text
    }

    // MARK: Account names

    /// Applies the account names of a user: a complete list, by the names of the services.
    mutating func apply(accountNames declared: [String: String], of account: Account, _ path: String) throws {
        for (service, _) in try transaction.namesAtServices(of: account.id)
        where isSound && declared[service.name] == nil {
            try change(account, at: service, to: nil)
        }
        for (name, typed) in declared.sorted(by: { $0.key < $1.key }) {
            let path = "\(path).\(name)"
            guard let service = try transaction.services.find(name: name) else {
                if isComplete, declaredRoles[name] == nil { refuse(path, "there is no such service") }
                continue
            }
            // After an error the database does not hold the service of the file.
            if isSound, service.accountName == nil {
                refuse(
                    path, "must be left out: \(name) asks for no account names; declare `accountName` of the service")
            }
            let change = ChangeAccountName(
                account: account, service: service, actor: act.actor, now: now, transaction: transaction)
            do {
                try vacate(typed, for: account, at: service)
                let free = try change.free(typed)
                if isSound { try self.change(account, at: service, to: free) }
            } catch let refusal as ChangeAccountName.Refusal { refuse(path, refusal.description) }
        }
    }

    private mutating func change(_ account: Account, at service: Service, to name: UserName?) throws {
        let change = ChangeAccountName(
            account: account, service: service, actor: act.actor, now: now, transaction: transaction)
        switch try change(to: name) {
        case .none: break
        case .given: report("gave \(account.name) the account name \(name?.text ?? "") at \(service.name)")
        case .changed(let former):
            report(
                "changed the account name of \(account.name) at \(service.name): \(former) -> \(name?.text ?? "")")
        case .taken(let former): report("took the account name \(former) at \(service.name) from \(account.name)")
        }
    }

    /// Takes the account names at a service that asks for them no longer.
    mutating func endAccountNames(at service: Service) throws {
        for id in try transaction.accountNames.holders(at: service.id) {
            if let account = try transaction.accounts.find(id: id) { try change(account, at: service, to: nil) }
        }
    }

    /// Takes a name from another user of the file who is to have another one, or none.
    private mutating func vacate(_ typed: String, for account: Account, at service: Service) throws {
        guard isSound, let name = try? UserName(typed),
            let holder = try transaction.accountNames.holder(of: name, at: service.id), holder != account.id,
            let other = try transaction.accounts.find(id: holder), let declared = declaredAccountNames[other.name],
            declared[service.name].flatMap({ try? UserName($0) })?.key != name.key
        else { return }
        try change(other, at: service, to: nil)
    }
}
