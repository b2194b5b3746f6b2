import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// Updates a user's attributes, on behalf of an operator or of the person.
///
/// A value whose text stays is the same value: it keeps its salt, and so remains chosen and confirmed. Another text is
/// another value, which nobody has chosen.
package struct UserAttributes {
    let account: Account
    let transaction: any Transaction
    let now: Timestamp
    /// The operator who acts; nil where a program or the person does.
    var operatorName: String?
    /// The activation that confirmed the login of the person who acts; nil for an operator.
    var activationID: ActivationID?
    /// The language of the pages with which the person acts; nil for the account's.
    var language: Language?

    /// A value as it is to be.
    struct DeclaredValue {
        /// The canonical text.
        var text: String
        /// Nil keeps the alias of an existing value, and generates one for a new value.
        var alias: String?
        var isPrimary: Bool
        /// True if the value does not become the primary one where no other is: the address of an invitation.
        var staysUnselected = false
        var verification = DeclaredVerification.kept
    }

    enum DeclaredVerification: Equatable {
        /// An existing value keeps its verification; a new one is not verified.
        case kept
        case set(Verification?)
    }

    /// A value as an operator types it.
    package struct TypedValue: Sendable {
        let text: String
        /// Nil keeps the alias of an existing value, and generates one for a new value.
        let alias: String?
        /// Makes it the preselected value. The first value is preselected in any case.
        let isPrimary: Bool
        /// The operator vouches for it. False leaves a verified text verified.
        let isVerified: Bool

        package init(text: String, alias: String?, isPrimary: Bool, isVerified: Bool) {
            self.text = text
            self.alias = alias
            self.isPrimary = isPrimary
            self.isVerified = isVerified
        }
    }

    private func values(of attribute: AttributeName) throws -> [AttributeValue] {
        try all().filter { $0.attribute == attribute }
    }

    /// The effect on the values of an attribute.
    struct Change {
        var isChange: Bool
        /// The number of values that were removed.
        var removedCount: Int
    }

    /// Replaces the values of an attribute. The new values are checked before anything changes.
    /// - Throws: `AttributeRefusal`.
    func replace(_ attribute: AttributeName, by declared: [DeclaredValue]) throws -> Change {
        try check(declared, attribute)
        let old = try values(of: attribute)
        let new = try values(of: attribute, from: declared, replacing: old)
        let removed = old.filter { value in !new.contains { $0.id == value.id } }
        let changed = new.filter { !old.contains($0) }
        guard !removed.isEmpty || !changed.isEmpty else { return Change(isChange: false, removedCount: 0) }
        let repository = transaction.attributeValues
        for value in removed { try repository.remove(value.id) }
        // Two values may exchange their aliases, which the database keeps unique at every moment.
        for var value in changed where old.contains(where: { $0.id == value.id && $0.alias != value.alias }) {
            value.alias = Base64URL.encode(value.id)
            try repository.save(value, at: now)
        }
        for value in changed { try repository.save(value, at: now) }
        return Change(isChange: true, removedCount: removed.count)
    }

    /// Records in the audit log which attributes were changed.
    func record(_ attributes: [AttributeName]) throws {
        let names = attributes.map(\.rawValue).joined(separator: ", ")
        try transaction.audit.append(
            AuditEvent(
                .attributesChanged, at: now, accountID: account.id, activationID: activationID,
                actor: operatorName.map { .machine($0) }, detail: names))
    }

    // MARK: One value

    /// Returns all of the user's values; the primary one of each attribute first.
    package func all() throws -> [AttributeValue] { try transaction.attributeValues.all(of: account.id) }

    /// Sets the value of this alias, else the value of this text; adds a value where neither exists.
    /// - Throws: `AttributeRefusal`; nothing has changed then.
    package func set(_ attribute: AttributeName, to typed: TypedValue) throws {
        let old = try values(of: attribute)
        var declared = old.map(DeclaredValue.init)
        let text = try attribute.canonicalText(ofTyped: typed.text, at: now)
        // An alias from before the present rules stays as it is.
        let known = old.first { $0.alias == typed.alias }?.alias
        let canonicalAlias = try known ?? AttributeRefusal.canonicalAlias(typed.alias)
        let index =
            old.firstIndex { $0.alias == canonicalAlias } ?? old.firstIndex { $0.text.hasSameBytes(as: text) }
            ?? declared.endIndex
        if typed.isPrimary { for index in declared.indices { declared[index].isPrimary = false } }
        let value = DeclaredValue(
            text: text, alias: canonicalAlias ?? (index < old.count ? old[index].alias : nil),
            // The address of an invitation is not primary, and does not become so because another value is set.
            isPrimary: typed.isPrimary || !declared.contains(where: \.isPrimary)
                || (index < old.count && declared[index].isPrimary),
            verification: typed.isVerified ? .set(.operator) : .kept)
        declared.replaceSubrange(index..<min(index + 1, declared.count), with: [value])
        if try replace(attribute, by: declared).isChange { try record([attribute]) }
    }

    /// Removes the value of an alias, or all values of the attribute. The oldest value succeeds a removed primary one.
    /// - Parameter alias: nil: all values.
    /// - Returns: true if a value was removed.
    package func remove(_ attribute: AttributeName, alias: String?) throws -> Bool {
        let old = try values(of: attribute)
        let rest = old.filter { alias != nil && $0.alias != alias }
        guard rest.count < old.count else { return false }
        if try replace(attribute, by: rest.map(DeclaredValue.init)).isChange { try record([attribute]) }
        return true
    }

    // MARK: Steps

    /// Checks the declared values of an attribute.
    /// - Throws: `AttributeRefusal` for the first value that is refused.
    func check(_ declared: [DeclaredValue], _ attribute: AttributeName) throws(AttributeRefusal) {
        guard declared.count <= AttributeValue.maximumCount else {
            throw AttributeRefusal(.tooManyValues)
        }
        for (index, value) in declared.enumerated() {
            func require(_ condition: Bool, _ flaw: AttributeRefusal.Flaw) throws(AttributeRefusal) {
                guard condition else { throw AttributeRefusal(flaw, index: index) }
            }
            let before = declared[..<index]
            try require(!before.contains { $0.text.hasSameBytes(as: value.text) }, .repeatedValue)
            if let alias = value.alias {
                // Swift compares by canonical equivalence, so aliases that only look alike are refused too.
                try require(!before.contains { $0.alias == alias }, .repeatedAlias)
            }
            try require(!value.isPrimary || !before.contains(where: \.isPrimary), .severalPrimaryValues)
            let isUnverified = [.kept, .set(nil)].contains(value.verification)
            try require(isUnverified || attribute.isVerifiable, .notVerifiable)
        }
    }

    /// Makes the values to store. A value whose text stays keeps its id and its salt.
    private func values(
        of attribute: AttributeName, from declared: [DeclaredValue], replacing old: [AttributeValue]
    ) throws -> [AttributeValue] {
        let former = declared.map { value in old.first { $0.text.hasSameBytes(as: value.text) } }
        var aliases = declared.map(\.alias)
        for index in declared.indices where aliases[index] == nil {
            if let alias = former[index]?.alias, !aliases.contains(alias) { aliases[index] = alias }
        }
        for index in declared.indices where aliases[index] == nil {
            aliases[index] = AttributeValue.defaultAlias(
                of: attribute, in: try language ?? transaction.language(of: account),
                besides: aliases.compactMap { $0 })
        }
        let primary = declared.firstIndex(where: \.isPrimary) ?? declared.firstIndex { !$0.staysUnselected }
        return declared.indices.map { index in
            let former = former[index]
            let verification =
                switch declared[index].verification {
                case .kept: former?.verification
                case .set(let verification): verification
                }
            return AttributeValue(
                id: former?.id ?? Array(SecureRandom.bytes(count: AttributeValue.idByteCount)), accountID: account.id,
                attribute: attribute,
                disclosure: former?.disclosure
                    ?? AttributeDisclosure(
                        salt: Array(SecureRandom.bytes(count: 16)), name: attribute.rawValue,
                        value: declared[index].text),
                alias: aliases[index] ?? "", isPrimary: index == primary, verification: verification,
                verifiedAt: verification == former?.verification ? former?.verifiedAt : nil)
        }
    }
}

extension Transaction {
    /// Returns the language in which an account's values are named: its person's, else the operator's.
    func language(of account: Account) throws -> Language {
        try account.language ?? declared.operatorProfile().language
    }
}

extension UserAttributes.DeclaredValue {
    /// Declares a stored value as it is.
    init(_ value: AttributeValue) {
        self.init(
            text: value.text, alias: value.alias, isPrimary: value.isPrimary, verification: .set(value.verification))
    }
}

extension Context {
    /// Reads or changes a user's attributes in one transaction.
    /// - Throws: `ManagerError` where there is no such user, and what `body` throws; nothing has changed then.
    package func withAttributes<Result: Sendable>(
        ofUser name: String, by operatorName: String? = nil,
        _ body: @escaping @Sendable (UserAttributes) throws -> Result
    ) throws -> Result {
        let now = clock.now()
        return try database.write { transaction in
            let account = try UserNames(transaction: transaction).existing(name)
            return try body(
                UserAttributes(account: account, transaction: transaction, now: now, operatorName: operatorName))
        }
    }
}
