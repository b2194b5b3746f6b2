import XignDomain
import XignHTTP
import XignPages
import XignUseCases
import XignWording

/// Ends the confirmed acts of the console.
struct ConsoleContinuation: Sendable {
    let visit: ConsoleVisit
    let process: SurfaceContinuation

    init(visit: ConsoleVisit, of process: SurfaceContinuation) {
        self.visit = visit
        self.process = process
    }

    /// Does the act in the session that has asked for it.
    func perform() async throws -> Response {
        switch try await process.outcome(in: visit.session) {
        case .administered(let effect): visit.redirect(to: process.page, done: .done(effect.name))
        case .awaitsApproval(let id): visit.redirect(to: "/console/confirmations/\(id)", done: .actRequested)
        case .begun(let act, let id): visit.redirect(to: "/console/confirmations/\(id)", done: .done(act))
        case .recoveryIssued(let issued, let account): visit.page(try visit.recoverySheets(issued, of: account))
        case .open: process.processPage
        case .refused(let refusal): visit.refusal(refusal, back: section)
        case .over: over()
        // The outcomes of acts that the account pages ask for.
        case .deviceRemoved, .deviceLocked, .deviceConnected, .exported, .accountDeleted, .addressRemoved,
            .recoveryCodeMade,
            .recoveryCodeRemoved, .joined:
            over()
        }
    }

    /// Answers where nothing is left to do, by the process as it was before.
    private func over() -> Response {
        switch process.begun.process.phase {
        case .collected: visit.problem(.confirmationUsed, back: section)
        // It was confirmed, and came too late.
        case .confirmed: visit.problem(.notConfirmed, back: section)
        // Its page has said so, or the person has cancelled it there.
        case .waiting, .claimed, .confirming, .declined, .expired: .leading(to: process.page)
        }
    }

    /// The section to look at again.
    private var section: ConsoleSection {
        ConsoleSection.allCases.last { process.page.hasPrefix($0.address) } ?? .overview
    }
}
