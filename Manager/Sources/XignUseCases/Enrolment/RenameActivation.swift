import XignDomain
import XignProtocol
import XignStorage

/// `rename`: a device changes the alias of its own activation.
package struct RenameActivation: DeviceOperationHandler {
    package typealias Operation = Rename

    package init() {}

    /// The outcome of a request, remembered for its repetition.
    private enum Outcome: Codable { case renamed }

    package func answer(_ request: Rename.Request, _ call: DeviceCall) async throws -> Rename.Response {
        guard DisplayText.isValid(request.alias) else { throw ProtocolError(.malformed) }
        let proven = try call.admittedActivation(request.activationId)
        try call.admit(.changing(proven.accountID))
        try await call.context.database.write { transaction in
            _ = try transaction.accounts.lock(proven.accountID)
            let seen = SeenRequest(try call.name(proven.id, transaction))
            let activation = try call.activeActivation(proven.id, transaction)
            // A recorded request would otherwise bring an old alias back. It can be opened until the key that it was
            // sealed to is destroyed.
            let isNew = try transaction.seenRequests.rememberNew(
                seen, outcome: Outcome.renamed, until: call.now + EncryptionKeys.lifetimeSeconds)
            guard isNew else { return }
            // A refusal rolls back, and is not remembered.
            guard try !transaction.hasRenamedTooOften(activation, at: call.now) else {
                throw ProtocolError(.tooManyRequests, retryAfterSeconds: RenamingLimit.daySeconds)
            }
            try Performer(actor: .device(activation.id), now: call.now, transaction: transaction)
                .rename(activation, to: request.alias)
        }
        return Rename.Response()
    }
}

/// The number of times that an activation may rename devices within a day. Each leaves rows in four tables, and a
/// notice that the operator's program must deliver.
enum RenamingLimit {
    static let perDay = 10
    static let daySeconds: Int64 = 86_400
}

extension Transaction {
    /// Returns true if an activation has used up its renamings of this day.
    func hasRenamedTooOften(_ activation: Activation, at now: Timestamp) throws -> Bool {
        try notices.count(
            .activationRenamed, by: activation.id, of: activation.accountID, since: now - RenamingLimit.daySeconds)
            >= RenamingLimit.perDay
    }
}
