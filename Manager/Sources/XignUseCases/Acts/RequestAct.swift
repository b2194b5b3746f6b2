import XignDomain
import XignProtocol
import XignStorage

/// Begins the process in which a person confirms an act: on their own account, or as an administrator.
///
/// It takes two steps, so that the caller can count the process for the browser's network before it is stored.
package struct RequestAct: Sendable {
    package let begun: BrowserProcess
    /// The value of the browser's cookie; only its hash is stored.
    package let cookie: BearerToken
    private let requested: RequestedAct
    private let session: BrowserSession
    private let now: Timestamp

    /// Draws the id of the process and its cookie.
    /// - Parameters:
    ///   - text: names the act and its object. Page, device and evidence have these words.
    ///   - object: the digest of the object from which the text was made: that of the device, or of
    ///     `AdministeredObject`; empty for an act on the person's own account.
    ///   - page: the address of the page to which the browser goes afterwards.
    package init(
        _ act: RequestedAct.Act, text: TransactionText, seen object: [UInt8] = [], returningTo page: String,
        in session: BrowserSession, _ context: Context
    ) {
        now = context.clock.now()
        cookie = .generate()
        self.session = session
        requested = RequestedAct(
            accountID: session.accountID, browserSession: session.id, cookieHash: cookie.hash, act: act, object: object,
            text: text)
        begun = BrowserProcess(.act(requested), returningTo: page, cookieHash: cookie.hash, at: now)
    }

    /// Stores the process, unless no device of the account could confirm the act now.
    /// - Parameter displaced: an unclaimed process of somebody else that gives up its place; it is removed.
    /// - Returns: the refusal; nil where the process was stored.
    package func store(_ context: Context, displacing displaced: SessionID? = nil) async throws -> ActRefusal? {
        if case .own(.connectDevice(let alias)) = requested.act, (try? DisplayText.canonical(alias)) != alias {
            return .malformedAlias
        }
        return try await context.database.write { transaction in
            if let displaced { try transaction.processes.removeUnclaimed(displaced) }
            // A session of the account pages gives no right at the console, nor the reverse.
            guard session.surface == requested.act.surface,
                let found = try transaction.openSession(session, at: now)
            else { return .sessionOver }
            if let refusal = try refusal(in: found, transaction) { return refusal }
            try transaction.processes.insert(begun)
            return nil
        }
    }

    /// Judges the act by the devices that could confirm it.
    /// - Returns: the refusal of the device that the person has logged in with; nil where any device may confirm.
    private func refusal(
        in found: FindBrowserSession.Found, _ transaction: any Transaction
    ) throws -> ActRefusal? {
        let others = try transaction.activations.all(of: found.account.id).filter {
            $0.isUsable && $0.id != found.activation.id
        }
        let rules = try ActRules(of: requested, policy: transaction.declared.policy(), now: now, transaction)
        let refusals = try ([found.activation] + others).map(rules.refusal(confirmedBy:))
        return refusals.contains(nil) ? nil : refusals[0]
    }
}
