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
            let count = try transaction.declaredValues.removeAll(of: attribute.name)
            if count > 0 { report("removed all values of the attribute \(attribute.name): \(count)") }
        }
        let changed = Set((former + present).filter { !former.contains($0) || !present.contains($0) }.map(\.name))
        for var service in try transaction.services.all()
        where service.declared.declaredAttributes.contains(where: { changed.contains($0.name) }) {
            service.policyVersion += 1
            try transaction.services.save(service)
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

    /// Erases the account names at a service that asks for them no longer.
    mutating func endAccountNames(at service: Service) throws {
        let count = try transaction.accountNames.removeAll(at: service.id)
        if count > 0 { report("removed all account names at \(service.name): \(count)") }
    }
}
