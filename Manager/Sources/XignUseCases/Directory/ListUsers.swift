import XignDomain
import XignStorage

/// Lists users for the commands, a page at a time: `FindAccounts` as JSON.
package struct ListUsers: Sendable {
    /// A user as an operator sees it. The members are named as in JSON.
    package struct User: Encodable, Sendable {
        package let name: String
        package let publicId: String
        package let active: Bool
        /// The number of active devices.
        package let devices: Int
        /// The names of the organizations that the user is a member of.
        package let organizations: [String]
        /// The way in which a search has found the user; nil without a search.
        package let foundBy: String?
    }

    /// The largest page: a reading transaction that ends soon, and little memory.
    private static let length = 500

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// Lists all users by name, or those that a text finds.
    /// - Parameters:
    ///   - search: as `FindAccounts` takes it; nil for all users.
    ///   - limit: the number of users at most, at least 1; nil: no limit.
    ///   - page: called with each page, in order. No page is empty.
    /// - Returns: true if more users follow.
    package func callAsFunction(
        search: String? = nil, limit: Int? = nil, _ page: ([User]) throws -> Void
    ) throws -> Bool {
        let find = FindAccounts(context, length: min(limit ?? Self.length, Self.length))
        var cursor: FindAccounts.Cursor?
        var rest = limit ?? .max
        while let answer = try find(search ?? "", after: cursor, for: .machine("")) {
            let users =
                answer.exact.map { User($0.account, foundBy: $0.match.name) }
                + answer.named.map { User($0, foundBy: search == nil ? nil : "name") }
            let shown = Array(users.prefix(rest))
            if !shown.isEmpty { try page(shown) }
            rest -= shown.count
            guard let next = answer.next, rest > 0 else {
                return answer.next != nil || answer.hasMoreExact || shown.count < users.count
            }
            cursor = next
        }
        return false
    }
}

extension ListUsers.User {
    fileprivate init(_ entry: ListedAccount, foundBy: String?) {
        name = entry.name
        publicId = entry.id.description
        active = entry.isActive
        devices = entry.devices
        organizations = entry.organizations
        self.foundBy = foundBy
    }
}

extension AccountMatch {
    /// The name in JSON.
    fileprivate var name: String {
        switch self {
        case .publicID: "publicId"
        case .device: "activationId"
        case .subject: "sub"
        case .member: "memberId"
        case .address: "email"
        }
    }
}
