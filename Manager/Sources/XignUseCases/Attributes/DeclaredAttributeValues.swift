import XignDomain
import XignProtocol
import XignStorage

/// A value that the operator keeps of a person, with its attribute.
package struct DeclaredAttributeValue: Sendable {
    package let attribute: DeclaredAttribute
    /// The canonical text.
    package let text: String
}

extension Transaction {
    /// Returns the values of declared attributes that an account has, in the order of the declaration.
    func declaredAttributeValues(of account: AccountID) throws -> [DeclaredAttributeValue] {
        let attributes = try declared.policy().attributes
        guard !attributes.isEmpty else { return [] }
        let values = try declaredValues.all(of: account)
        return attributes.compactMap { attribute in
            values[attribute.name].map { DeclaredAttributeValue(attribute: attribute, text: $0) }
        }
    }

    /// Sets the value of a declared attribute.
    /// - Parameter text: canonical; nil: the account has none then.
    /// - Returns: false, without an effect, where it was so already.
    func set(_ attribute: DeclaredAttribute, to text: String?, of account: AccountID) throws -> Bool {
        // A row that somebody has altered has another value.
        do {
            let former = try declaredValues.value(of: attribute.name, account)
            let isSame = if let former, let text { former.hasSameBytes(as: text) } else { former == nil && text == nil }
            if isSame { return false }
        } catch is Vault.OpeningError {}
        try declaredValues.set(attribute.name, to: text, of: account)
        return true
    }
}

/// The values that the operator keeps of a person, for the person.
package struct ListKeptValues: Sendable {
    /// The name of the account at a service.
    package struct AccountName: Sendable {
        /// The name of the service as people see it.
        package let service: String
        package let name: String
    }

    package struct Values: Sendable {
        package let attributes: [DeclaredAttributeValue]
        /// By the names of the services.
        package let accountNames: [AccountName]
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    package func callAsFunction(_ account: AccountID) throws -> Values {
        try context.database.read { transaction in
            Values(
                attributes: try transaction.declaredAttributeValues(of: account),
                accountNames: try transaction.namesAtServices(of: account).map {
                    AccountName(service: $0.service.displayName, name: $0.name)
                })
        }
    }
}

extension Transaction {
    /// Returns the names of an account at services that ask for them, by the names of the services.
    func namesAtServices(of account: AccountID) throws -> [(service: Service, name: String)] {
        var names: [(service: Service, name: String)] = []
        for (id, name) in try accountNames.all(of: account) {
            guard let service = try declared.readableService(id)?.service, service.accountName != nil else { continue }
            names.append((service, name))
        }
        return names.inOrder { $0.service.name }
    }
}

extension Context {
    /// Sets the value of a declared attribute of a user on behalf of an operator.
    /// - Parameter typed: nil: the user has none then.
    /// - Returns: false, without an effect, where it was so already.
    /// - Throws: `ManagerError` with the code `unknownUser`; `AttributeRefusal`.
    package func setAttribute(
        _ name: String, ofUser userName: String, to typed: String?, by operatorName: String
    ) throws -> Bool {
        let now = clock.now()
        return try database.write { transaction in
            let account = try UserNames(transaction: transaction).locked(userName)
            let declared = try transaction.declared.policy().attributes
            guard let attribute = declared.first(where: { $0.name.hasSameBytes(as: name) }) else {
                throw AttributeRefusal(
                    .unknownAttribute(advice: DeclaredAttribute.advice(for: name, besides: declared)))
            }
            let text = try typed.map { typed -> String in
                guard let text = attribute.canonicalText(ofTyped: typed) else {
                    throw AttributeRefusal(.declaredForm(attribute))
                }
                return text
            }
            guard try transaction.set(attribute, to: text, of: account.id) else { return false }
            try transaction.audit.append(
                AuditEvent(
                    .attributesChanged, at: now, accountID: account.id, actor: .machine(operatorName),
                    detail: attribute.name))
            return true
        }
    }
}
