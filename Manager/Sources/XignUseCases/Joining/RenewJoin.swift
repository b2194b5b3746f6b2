import XignDomain
import XignProtocol
import XignStorage

/// Issues another code to somebody who joins, for the same account. The former one is void.
package struct RenewJoin: Sendable {
    package enum Refusal: Error, Sendable {
        /// The account has its device, or no longer waits for one.
        case over
    }

    private let context: Context
    private let place: StrangerPINs.Place

    package init(_ context: Context, _ place: StrangerPINs.Place) { (self.context, self.place) = (context, place) }

    /// - Throws: `StorageError`. Nothing has changed then.
    package func callAsFunction(_ former: JoinHandout) async throws -> Result<JoinHandout, Refusal> {
        let now = context.clock.now()
        let begunAt = Timestamp(rawValue: former.begunAt)
        guard former.isRenewable(at: now),
            try context.database.read({ try $0.waitingPlace(of: former.activationID) }) != nil
        else { return .failure(.over) }
        let handout = try await place.handout(context)
        return try await context.database.write { transaction in
            guard let found = try transaction.activations.find(former.activationID),
                let account = try transaction.accounts.lock(found.accountID), account.isActive,
                var terms = try transaction.waitingPlace(of: former.activationID)
            else { return .failure(.over) }
            if let link = try terms.linkID.flatMap({ try transaction.joinLinks.find($0) }), link.withdrawnAt != nil {
                return .failure(.over)
            }
            let act = Performer(actor: .person, now: now, transaction: transaction)
            if try transaction.activations.void(former.activationID) {
                try act.audit(.activationVoided, of: account.id, device: found)
            }
            let activation = try handout.insert(.invitation, for: account, transaction, at: now)
            try transaction.invitations.remove(former.activationID)
            terms.activationID = activation.id
            try transaction.invitations.insert(terms)
            try act.audit(.activationIssued, of: account.id, device: activation)
            return .success(
                JoinHandout(
                    former.way, handout, for: activation, begunAt: begunAt, language: former.language))
        }
    }
}

/// Ends the attempt to join on behalf of the person: the account goes, and its place is free again.
package struct CancelJoin: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Throws: `StorageError`. Nothing has changed then.
    package func callAsFunction(_ handout: JoinHandout) async throws {
        let now = context.clock.now()
        try await context.database.write { transaction in
            _ = try transaction.removePlaceholder(of: handout.activationID, at: now, isCancelled: true, by: .person)
        }
    }
}

extension Transaction {
    /// The terms of an activation whose account has had no device. Nil where it has had one, where the account is gone,
    /// and where another code has the place.
    func waitingPlace(of id: ActivationID) throws -> InvitationTerms? {
        guard let activation = try activations.find(id), activation.state == .pending || activation.state == .void,
            let terms = try invitations.find(id), try invitations.isPlaceholder(activation.accountID, of: terms)
        else { return nil }
        return terms
    }
}
