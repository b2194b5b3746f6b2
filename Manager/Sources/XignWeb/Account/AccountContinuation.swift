import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// Ends the confirmed acts of the account pages.
struct AccountContinuation: Sendable {
    let visit: AccountVisit
    let process: SurfaceContinuation

    init(visit: AccountVisit, of process: SurfaceContinuation) {
        self.visit = visit
        self.process = process
    }

    /// Does the act in the session that has asked for it.
    func perform() async throws -> Response {
        let outcome: PerformAct.Outcome
        do { outcome = try await process.outcome(in: visit.session) } catch let error as HTTPError
            where error.status == .serviceUnavailable
        {
            var response = visit.problem(.exportBusy, back: section)
            response.headers += error.headers
            return response
        }
        switch outcome {
        case .deviceRemoved: return visit.redirect(to: AccountSection.devices.address, done: .deviceRemoved)
        case .deviceLocked: return visit.redirect(to: AccountSection.devices.address, done: .deviceLocked)
        case .addressRemoved: return visit.redirect(to: AccountSection.data.address, done: .addressRemoved)
        case .deviceConnected(let issued):
            return visit.redirect(to: ConnectController.codePage(of: issued.activationID))
                .setting(try HandoutCookie(context: visit.context).make(issued, for: visit.session))
        case .joined:
            return visit.redirect(to: AccountSection.overview.address, done: .joined)
                .setting(try JoinCookie(visit.context).deleted)
        case .recoveryCodeMade(let code):
            return visit.redirect(to: RecoveryCodePage.path)
                .setting(try RecoveryCodeCookie(context: visit.context).make(code, for: visit.session))
        case .recoveryCodeRemoved: return visit.redirect(to: OwnRecoveryPage.path, done: .recoveryCodeRemoved)
        case .exported(let file):
            return visit.page(
                ExportPage.page(file: file, fileName: "xign-account.json", visit.frame, in: visit.wording))
        case .accountDeleted:
            return .ofSurface(visit.loginPages.farewell(account: visit.account.name))
                .setting(try AccountVisit.cookie(of: visit.context.issuer).deleted)
                .setting(try KnownCookie(of: visit.context.issuer).deleted)
        case .open: return process.processPage
        // Only a session of the console does these.
        case .administered, .awaitsApproval, .begun, .recoveryIssued: return over()
        case .refused(let refusal): return visit.refusal(refusal, back: section)
        case .over: return over()
        }
    }

    /// Answers where nothing is left to do, by the process as it was before.
    private func over() -> Response {
        switch process.begun.process.phase {
        case .collected: visit.problem(.alreadyDone, back: section)
        // It was confirmed, and came too late.
        case .confirmed: visit.problem(.notConfirmed, back: section)
        // Its page has said so, or the person has cancelled it there.
        case .waiting, .claimed, .confirming, .declined, .expired: .leading(to: process.page)
        }
    }

    /// The section to look at again.
    private var section: AccountSection { AccountSection.allCases.first { $0.address == process.page } ?? .overview }
}
