import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// Changes what stands of a person here: the one way on which an operator does, by a declaration or a command.
///
/// A value whose text stays is the same value: it keeps its salt, and with it what was chosen and confirmed. Another text is another
/// value, which nobody has chosen.
package struct UserAttributes {
    let account: Account
    let transaction: any Transaction
    let now: Timestamp

    /// A value as an operator states it.
    struct Stated {
        /// Canonical.
        var text: String
        /// Nil: as it is, or made up.
        var alias: String?
        var isPrimary: Bool
        /// Nil: as it is, or not.
        var isVerified: Bool?
    }

    private func values(of attribute: AttributeName) throws -> [AttributeValue] {
        try all().filter { $0.attribute == attribute }
    }

    /// What became of the values of an attribute.
    struct Change {
        var isChange: Bool
        /// How many values are gone.
        var removedCount: Int
    }

    /// Makes the values of an attribute those that are stated, and no others. They are checked before anything changes.
    /// - Throws: `AttributeRefusal`.
    func replace(_ attribute: AttributeName, by stated: [Stated]) throws -> Change {
        try check(stated, attribute)
        let old = try values(of: attribute)
        let new = made(of: stated, attribute, old)
        let removed = old.filter { value in !new.contains { $0.id == value.id } }
        let changed = new.filter { !old.contains($0) }
        guard !removed.isEmpty || !changed.isEmpty else { return Change(isChange: false, removedCount: 0) }
        let repository = transaction.attributeValues
        for value in removed { try repository.remove(value.id) }
        // Two values may exchange their aliases, which are never the same, not for a moment either.
        for var value in changed where old.contains(where: { $0.id == value.id && $0.alias != value.alias }) {
            value.alias = Base64URL.encode(value.id)
            try repository.save(value, at: now)
        }
        for value in changed { try repository.save(value, at: now) }
        return Change(isChange: true, removedCount: removed.count)
    }

    /// Says in the audit log that attributes were changed, and which.
    func record(_ attributes: [AttributeName]) throws {
        let names = attributes.map(\.rawValue).joined(separator: ", ")
        try transaction.audit.append(
            AuditEvent(.attributesChanged, at: now, accountID: account.id, detail: names))
    }

    // MARK: One value

    /// All of the person's values; the primary one of each attribute first.
    package func all() throws -> [AttributeValue] { try transaction.attributeValues.all(of: account.id) }

    /// Sets a value: the one of this alias, where there is one; otherwise the one of this text; otherwise one more.
    /// - Parameters:
    ///   - typed: as an operator types it.
    ///   - alias: nil: as it is, or made up.
    ///   - isPrimary: whether it becomes the one to preselect. The first is in any case.
    ///   - isVerified: whether the operator vouches for it. A text that is verified stays so.
    /// - Throws: `AttributeRefusal`; nothing has changed then.
    package func set(
        _ attribute: AttributeName, to typed: String, alias: String?, isPrimary: Bool, isVerified: Bool
    ) throws {
        let old = try values(of: attribute)
        var stated = old.map {
            Stated(text: $0.text, alias: $0.alias, isPrimary: $0.isPrimary, isVerified: $0.isVerified)
        }
        let text = try attribute.canonicalText(ofTyped: typed, at: now)
        // An alias from before the present rules stays as it is.
        let known = old.first { $0.alias == alias }?.alias
        let canonicalAlias = try known ?? AttributeRefusal.canonicalAlias(alias)
        let index =
            old.firstIndex { $0.alias == canonicalAlias } ?? old.firstIndex { $0.text.hasSameBytes(as: text) }
            ?? stated.endIndex
        if isPrimary { for index in stated.indices { stated[index].isPrimary = false } }
        let value = Stated(
            text: text, alias: canonicalAlias ?? (index < old.count ? old[index].alias : nil),
            isPrimary: isPrimary || (index < old.count && stated[index].isPrimary), isVerified: isVerified ? true : nil)
        stated.replaceSubrange(index..<min(index + 1, stated.count), with: [value])
        if try replace(attribute, by: stated).isChange { try record([attribute]) }
    }

    /// Removes the value of an alias, or without one all of the attribute; where the primary one goes, the oldest follows it.
    /// - Returns: whether there was one.
    package func remove(_ attribute: AttributeName, alias: String?) throws -> Bool {
        let old = try values(of: attribute)
        let rest = old.filter { alias != nil && $0.alias != alias }
        guard rest.count < old.count else { return false }
        let stated = rest.map {
            Stated(text: $0.text, alias: $0.alias, isPrimary: $0.isPrimary, isVerified: $0.isVerified)
        }
        if try replace(attribute, by: stated).isChange { try record([attribute]) }
        return true
    }

    // MARK: Steps

    /// - Throws: `AttributeRefusal`, for the first that cannot be.
    func check(_ stated: [Stated], _ attribute: AttributeName) throws(AttributeRefusal) {
        guard stated.count <= AttributeValue.maximumCount else {
            throw AttributeRefusal("must have at most \(AttributeValue.maximumCount) values")
        }
        for (index, value) in stated.enumerated() {
            func require(_ condition: Bool, _ expected: String) throws(AttributeRefusal) {
                guard condition else { throw AttributeRefusal("must be \(expected)", index: index) }
            }
            let before = stated[..<index]
            try require(!before.contains { $0.text.hasSameBytes(as: value.text) }, "there once: it is there before")
            if let alias = value.alias {
                // Also those that only look alike: Swift compares by canonical equivalence.
                try require(!before.contains { $0.alias == alias }, "called by an alias that no other value has")
            }
            try require(!value.isPrimary || !before.contains(where: \.isPrimary), "the only primary value")
            try require(
                value.isVerified != true || attribute.isVerifiable,
                "stated without `verified`: only email and phoneNumber can be verified")
        }
    }

    private func made(of stated: [Stated], _ attribute: AttributeName, _ old: [AttributeValue]) -> [AttributeValue] {
        let former = stated.map { value in old.first { $0.text.hasSameBytes(as: value.text) } }
        var aliases = stated.map(\.alias)
        for index in stated.indices where aliases[index] == nil {
            if let alias = former[index]?.alias, !aliases.contains(alias) { aliases[index] = alias }
        }
        for index in stated.indices where aliases[index] == nil {
            aliases[index] = AttributeValue.defaultAlias(of: attribute, besides: aliases.compactMap { $0 })
        }
        let primary = stated.firstIndex(where: \.isPrimary) ?? 0
        return stated.indices.map { index in
            let former = former[index]
            return AttributeValue(
                id: former?.id ?? Array(SecureRandom.bytes(count: AttributeValue.idByteCount)), accountID: account.id,
                attribute: attribute,
                disclosure: former?.disclosure
                    ?? AttributeDisclosure(
                        salt: Array(SecureRandom.bytes(count: 16)), name: attribute.rawValue, value: stated[index].text),
                alias: aliases[index] ?? "", isPrimary: index == primary,
                isVerified: stated[index].isVerified ?? former?.isVerified ?? false)
        }
    }
}

extension Context {
    /// Looks at a user's attributes, or changes them, in one transaction.
    /// - Throws: `ManagerError` where there is no such user, and what `body` throws; nothing has changed then.
    package func withAttributes<Result: Sendable>(
        ofUser name: String, _ body: @escaping @Sendable (UserAttributes) throws -> Result
    ) throws -> Result {
        let now = clock.now()
        return try database.write { transaction in
            guard let account = try UserNames(transaction: transaction).account(named: name) else {
                throw ManagerError(
                    .unknownUser, "There is no user \(name): `xignin-manager user list` names them.")
            }
            return try body(UserAttributes(account: account, transaction: transaction, now: now))
        }
    }
}
