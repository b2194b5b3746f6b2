import XignDomain
import XignProtocol

/// The attributes and groups that sessions release: personal data, stored until the last token that gives access to it
/// expires.
package struct AttributeReleases {
    let transaction: any Transaction
    private var vault: TransactionVault { transaction.vault }

    /// Stores the unconfirmed releases of a session's latest statement, in place of all former releases of the session.
    package func prepare(
        _ releases: Releases, of session: SessionID, activation: ActivationID, expiresAt: Timestamp
    ) throws {
        let sealed = try vault.seal(
            try MessageCoding.encode(StoredReleases(releases)), at: Self.place(session, activation))
        let values = Column.values { column in
            switch column {
            case .sessionID: .of(session)
            case .isConfirmed: .of(false)
            case .sealedReleases: .of(sealed)
            case .expiresAt: .of(expiresAt)
            }
        }
        try transaction.execute(
            """
            INSERT INTO attribute_release \(values) ON CONFLICT (session_id) DO UPDATE SET
                is_confirmed = excluded.is_confirmed, sealed_releases = excluded.sealed_releases,
                expires_at = excluded.expires_at
            """)
    }

    /// Returns the releases that were prepared last, confirmed or not.
    package func prepared(_ session: SessionID, activation: ActivationID) throws -> Releases {
        try releases(from: "attribute_release WHERE session_id = \(session)", session, activation)
    }

    /// Confirms the prepared releases after the user has signed them. The website can read them until `expiresAt`.
    package func confirm(_ session: SessionID, keptUntil expiresAt: Timestamp) throws {
        try transaction.execute(
            """
            UPDATE attribute_release SET is_confirmed = \(true), expires_at = \(expiresAt)
            WHERE session_id = \(session)
            """)
    }

    /// Keeps the releases of a session until a later moment.
    package func keep(_ session: SessionID, until expiresAt: Timestamp) throws {
        try transaction.execute(
            """
            UPDATE attribute_release SET expires_at = \(expiresAt)
            WHERE session_id = \(session) AND expires_at < \(expiresAt)
            """)
    }

    /// Returns the confirmed releases of a session.
    package func find(_ session: SessionID, activation: ActivationID) throws -> Releases {
        try releases(
            from: "attribute_release WHERE session_id = \(session) AND is_confirmed = \(true)", session, activation)
    }

    private func releases(
        from tail: SQL, _ session: SessionID, _ activation: ActivationID
    ) throws -> Releases {
        guard let row = try transaction.row(Column.self, from: tail) else { return .empty }
        let bytes = try vault.open(try row(.sealedReleases), at: Self.place(session, activation))
        return try MessageCoding.decode(StoredReleases.self, from: bytes).releases
    }

    package func remove(_ session: SessionID) throws {
        try transaction.execute("DELETE FROM attribute_release WHERE session_id = \(session)")
    }

    package func removeExpired(at now: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM attribute_release WHERE session_id IN (
                SELECT session_id FROM attribute_release WHERE expires_at < \(now) LIMIT \(limit))
            """)
    }

    private enum Column: Int, ColumnSet {
        case sessionID, isConfirmed, sealedReleases, expiresAt
        static let names = ColumnNames(Self.self)
    }

    static func place(_ session: SessionID, _ activation: ActivationID) -> Vault.Place {
        Vault.Place(column: "attribute_release.releases", activation: activation, item: session.description)
    }
}

/// The encoding of releases inside the seal: attributes alone are a list, which former versions read, too.
private struct StoredReleases: Codable {
    private let attributes: [StoredRelease]
    private let additional: [StoredAddition]

    private enum Key: String, CodingKey { case attributes, additional }

    init(_ releases: Releases) {
        attributes = releases.attributes.map(StoredRelease.init)
        additional = releases.additional.map(StoredAddition.init)
    }

    init(from decoder: any Decoder) throws {
        guard let members = try? decoder.container(keyedBy: Key.self) else {
            (attributes, additional) = (try [StoredRelease](from: decoder), [])
            return
        }
        attributes = try members.decode([StoredRelease].self, forKey: .attributes)
        additional = try members.decode([StoredAddition].self, forKey: .additional)
    }

    func encode(to encoder: any Encoder) throws {
        guard !additional.isEmpty else { return try attributes.encode(to: encoder) }
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(attributes, forKey: .attributes)
        try members.encode(additional, forKey: .additional)
    }

    var releases: Releases {
        get throws {
            Releases(
                attributes: try attributes.map { try $0.release }, additional: try additional.map { try $0.release })
        }
    }
}

/// The encoding of a released addition inside the seal.
private struct StoredAddition: Codable {
    let name: String
    let disclosure: String
    let destinations: [String]

    init(_ release: AdditionalRelease) {
        name = release.name.rawValue
        disclosure = release.disclosure.text
        destinations = release.destinations.map(\.rawValue).sorted()
    }

    var release: AdditionalRelease {
        get throws {
            AdditionalRelease(
                name: AdditionalName(rawValue: name), disclosure: try AttributeDisclosure(parsing: disclosure),
                destinations: Set(destinations.compactMap(ClaimDestination.init)))
        }
    }
}

/// The encoding of a release inside the seal.
private struct StoredRelease: Codable {
    let attribute: AttributeName
    let disclosure: String
    /// Absent for a supplied value.
    let valueID: Octets?
    let isChoice: Bool
    let isVerified: Bool
    /// Absent for an operator, and for a value that is not verified.
    let verifiedBy: Verification?
    let destinations: [String]
    /// Absent where the value itself is told at all destinations.
    let derivedOnly: [String]?

    init(_ release: AttributeRelease) {
        attribute = release.attribute
        disclosure = release.disclosure.text
        switch release.source {
        case .stored(let id, let isChoice): (valueID, self.isChoice) = (Octets(id), isChoice)
        case .supplied: (valueID, isChoice) = (nil, false)
        }
        isVerified = release.verification != nil
        verifiedBy = release.verification == .operator ? nil : release.verification
        destinations = release.destinations.map(\.rawValue).sorted()
        derivedOnly = release.derivedOnly.isEmpty ? nil : release.derivedOnly.map(\.rawValue).sorted()
    }

    var release: AttributeRelease {
        get throws {
            AttributeRelease(
                attribute: attribute, disclosure: try AttributeDisclosure(parsing: disclosure),
                source: valueID.map { .stored(valueID: $0.bytes, isChoice: isChoice) } ?? .supplied,
                verification: isVerified ? verifiedBy ?? .operator : nil,
                destinations: Set(destinations.compactMap(ClaimDestination.init)),
                derivedOnly: Set((derivedOnly ?? []).compactMap(ClaimDestination.init)))
        }
    }
}
