import XignDomain
import XignProtocol

/// The terms of invitations, each beside its activation. The seal of the address authenticates the activation.
package struct Invitations {
    let transaction: any Transaction
    private var vault: TransactionVault { transaction.vault }

    package func insert(_ terms: InvitationTerms) throws {
        let address = try terms.address.map {
            try vault.seal(Array($0.utf8), at: Self.place(terms.activationID))
        }
        let values = Column.values { column in
            switch column {
            case .activationID: .of(terms.activationID)
            case .organizationID: .of(terms.organizationID)
            case .sealedAddress: .of(address)
            case .roles: .of(TextList.join(terms.roles.map(\.text)))
            case .madeAccount: .of(terms.madeAccount)
            case .namedAccountID: .of(terms.namedAccountID)
            case .linkID: .of(terms.linkID)
            }
        }
        try transaction.execute("INSERT INTO invitation \(values)")
    }

    package func find(_ activation: ActivationID) throws -> InvitationTerms? {
        try transaction.row(
            Column.self, from: "invitation WHERE activation_id = \(activation)"
        ).map { row in
            InvitationTerms(
                activationID: activation, organizationID: try row.optional(.organizationID),
                address: try row.optional(.sealedAddress).map {
                    String(decoding: try vault.open($0, at: Self.place(activation)), as: UTF8.self)
                },
                roles: TextList.split(try row(.roles)).map { RoleID($0) }, madeAccount: try row(.madeAccount),
                namedAccountID: try row.optional(.namedAccountID), linkID: try row.optional(.linkID))
        }
    }

    /// Removes the terms of an invitation that was accepted or has ended.
    package func remove(_ activation: ActivationID) throws {
        try transaction.execute("DELETE FROM invitation WHERE activation_id = \(activation)")
    }

    /// Returns the activations of invitations that expired before a moment, whatever became of them.
    /// - Parameter joinsBefore: the moment for those that have no address of their own, which anybody can make again.
    package func expired(before: Timestamp, joinsBefore: Timestamp, limit: Int) throws -> [ActivationID] {
        try transaction.values(
            """
            SELECT activation_id FROM invitation JOIN activation ON id = activation_id
            WHERE expires_at < \(before)
                OR expires_at < \(joinsBefore) AND (link_id IS NOT NULL OR organization_id IS NULL)
            LIMIT \(limit)
            """
        )
    }

    /// Returns the activations that hold the places of a link.
    package func places(of link: JoinLinkID) throws -> [ActivationID] {
        try transaction.values("SELECT activation_id FROM invitation WHERE link_id = \(link)")
    }

    /// Returns true if an account was made for an invitation and serves nothing else: it has no active activation, no
    /// subject at a website, no value but the invited address, and no other membership.
    package func isPlaceholder(_ account: AccountID, of terms: InvitationTerms) throws -> Bool {
        guard terms.madeAccount,
            try transaction.activations.all(of: account).allSatisfy({ $0.state != .active }),
            try transaction.row("SELECT mapping_id FROM mapping WHERE account_id = \(account)") == nil,
            try transaction.organizations.organizations(of: account).allSatisfy({ $0.id == terms.organizationID })
        else { return false }
        return try transaction.attributeValues.all(of: account).allSatisfy { value in
            terms.address.map(value.text.hasSameBytes(as:)) ?? false
        }
    }

    private enum Column: Int, ColumnSet {
        case activationID, organizationID, sealedAddress, roles, madeAccount, namedAccountID, linkID
        static let names = ColumnNames(Self.self)
    }

    static func place(_ activation: ActivationID) -> Vault.Place {
        Vault.Place(column: "invitation.address", activation: activation)
    }
}
