import XignDomain
import XignProtocol
import XignStorage

/// Renames a device of the account on behalf of its person, in a browser.
package struct RenameOwnDevice: Sendable {
    package enum Outcome: Sendable, Equatable {
        case renamed
        /// The device has another name than the one that the page showed.
        case changed
        /// The account has no such device in use, or the browser's session has ended.
        case notThere
        /// More renamings than one activation may do within a day.
        case tooMany
        /// The device of the session is too new to rename an older one.
        case coolDown(seconds: Int64)
        case malformedAlias(TextFlaw)
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - typed: the new alias, in any normal form.
    ///   - seen: the `objectDigest` of the device as the page showed it.
    package func callAsFunction(
        _ device: ActivationID, to typed: String, seen: [UInt8], in session: BrowserSession
    ) async throws -> Outcome {
        let alias: String
        do throws(TextFlaw) { alias = try DisplayText.canonical(typed) } catch { return .malformedAlias(error) }
        let now = context.clock.now()
        return try await context.database.write { transaction in
            guard let asking = try transaction.openSessionLockingAccount(session, at: now)?.activation,
                let found = try transaction.activations.find(device), found.accountID == asking.accountID,
                found.state == .active
            else { return .notThere }
            guard found.objectDigest == seen else { return .changed }
            // A new device could otherwise give its name to an older one, which its owner then removes.
            if found.id != asking.id, asking.isYounger(than: found), let seconds = asking.coolDown(at: now) {
                return .coolDown(seconds: seconds)
            }
            guard try !transaction.hasRenamedTooOften(asking, at: now) else { return .tooMany }
            try Performer(
                actor: .device(asking.id), browserSession: session.id, network: session.network, now: now,
                transaction: transaction
            ).rename(found, to: alias)
            return .renamed
        }
    }
}
