import XignDomain
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
            case .taken(let name): "must not be mistaken for that of the user “\(name)”: is that one meant?"
            }
        }
    }

    /// Finds the account of exactly this name, or of its canonical form.
    func account(named typed: String) throws -> Account? {
        if let account = try transaction.accounts.find(name: typed) { return account }
        guard let name = try? UserName(typed) else { return nil }
        return try transaction.accounts.find(name: name.text)
    }

    /// Finds the account of a name.
    /// - Throws: `ManagerError` with the code `unknownUser`.
    func existing(_ typed: String) throws -> Account {
        guard let account = try account(named: typed) else {
            throw ManagerError(.unknownUser, "There is no user \(typed): `xignin-manager user list` names them.")
        }
        return account
    }

    /// Finds the account of a name, and locks it: acts on one account come one after the other.
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
        if let other = try transaction.accounts.find(key: name.key) { throw Refusal.taken(by: other.name) }
        return name.text
    }
}
