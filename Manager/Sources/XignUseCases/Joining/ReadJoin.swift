import XignDomain
import XignProtocol
import XignStorage

/// Reads what the pages of joining show. It changes no row.
package struct ReadJoin: Sendable {
    /// A join link as its page shows it.
    package struct Offer: Sendable {
        package let id: JoinLinkID
        package let organization: String
        /// The roles, by the display names of their services.
        package let roles: [InvitationSubject.Role]
        package let expiresAt: Timestamp
        package let state: JoinLink.State
        package let language: Language?
        package let places: Int
        /// True for a link that is handed to many, and so is never merged into an account by an app.
        package let isForMany: Bool
        /// The digest of what a person with an account accepts.
        package let digest: [UInt8]
    }

    /// The state of an account that somebody joins with.
    package struct Progress: Sendable {
        package enum State: Sendable, Equatable {
            case waiting(until: Timestamp)
            /// The code is void, and another one can be issued.
            case codeOver
            case connected
            case over
        }

        package let state: State
        /// The user name; nil where the account is gone.
        package let name: String?
        /// The name of the organization; nil for the open registration.
        package let organization: String?
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// Finds the link of a code that a person has typed or opened.
    /// - Returns: nil for a text that is no code, and for an unknown code: after the same statement.
    /// - Throws: `StorageError`.
    package func offer(_ typed: String) throws -> Offer? {
        let now = context.clock.now()
        let code = JoinCode(typed: typed)
        return try context.database.read { transaction in
            // A code that nobody has takes the place of one that is none, so that both take the same time.
            guard let link = try transaction.joinLinks.find(code ?? .random()), code != nil else { return nil }
            return try transaction.offer(of: link, at: now)
        }
    }

    /// Finds the link that a person with an account is about to accept.
    /// - Returns: nil where it admits nobody now.
    /// - Throws: `StorageError`.
    package func offer(_ id: JoinLinkID) throws -> Offer? {
        let now = context.clock.now()
        return try context.database.read { try $0.openOffer(of: id, at: now) }
    }

    /// Reads the names of the organizations of which those who register become members; nil where nobody can register.
    /// - Throws: `StorageError`.
    package func registration() throws -> [String]? {
        try context.database.read { try $0.registrationOrganizations()?.map(\.name) }
    }

    /// Reads what has become of a handout.
    /// - Throws: `StorageError`.
    package func progress(_ handout: JoinHandout) throws -> Progress {
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard let activation = try transaction.activations.find(handout.activationID),
                let account = try transaction.accounts.find(id: activation.accountID)
            else { return Progress(state: .over, name: nil, organization: nil) }
            let state: Progress.State =
                switch activation.state {
                case .active, .merged: .connected
                case .pending where now < activation.expiresAt: .waiting(until: activation.expiresAt)
                // A code that holds no place has been replaced by another one: its visit is over.
                case .pending, .void:
                    try handout.isRenewable(at: now) && transaction.waitingPlace(of: activation.id) != nil
                        ? .codeOver : .over
                case .revoked: .over
                }
            let organization = try transaction.organizations.organizations(of: account.id).first
            return Progress(state: state, name: account.name, organization: organization?.name)
        }
    }
}

extension Transaction {
    /// Describes a link for its page.
    func offer(of link: JoinLink, at now: Timestamp) throws -> ReadJoin.Offer {
        ReadJoin.Offer(
            id: link.id, organization: try organizations.find(id: link.organizationID)?.name ?? "",
            roles: try (offers(of: link) ?? []).map { .init(service: $0.service.displayName, role: $0.role.name) },
            expiresAt: link.expiresAt, state: try state(of: link, at: now),
            language: link.language, places: link.places, isForMany: link.address == nil, digest: link.digest)
    }

    /// Describes a link for many that admits people now; nil for any other.
    func openOffer(of id: JoinLinkID, at now: Timestamp) throws -> ReadJoin.Offer? {
        guard let link = try joinLinks.find(id), link.address == nil else { return nil }
        let offer = try offer(of: link, at: now)
        return offer.state == .open ? offer : nil
    }
}
