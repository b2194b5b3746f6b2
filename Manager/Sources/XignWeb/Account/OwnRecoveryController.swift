import XignDomain
import XignHTTP
import XignPages
import XignUseCases
import XignWording

/// The recovery code of an account, and a recovery that somebody has begun with it.
struct OwnRecoveryController: Sendable {
    let routes: AccountRoutes

    func register(in router: inout Router) {
        router.on(.get, OwnRecoveryPage.path, routes.page { try show($0) })
        router.on(.get, RecoveryCodePage.path, routes.page { try showCode($0) })
        router.on(
            .post, OwnRecoveryPage.makePath, routes.form(back: .devices) { try await ask(.makeRecoveryCode, $0, $1) })
        router.on(
            .post, OwnRecoveryPage.removePath,
            routes.form(back: .devices, takesAway: true) { try await ask(.removeRecoveryCode, $0, $1) })
        router.on(
            .post, RunningRecovery.stopPath,
            routes.form(back: .devices, takesAway: true) { visit, _ in try await stop(visit) })
    }

    private func show(_ visit: AccountVisit) throws -> Response {
        let recovery = try ReadOwnRecovery(routes.context)(visit.account.id)
        let model = OwnRecoveryPage.Model(
            made: recovery.codeMadeAt.map { Moment($0) }, running: visit.running(recovery),
            obstacle: recovery.isAdministrator ? .administrator : recovery.hasAddress ? nil : .noAddress,
            makeTicket: visit.ticket(for: OwnRecoveryPage.makePath),
            removeTicket: visit.ticket(for: OwnRecoveryPage.removePath))
        var response = visit.page(OwnRecoveryPage.page(model, visit.frame, in: visit.wording))
        // The person has left the page of the code.
        try RecoveryCodeCookie(context: routes.context).delete(in: &response, to: visit.request)
        return response
    }

    /// Shows the code again and again, as long as the browser's cookie opens.
    private func showCode(_ visit: AccountVisit) throws -> Response {
        guard let code = try RecoveryCodeCookie(context: routes.context).code(in: visit) else {
            return visit.redirect(to: OwnRecoveryPage.path)
        }
        return visit.page(
            RecoveryCodePage.page(
                code: code.groupedText, address: "\(routes.site.origin)\(LostDevicePage.path)", visit.frame,
                in: visit.wording))
    }

    /// Asks for an act, which a device then confirms.
    private func ask(_ act: OwnAct, _ visit: AccountVisit, _ sent: AccountRoutes.Sent) async throws -> Response {
        try await ConfirmedAct(act, seen: sent.seen, page: .devices).request(by: visit, routes)
    }

    private func stop(_ visit: AccountVisit) async throws -> Response {
        guard try await StopOwnRecovery(routes.context)(in: visit.session) else {
            return visit.problem(.notFound, back: .devices)
        }
        return visit.redirect(to: OwnRecoveryPage.path, done: .recoveryStopped)
    }
}

extension AccountVisit {
    /// Describes a recovery that has begun; nil where none has.
    func running(_ recovery: OwnRecovery) -> RunningRecovery? {
        recovery.running.map {
            RunningRecovery(
                begun: Moment($0.begunAt), goesOn: Moment($0.readyAt), stopTicket: ticket(for: RunningRecovery.stopPath)
            )
        }
    }
}
