import XignDomain
import XignProtocol

/// Lists of accounts by name, for any number of accounts: each page is a range of an index.
extension Accounts {
    /// An account with its place in the order of names.
    package struct Listed: Sendable {
        package let account: Account
        package let place: [UInt8]
    }

    /// Returns the accounts whose `UserName.key` begins with a text, in the order of their keys.
    /// - Parameters:
    ///   - prefix: empty for all accounts.
    ///   - place: the place of the account before the first one of the list; nil: the list begins with the first.
    ///   - limit: the number of accounts at most.
    package func list(prefix: String, after place: [UInt8]?, limit: Int) throws -> [Listed] {
        let first = Array(prefix.utf8)
        // In the order of bytes, nothing is between a text and the same text with a zero.
        let next = place.map { $0 + [0] } ?? first
        let begin = next.lexicographicallyPrecedes(first) ? first : next
        return try transaction.rows(
            Column.self, OrderColumn.self,
            from: """
                account WHERE sort_key >= \(begin) AND sort_key < \(first + [Self.afterUTF8])
                ORDER BY sort_key LIMIT \(limit)
                """
        ).map { Listed(account: try Self.account($0), place: try $1(.sortKey)) }
    }

    /// Calls `body` with all accounts, in the order of their keys. It holds a page of them at a time.
    package func forEach(_ body: (Account) throws -> Void) throws {
        var place: [UInt8]?
        repeat {
            let page = try list(prefix: "", after: place, limit: 500)
            for listed in page { try body(listed.account) }
            place = page.last?.place
        } while place != nil
    }

    /// Returns the moment at which an account was made.
    package func creation(of id: AccountID) throws -> Timestamp? {
        try transaction.value("SELECT created_at FROM account WHERE id = \(id)")
    }

    /// The place of an account in the order of names: the UTF-8 of its key.
    /// - Parameter homonym: the account, if an older one has its key.
    static func sortKey(_ key: String, homonym: PublicAccountID? = nil) -> [UInt8] {
        Array(key.utf8) + (homonym.map { [0] + $0.bytes } ?? [])
    }

    /// Gives every account its public id and its place in the order of names.
    static func addListColumns(_ transaction: any Transaction) throws {
        var last = ""
        while true {
            let rows = try transaction.rows(
                "SELECT id, name, name_key FROM account WHERE id > \(last) ORDER BY id LIMIT \(500)")
            guard let end = rows.last else { return }
            for row in rows {
                let (id, publicID): (AccountID, PublicAccountID) = (try row("id"), .random())
                let key: String? = try row.optional("name_key")
                let place =
                    try key.map { sortKey($0) }
                    ?? sortKey(UserName.key(of: try row("name")), homonym: publicID)
                try transaction.execute(
                    "UPDATE account SET public_id = \(publicID), sort_key = \(place) WHERE id = \(id)")
            }
            last = try end("id")
        }
    }

    /// A byte that is greater than each byte of UTF-8.
    private static let afterUTF8: UInt8 = 0xFF
}
