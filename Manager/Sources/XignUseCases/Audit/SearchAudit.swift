import XignDomain
import XignStorage

/// Searches the audit log, page by page.
package struct SearchAudit: Sendable {
    package struct Page: Sendable {
        /// The newest event first.
        package let entries: [AuditEntry]
        /// The place of the next page; nil where no older event is left.
        package let older: String?
        /// True if the page ends early: no index leads to these events, and it has looked at `maximumLooked`.
        package let isCutShort: Bool
        /// The members of the filter that name nothing which the operator can see. Then there are no events.
        package let unknown: Set<AuditFilter.Member>
    }

    package static let length = 50
    /// The number of events that one page looks at.
    package static let maximumLooked = 2_000

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - place: `Page.older` of the page before; nil, or any other text, for the newest events.
    ///   - length: the number of events at most.
    /// - Returns: nil where the operator may not search.
    package func callAsFunction(
        _ filter: AuditFilter, from place: String? = nil, length: Int = length, for party: Actor
    ) throws -> Page? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard let authority = try Authority(party, for: .searchAudit, at: now, transaction) else { return nil }
            let query = try AuditQuery(filter, authority, transaction)
            let vault = transaction.sharedVault
            let part = try AuditReading(query: query, transaction: transaction)(
                length, before: place.flatMap { AuditPlace.page.place($0, vault) }, lookingAtMost: Self.maximumLooked)
            var names = AuditNames(transaction, query.scope)
            var unknown = query.unknown
            // A name without an account may be an operator's at the machine, who has then done something.
            if let party = query.party, party.account == nil, part.entries.isEmpty, part.next == nil, place == nil {
                unknown.insert(.party)
            }
            return Page(
                entries: try names.described(part.entries),
                older: try part.next.map { try AuditPlace.page.text(of: $0, vault) }, isCutShort: part.isCutShort,
                unknown: unknown)
        }
    }
}
