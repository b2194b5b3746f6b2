import Metrics
import XignDomain
import XignProtocol
import XignStorage

/// Begins to join: a person chooses a name, and gets a code for the first device.
///
/// It makes a placeholder: an account with membership and roles, and an activation that waits a few minutes. The device
/// makes the account the person's, and uses up the place. Otherwise housekeeping removes the account, and the place is
/// free again. The address of a link is neither verified nor primary.
package struct BeginJoin: Sendable {
    package enum Refusal: Error, Sendable, Equatable {
        /// The link admits nobody now.
        case closed(JoinLink.State)
        /// Registration is not open.
        case notOpen
        case name(UserName.Refusal)
        /// The name can be mistaken for another user's.
        case taken
        /// The link has had too many names today.
        case tooManyNames
    }

    private let context: Context
    private let place: StrangerPINs.Place

    package init(_ context: Context, _ place: StrangerPINs.Place) { (self.context, self.place) = (context, place) }

    /// - Parameters:
    ///   - typed: the name as the person types it.
    ///   - language: the language of the person's pages; nil where the browser decides.
    /// - Returns: a refusal, after which only the try is counted.
    /// - Throws: `StorageError`.
    package func callAsFunction(
        _ way: JoinWay, name typed: String, language: Language?
    ) async throws -> Result<JoinHandout, Refusal> {
        let now = context.clock.now()
        let name: UserName
        do throws(UserName.Refusal) { name = try UserName(typed) } catch { return .failure(.name(error)) }
        // Counted before the name is compared, in a transaction of its own: it stays.
        let refusal = try await context.database.write { transaction -> Refusal? in
            try transaction.refusal(of: way, at: now) ?? transaction.countedRefusal(of: name, way, at: now)
        }
        if let refusal { return .failure(refusal) }
        let handout = try await place.handout(context)
        return try await context.database.write { transaction in
            if let refusal = try transaction.refusal(of: way, at: now) ?? transaction.nameRefusal(name) {
                return .failure(refusal)
            }
            let act = Performer(actor: .person, now: now, transaction: transaction)
            return .success(try act.join(way, name, language, handout))
        }
    }
}

extension Transaction {
    /// The reason why nobody can join by a way now; nil where people can. It locks a link.
    fileprivate func refusal(of way: JoinWay, at now: Timestamp) throws -> BeginJoin.Refusal? {
        switch way {
        case .link(let id):
            guard let link = try joinLinks.lock(id) else { return .closed(.over) }
            let state = try state(of: link, at: now)
            return state == .open ? nil : .closed(state)
        case .registration: return try declared.policy().registration.isOpen ? nil : .notOpen
        }
    }

    /// Counts a name that is tried by a link, and judges it. It stays counted where another user has it.
    fileprivate func countedRefusal(
        of name: UserName, _ way: JoinWay, at now: Timestamp
    ) throws -> BeginJoin.Refusal? {
        guard case .link(let id) = way else { return try nameRefusal(name) }
        guard try joinLinks.countTry(id, at: now) else { return .tooManyNames }
        let refusal = try nameRefusal(name)
        if refusal == nil { try joinLinks.takeBackTry(id) }
        return refusal
    }

    fileprivate func nameRefusal(_ name: UserName) throws -> BeginJoin.Refusal? {
        try accounts.all(key: name.key).isEmpty ? nil : .taken
    }

    /// Returns the state of a link. One of which a role was removed counts as withdrawn: it would give less than it
    /// says.
    func state(of link: JoinLink, at now: Timestamp) throws -> JoinLink.State {
        let state = link.state(reserved: try joinLinks.reserved(link.id), at: now)
        return try state == .open && offers(of: link) == nil ? .withdrawn : state
    }
}

extension Performer {
    /// Makes the account that waits for its first device.
    fileprivate func join(
        _ way: JoinWay, _ name: UserName, _ language: Language?, _ handout: ActivationHandout
    ) throws -> JoinHandout {
        let account = try create(name.text)
        if let language { try transaction.accounts.setLanguage(language, account: account.id) }
        let activation = try handout.insert(.invitation, for: account, transaction, at: now)
        var terms = InvitationTerms(
            activationID: activation.id, organizationID: nil, address: nil, roles: [], madeAccount: true)
        var invited: Language?
        if case .link(let id) = way, let link = try transaction.joinLinks.find(id) {
            invited = link.language
            (terms.linkID, terms.organizationID) = (id, link.organizationID)
            (terms.address, terms.roles) = (link.address, link.roles)
            try transaction.organizations.add(account: account.id, to: link.organizationID)
            for role in link.roles { try transaction.services.assign(role: role, to: account.id) }
            if let address = link.address {
                try transaction.attributeValues.save(
                    .invited(address, account.id, in: transaction.language(of: account)), at: now)
            }
        }
        try transaction.invitations.insert(terms)
        transaction.count(.begun, of: terms)
        // No device and no mailbox is told: nobody has proved to be the person yet.
        try audit(.activationIssued, of: account.id, device: activation)
        return JoinHandout(way, handout, for: activation, begunAt: now, language: invited)
    }
}
