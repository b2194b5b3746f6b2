import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The acts that wait for a second administrator: their list, their confirmation and their withdrawal.
struct ConfirmationsController: Sendable {
    let routes: ConsoleRoutes

    func register(in router: inout Router) {
        let one = "/console/confirmations/{act}"
        router.on(.get, "/console/confirmations", routes.page(.listPendingActs) { try list($0) })
        router.on(.get, one, routes.page(.listPendingActs) { try show($0) })
        // The act may be a removal.
        router.on(.post, one, routes.form(.approvePendingAct, takesAway: true) { try await confirm($0, $1) })
        router.on(
            .post, "\(one)/withdraw",
            routes.form(.withdrawPendingAct, back: .confirmations, takesAway: true) { visit, _ in
                try await withdraw(visit)
            })
    }

    private func list(_ visit: ConsoleVisit) throws -> Response {
        guard let entries = try ListPendingActs(routes.context)(for: visit.party) else { throw HTTPError.notFound }
        return visit.page(
            ConfirmationsPage.page(entries.map { PendingActModel($0) }, visit.frame, in: visit.wording))
    }

    private func show(_ visit: ConsoleVisit) throws -> Response {
        let entry = try entry(of: visit)
        let model = PendingActModel(entry)
        let path = visit.request.target.path
        let tickets = PendingActPage.Tickets(
            confirm: entry.refusal == nil ? visit.ticket(for: path, object: entry.pending.object) : nil,
            withdraw: entry.mayWithdraw ? visit.ticket(for: "\(path)/withdraw") : nil)
        let hasBegun =
            entry.pending.act.effect.definition.firstEffect != nil && entry.object?.device?.state == .revoked
        return visit.page(
            PendingActPage.page(
                model, hasBegun: hasBegun, showsRecovery: entry.pending.act.effect.issuesActivation, tickets: tickets,
                visit.frame, in: visit.wording))
    }

    /// Asks for the second confirmation: of the text that the first administrator has signed.
    private func confirm(_ visit: ConsoleVisit, _ sent: SentForm) async throws -> Response {
        let entry = try entry(of: visit)
        return try await RequestedAdministration(
            .approve(entry.pending.id), text: entry.pending.text, seen: sent.seen,
            returningTo: ConsoleSection.confirmations.address, back: .confirmations
        ).begin(by: visit, routes)
    }

    private func withdraw(_ visit: ConsoleVisit) async throws -> Response {
        guard let id = PendingActID(text: try visit.request.parameter("act")),
            try await WithdrawPendingAct(routes.context)(id, for: visit.party)
        else { throw HTTPError.notFound }
        return visit.redirect(to: ConsoleSection.confirmations.address, done: .actWithdrawn)
    }

    /// - Throws: 404 for an unknown act, and for one that the operator may not see.
    private func entry(of visit: ConsoleVisit) throws -> ListPendingActs.Entry {
        guard let id = PendingActID(text: try visit.request.parameter("act")),
            let entry = try ListPendingActs(routes.context).find(id, for: visit.party)
        else { throw HTTPError.notFound }
        return entry
    }
}

extension PendingActModel {
    fileprivate init(_ entry: ListPendingActs.Entry) {
        let pending = entry.pending
        self.init(
            id: pending.id.description, sentence: Phrase(pending.text), language: pending.text.language,
            reason: pending.act.reason.text,
            identityCheck: pending.act.reason.identityCheck,
            askedBy: entry.requestedBy, askedAt: Moment(pending.createdAt), until: Moment(pending.expiresAt),
            obstacle: entry.refusal.map { PendingActObstacle($0) })
    }
}

extension PendingActObstacle {
    fileprivate init(_ refusal: ActRefusal) {
        self =
            switch refusal {
            case .samePerson: .firstPerson
            case .ownAccount: .ownAccount
            case .notPermitted: .auditor
            case .changed: .changed
            default: .forbidden
            }
    }
}
