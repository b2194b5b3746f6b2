import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// Lists a person's own attribute values.
package struct ListOwnData: Sendable {
    /// A value with its public id.
    package struct Value: Sendable {
        /// Pseudorandom, for the account pages alone.
        package let id: String
        package let value: AttributeValue

        /// The SHA-256 of everything that a page shows of the value.
        package var digest: [UInt8] { value.shownDigest }
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: the values in the order of attributes; within an attribute the primary value first.
    package func callAsFunction(_ account: AccountID) throws -> [Value] {
        try context.database.read { try $0.ownValues(of: account) }
    }

    /// The number of values of each attribute: an only one needs no name.
    package func counts(_ account: AccountID) throws -> [AttributeName: Int] {
        Dictionary(try self(account).map { ($0.value.attribute, 1) }, uniquingKeysWith: +)
    }

    /// - Returns: nil where the account has no value of this id.
    package func find(_ id: String, of account: AccountID) throws -> Value? {
        try self(account).first { $0.id.hasSameBytes(as: id) }
    }
}

/// Adds, changes and removes a person's own attribute values, on behalf of the person in a browser.
///
/// Such a change is not confirmed on a device, so all devices are told about it. A person vouches for nothing: their
/// values are not verified. A verified value can be named and preferred, but neither changed nor removed: notices go
/// to it, and whoever sits at an open browser must not be able to turn them off. A device confirms the removal of a
/// verified address (`OwnAct.removeAddress`).
package struct ChangeOwnData: Sendable {
    package enum Outcome: Sendable, Equatable {
        /// The account is as it should be. A repetition has no further effect.
        case done
        case refused(AttributeRefusal)
        case isVerified
        /// The account has no such value, or the browser's session has ended.
        case notThere
        /// The value has changed since the page showed it.
        case changed
    }

    /// The text of a value as a person types it.
    package enum Text: Sendable, Equatable {
        case line(String)
        case address(street: String, postalCode: String, locality: String, region: String, country: String)
    }

    /// A value as a person wants it.
    package struct Wish: Sendable {
        package let attribute: AttributeName
        package let text: Text
        /// Empty for a name that the manager chooses.
        package let alias: String
        /// Makes it the preselected value.
        package let isPrimary: Bool

        package init(_ attribute: AttributeName, text: Text, alias: String, isPrimary: Bool) {
            self.attribute = attribute
            self.text = text
            self.alias = alias
            self.isPrimary = isPrimary
        }
    }

    private let context: Context
    private let language: Language?

    /// - Parameter language: the language of the page, in which the manager names a value; nil for the account's.
    package init(_ context: Context, in language: Language? = nil) {
        self.context = context
        self.language = language
    }

    package func add(_ wish: Wish, in session: BrowserSession) async throws -> Outcome {
        try await run(session) { try $0.add(wish) }
    }

    /// - Parameter seen: the digest of the value as the page showed it.
    package func change(_ id: String, to wish: Wish, seen: [UInt8], in session: BrowserSession) async throws -> Outcome
    {
        try await run(session) { try $0.change(id, to: wish, seen: seen) }
    }

    /// - Parameter seen: the digest of the value as the page showed it.
    package func remove(_ id: String, seen: [UInt8], in session: BrowserSession) async throws -> Outcome {
        try await run(session) { try $0.remove(id, seen: seen) }
    }

    private func run(
        _ session: BrowserSession, _ body: @escaping @Sendable (OwnDataChange) throws -> Outcome
    ) async throws -> Outcome {
        let now = context.clock.now()
        return try await context.database.write { [language] transaction in
            guard let found = try transaction.openSessionLockingAccount(session, at: now) else { return .notThere }
            let attributes = UserAttributes(
                account: found.account, transaction: transaction, now: now, activationID: found.activation.id,
                language: language)
            let change = OwnDataChange(attributes: attributes, session: session.id)
            // A refusal comes before the first change.
            do { return try body(change) } catch let refusal as AttributeRefusal {
                return .refused(refusal)
            }
        }
    }
}

/// One change in its transaction.
private struct OwnDataChange {
    /// Changes within this time are told to the devices once, so that a person who fills in all values gets one mail.
    private static let noticeSeconds: Int64 = 3600

    let attributes: UserAttributes
    let session: BrowserSessionID

    func add(_ wish: ChangeOwnData.Wish) throws -> ChangeOwnData.Outcome {
        let (wished, old) = (try declared(wish), try values(of: wish.attribute))
        // The value is stored already if the form was sent twice, or if a login has supplied the value since.
        if old.contains(where: { wished.isMet(by: $0.value) }) { return .done }
        return try save(old.map { .init($0.value) } + [wished], preferring: old.count, for: wish)
    }

    func change(_ id: String, to wish: ChangeOwnData.Wish, seen: [UInt8]) throws -> ChangeOwnData.Outcome {
        let (wished, all) = (try declared(wish), try values(of: wish.attribute))
        guard let index = all.firstIndex(where: { $0.id.hasSameBytes(as: id) }) else {
            // Another text is another value, with another id: the same form again finds it by its content.
            return all.contains { wished.isMet(by: $0.value) } ? .done : .notThere
        }
        let old = all[index].value
        if wished.isMet(by: old), old.isPrimary || !wish.isPrimary { return .done }
        guard all[index].digest == seen else { return .changed }
        guard !old.isVerified || old.text.hasSameBytes(as: wished.text) else { return .isVerified }
        var declared = all.map { UserAttributes.DeclaredValue($0.value) }
        declared[index].text = wished.text
        declared[index].alias = wished.alias ?? old.alias
        return try save(declared, preferring: index, for: wish)
    }

    func remove(_ id: String, seen: [UInt8]) throws -> ChangeOwnData.Outcome {
        let all = try attributes.transaction.ownValues(of: attributes.account.id)
        guard let found = all.first(where: { $0.id.hasSameBytes(as: id) }) else { return .notThere }
        guard found.digest == seen else { return .changed }
        guard !found.value.isVerified else { return .isVerified }
        _ = try attributes.remove(found.value.attribute, alias: found.value.alias)
        try tell()
        return .done
    }

    /// Saves the values of an attribute.
    /// - Parameter index: the value of the wish. It is preselected where the wish says so, or where no other value is.
    private func save(
        _ declared: [UserAttributes.DeclaredValue], preferring index: Int, for wish: ChangeOwnData.Wish
    ) throws -> ChangeOwnData.Outcome {
        var declared = declared
        if wish.isPrimary || !declared.contains(where: \.isPrimary) {
            for other in declared.indices { declared[other].isPrimary = other == index }
        }
        if try attributes.replace(wish.attribute, by: declared).isChange {
            try attributes.record([wish.attribute])
            try tell()
        }
        return .done
    }

    private func tell() throws {
        let (account, now) = (attributes.account.id, attributes.now)
        let notices = attributes.transaction.notices
        guard try notices.count(.attributesChanged, of: account, since: now - Self.noticeSeconds) == 0 else { return }
        try notices.append(NoticeEvent(.attributesChanged, at: now, accountID: account, browserSession: session))
    }

    private func values(of attribute: AttributeName) throws -> [ListOwnData.Value] {
        try attributes.transaction.ownValues(of: attributes.account.id).filter { $0.value.attribute == attribute }
    }

    /// Makes a wish canonical.
    /// - Throws: `AttributeRefusal`.
    private func declared(_ wish: ChangeOwnData.Wish) throws(AttributeRefusal) -> UserAttributes.DeclaredValue {
        let text: String
        switch wish.text {
        case .line(let line): text = try wish.attribute.canonicalText(ofTyped: line, at: attributes.now)
        case .address(let street, let postalCode, let locality, let region, let country):
            guard wish.attribute == .address else { throw AttributeRefusal(.notAnAddress) }
            text = try AttributeRefusal.explaining { () throws(AddressText.Refusal) in
                try AddressText(
                    typedStreet: street, postalCode: postalCode, locality: locality, region: region, country: country)
            }.text
        }
        let alias = CanonicalText.trimmed(wish.alias).isEmpty ? nil : wish.alias
        return UserAttributes.DeclaredValue(
            text: text, alias: try AttributeRefusal.canonicalAlias(alias), isPrimary: false)
    }
}

extension UserAttributes.DeclaredValue {
    /// True if a stored value has this text and, where one is given, this alias.
    fileprivate func isMet(by value: AttributeValue) -> Bool {
        value.text.hasSameBytes(as: text) && (alias.map { value.alias.hasSameBytes(as: $0) } ?? true)
    }
}

extension AttributeValue {
    /// The SHA-256 of everything that a page shows of the value.
    var shownDigest: [UInt8] {
        let parts = [alias, text, isPrimary ? "primary" : "", isVerified ? "verified" : ""]
        return Array(SHA256.hash(data: Array(parts.joined(separator: "\0").utf8)))
    }
}

extension Transaction {
    func ownValues(of account: AccountID) throws -> [ListOwnData.Value] {
        let key = AliasKey(
            managerSecret: try vault.managerSecret, account: account, service: BuiltInParties.serviceID)
        return try attributeValues.all(of: account).map { ListOwnData.Value(id: key.id(of: $0), value: $0) }
    }
}
