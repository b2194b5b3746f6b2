import XignDomain
import XignProtocol
import XignStorage

/// Mails the code that proves the next step of a recovery, to a browser that has shown the recovery code.
package struct SendRecoveryMail: Sendable {
    package enum Outcome: Sendable {
        /// The visit's state is that after the mail, or a refusal.
        case sent(RecoveryVisit)
        /// Nothing was mailed: the last mail is too young, the code was mailed often enough, no code is due, or the
        /// account has no such address.
        case notYet(RecoveryVisit)
        /// Nothing was mailed, since too many mails were.
        case limited(MailCodeLimits.Reached)
        /// The cookie no longer counts: the person begins with the recovery code.
        case over
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - id: the id of a `RecoveryAddress`; nil: the one that a code was mailed to before, or the only one.
    ///   - cookie: as the browser sends it.
    ///   - network: the network of the browser, for the limits.
    ///   - logged: the network as logs name it; nil where they name none.
    ///   - language: the mail's; nil: the person's choice, else the operator's.
    package func callAsFunction(
        to id: String? = nil, cookie: String, from network: String, logged: String?, language: Language? = nil
    ) async throws -> Outcome {
        let (now, vault) = (context.clock.now(), context.database.vault)
        guard let browser = RecoveringBrowser(cookie, vault, at: now) else { return .over }
        let text = try browser.sealed(by: vault)
        let outcome = try await context.database.write { transaction -> Outcome in
            guard let visited = try VisitedRecovery(browser, network: logged, at: now, transaction) else {
                return .over
            }
            if let refusal = try visited.refusal() {
                return .sent(RecoveryVisit(cookie: text, state: .refused(refusal)))
            }
            let sending = try visited.sendCode(to: id, from: network, in: language)
            let visit = RecoveryVisit(cookie: text, state: try visited.state())
            return switch sending {
            case .mailed: .sent(visit)
            case .notAgain, .notThere, nil: .notYet(visit)
            case .limited(let reached): .limited(reached)
            }
        }
        if case .limited(let reached) = outcome {
            MailedCodes.Sending.limited(reached).count(in: context.database.metrics)
        }
        return outcome
    }
}
