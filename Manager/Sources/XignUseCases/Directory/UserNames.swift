import XignDomain
import XignProtocol
import XignStorage

/// The names by which operators name users.
struct UserNames {
    let transaction: any Transaction

    /// The reason why no user can be called so, as the end of a sentence: `must ...`.
    enum Refusal: Error, Equatable, CustomStringConvertible {
        case unusable(UserName.Refusal)
        /// The name of another user could be mistaken for it.
        case taken(by: String)

        var description: String {
            switch self {
            case .unusable(let refusal): refusal.description
            case .taken(let name): "must not be mistaken for that of the user \"\(name)\": is that one meant?"
            }
        }
    }

    /// Finds the account of exactly this name, or of its canonical form: for declarations, which would otherwise change
    /// the rights of one person where they declare another.
    func account(named typed: String) throws -> Account? {
        if let account = try transaction.accounts.find(name: typed) { return account }
        guard let name = try? UserName(typed) else { return nil }
        return try transaction.accounts.find(name: name.text)
    }

    /// Finds the account that a person means: that of exactly this name, else the only one that it can be mistaken for.
    func meant(_ typed: String) throws -> Account? {
        if let account = try account(named: typed) { return account }
        let accounts = try spelledAlike(typed)
        return accounts.count == 1 ? accounts[0] : nil
    }

    private func spelledAlike(_ typed: String) throws -> [Account] {
        guard let text = try? DisplayText.canonical(typed) else { return [] }
        return try transaction.accounts.all(key: UserName.key(of: text))
    }

    /// Finds the account that a person means.
    /// - Throws: `ManagerError` with the code `unknownUser`, also where several users can be meant.
    func existing(_ typed: String) throws -> Account {
        if let account = try meant(typed) { return account }
        let names = try spelledAlike(typed).map { "\"\($0.name)\"" }.joined(separator: ", ")
        guard !names.isEmpty else { throw ManagerError(.unknownUser, "There is no user \(typed)", .listUsers) }
        throw ManagerError(
            .unknownUser, "\(typed) can be each of the users \(names): write the name exactly so.")
    }

    /// Finds the account that a person means, and locks it: acts on one account come one after the other.
    /// - Throws: `ManagerError` with the code `unknownUser`.
    func locked(_ typed: String) throws -> Account {
        let found = try existing(typed)
        return try transaction.accounts.lock(found.id) ?? found
    }

    /// Returns the canonical form of a name for a new user.
    /// - Throws: `Refusal`; `StorageError`.
    func free(_ typed: String) throws -> String {
        let name: UserName
        do throws(UserName.Refusal) { name = try UserName(typed) } catch { throw Refusal.unusable(error) }
        if let other = try transaction.accounts.all(key: name.key).first { throw Refusal.taken(by: other.name) }
        return name.text
    }
}
