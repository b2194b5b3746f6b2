import XignDomain
import XignProtocol

/// Join links. They are found by a keyed hash of their code, which is sealed with its address.
///
/// The seal authenticates organization and roles, too. A row that somebody has changed is none: it gives no rights, and
/// keeps no other row from being read.
package struct JoinLinks {
    let transaction: any Transaction

    package func insert(_ link: JoinLink) throws {
        let terms = try MessageCoding.encode(Terms(code: link.code.text, address: link.address))
        let roles = TextList.join(link.roles.map(\.text))
        let sealed = try transaction.vault.seal(terms, at: Self.place(link.id, link.organizationID, roles: roles))
        let values = Column.values { column in
            switch column {
            case .id: .of(link.id)
            case .lookup: .of(transaction.vault.lookup(of: link.code))
            case .sealedTerms: .of(sealed)
            case .organizationID: .of(link.organizationID)
            case .roles: .of(roles)
            case .language: .of(link.language)
            case .places: .of(link.places)
            case .taken: .of(link.taken)
            case .createdAt: .of(link.createdAt)
            case .expiresAt: .of(link.expiresAt)
            case .withdrawnAt: .of(link.withdrawnAt)
            case .madeBy: .of(link.madeBy)
            case .tries, .triedOn: .of(0 as Int)
            }
        }
        try transaction.execute("INSERT INTO join_link \(values)")
    }

    package func find(_ id: JoinLinkID) throws -> JoinLink? {
        try transaction.row(Column.self, from: "join_link WHERE id = \(id)").flatMap(link)
    }

    /// Finds the link of a code.
    package func find(_ code: JoinCode) throws -> JoinLink? {
        let lookups = transaction.vault.lookups(of: code)
        return try transaction.rows(Column.self, from: "join_link WHERE lookup IN (\(lookups))").compactMap(link)
            .first { $0.code == code }
    }

    /// Returns the links of an organization, or of all, the oldest first.
    package func all(of organization: OrganizationID? = nil) throws -> [JoinLink] {
        let rows =
            if let organization {
                try transaction.rows(
                    Column.self, from: "join_link WHERE organization_id = \(organization) ORDER BY created_at, id")
            } else {
                try transaction.rows(Column.self, from: "join_link ORDER BY created_at, id")
            }
        return try rows.compactMap(link)
    }

    /// The number of a link's places that wait for their device.
    package func reserved(_ id: JoinLinkID) throws -> Int {
        try transaction.value("SELECT count(*) FROM invitation WHERE link_id = \(id)") ?? 0
    }

    /// Locks a link, and returns it as it is behind the lock; nil for an unknown id. Transactions that lock an account
    /// lock it before the link.
    package func lock(_ id: JoinLinkID) throws -> JoinLink? {
        guard try transaction.changedRows("UPDATE join_link SET taken = taken WHERE id = \(id)") == 1 else {
            return nil
        }
        return try find(id)
    }

    /// Counts a name that is tried with a link. It locks the link.
    /// - Returns: false where the day has had `JoinLink.triesPerDay`, and those of each place. Nothing is counted then.
    package func countTry(_ id: JoinLinkID, at now: Timestamp) throws -> Bool {
        let day = now.seconds / 86_400
        return try transaction.changedRows(
            """
            UPDATE join_link SET tries = CASE WHEN tried_on = \(day) THEN tries + 1 ELSE 1 END, tried_on = \(day)
            WHERE id = \(id)
                AND (tried_on <> \(day) OR tries < \(JoinLink.triesPerDay) + \(JoinLink.triesPerPlace) * places)
            """) == 1
    }

    /// Takes back the try that was counted last, of a name that nobody has.
    package func takeBackTry(_ id: JoinLinkID) throws {
        try transaction.execute("UPDATE join_link SET tries = tries - 1 WHERE id = \(id)")
    }

    /// Uses up a place for an account whose first device is there.
    /// - Returns: false where the link has no place left, or was withdrawn.
    package func take(_ id: JoinLinkID) throws -> Bool {
        try transaction.changedRows(
            """
            UPDATE join_link SET taken = taken + 1 WHERE id = \(id) AND taken < places AND withdrawn_at IS NULL
            """) == 1
    }

    /// Gives a link another end.
    package func extend(_ id: JoinLinkID, until end: Timestamp) throws {
        try transaction.execute("UPDATE join_link SET expires_at = \(end) WHERE id = \(id)")
    }

    /// - Returns: false where it was withdrawn before, or is unknown.
    package func withdraw(_ id: JoinLinkID, at now: Timestamp) throws -> Bool {
        try transaction.changedRows(
            "UPDATE join_link SET withdrawn_at = \(now) WHERE id = \(id) AND withdrawn_at IS NULL") == 1
    }

    /// Withdraws the links whose time is not over, also those whose rows somebody has changed.
    /// - Returns: their number.
    package func withdrawAll(at now: Timestamp) throws -> Int {
        try transaction.changedRows(
            "UPDATE join_link SET withdrawn_at = \(now) WHERE withdrawn_at IS NULL AND expires_at > \(now)")
    }

    /// Removes links that ended before a moment, without those that have a place which waits for its device.
    /// - Returns: the number of links; fewer than `limit` means that none is left.
    package func removeOld(before: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM join_link WHERE id IN (
                SELECT l.id FROM join_link l WHERE l.expires_at < \(before)
                    AND NOT EXISTS (SELECT 1 FROM invitation i WHERE i.link_id = l.id)
                LIMIT \(limit))
            """)
    }

    // MARK: The seal

    private struct Terms: Codable {
        let code: String
        let address: String?
    }

    enum Column: Int, ColumnSet {
        case id, lookup, sealedTerms, organizationID, roles, language, places, taken, tries, triedOn, createdAt,
            expiresAt, withdrawnAt, madeBy
        static let names = ColumnNames(Self.self)
    }

    static func place(_ id: JoinLinkID, _ organization: OrganizationID, roles: String) -> Vault.Place {
        Vault.Place(column: "join_link.terms", item: "\(id) \(organization) \(roles)")
    }

    /// - Returns: nil for a row that somebody has changed.
    private func link(_ row: TableRow<Column>) throws -> JoinLink? {
        do { return try opened(row) } catch is Vault.OpeningError {
            return nil
        } catch let error as StorageError where error.code == .unexpectedType {
            return nil
        }
    }

    private func opened(_ row: TableRow<Column>) throws -> JoinLink {
        let (id, organization, roles): (JoinLinkID, OrganizationID, String) =
            (try row(.id), try row(.organizationID), try row(.roles))
        let (code, address) = try Self.terms(
            try transaction.vault.open(try row(.sealedTerms), at: Self.place(id, organization, roles: roles)))
        return JoinLink(
            id: id, code: code, address: address, organizationID: organization,
            roles: TextList.split(roles).map { RoleID($0) }, language: try row.optional(.language),
            places: try row(.places), taken: try row(.taken), createdAt: try row(.createdAt),
            expiresAt: try row(.expiresAt), withdrawnAt: try row.optional(.withdrawnAt), madeBy: try row(.madeBy))
    }

    /// Reads what the seal has.
    static func terms(_ opened: [UInt8]) throws -> (code: JoinCode, address: String?) {
        let terms = try MessageCoding.decode(Terms.self, from: opened)
        guard let code = JoinCode(typed: terms.code) else {
            throw StorageError(.unexpectedType, "the code of a join link")
        }
        return (code, terms.address)
    }
}
