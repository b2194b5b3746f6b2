import XignDomain
import XignProtocol
import XignStorage

/// The recovery of an account, as its person sees it on the account pages.
package struct OwnRecovery: Sendable {
    /// The moment at which the recovery code was made; nil for an account without one.
    package let codeMadeAt: Timestamp?
    /// The recovery that was begun and goes on; nil for none.
    package let running: Recovery.Begun?
    /// True where a recovery was begun with the present code, and ended without a device.
    package let hasCodeOfEndedRecovery: Bool
    /// True for an account with a grant of administration, whose person does not recover it alone.
    package let isAdministrator: Bool
    /// True for an account with a verified address that codes can be mailed to.
    package let hasAddress: Bool
}

/// Reads the recovery of an account for its person.
package struct ReadOwnRecovery: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    package func callAsFunction(_ account: AccountID) throws -> OwnRecovery {
        let now = context.clock.now()
        return try context.database.read { transaction in
            let recovery = try transaction.readableRecovery(of: account)
            let running = recovery?.open(at: now)
            return OwnRecovery(
                codeMadeAt: recovery?.madeAt, running: running,
                hasCodeOfEndedRecovery: running == nil && recovery?.wasBegunWithThisCode == true,
                isAdministrator: try !transaction.administratorGrants.all(of: account).isEmpty,
                hasAddress: try transaction.attributeValues.all(of: account).contains {
                    $0.isVerified && $0.canBeMailed
                })
        }
    }
}

/// Stops the recovery of an account on behalf of its person, who is logged in. The recovery code ends, too: somebody
/// else has it. It needs no confirmation on a device, since it takes away nothing that the person needs.
package struct StopOwnRecovery: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: false where no recovery was begun, or the browser's session has ended.
    package func callAsFunction(in session: BrowserSession) async throws -> Bool {
        let now = context.clock.now()
        return try await context.database.write { transaction in
            guard let asking = try transaction.openSessionLockingAccount(session, at: now),
                try transaction.recoveries.isBegun(of: asking.account.id)
            else { return false }
            return try Performer(
                actor: .device(asking.activation.id), browserSession: session.id, network: session.network, now: now,
                transaction: transaction
            ).endRecovery(of: asking.account.id, by: .device, endsCode: true)
        }
    }
}
