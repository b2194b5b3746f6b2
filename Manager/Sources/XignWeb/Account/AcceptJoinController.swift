import XignDomain
import XignHTTP
import XignPages
import XignUseCases
import XignWording

/// The page on which a person with an account accepts the invitation of a link for many. The link stands in the
/// browser's cookie, so that no address of the account pages has its code.
struct AcceptJoinController: Sendable {
    static let path = "/account/join"

    let routes: AccountRoutes

    func register(in router: inout Router) {
        router.on(.get, Self.path, routes.page { try ask($0) })
        router.on(.post, Self.path, routes.form(back: nil) { try await accept($0, $1) })
    }

    private func offer(_ visit: AccountVisit) throws -> ReadJoin.Offer? {
        guard case .accepting(let link)? = JoinCookie(routes.context).visit(in: visit.request) else { return nil }
        return try ReadJoin(routes.context).offer(link)
    }

    private func ask(_ visit: AccountVisit) throws -> Response {
        guard let offer = try offer(visit) else { return visit.problem(.invitationOver) }
        return visit.page(
            AcceptJoinPage.page(
                organization: offer.organization, roles: offer.roles.map { .init(service: $0.service, role: $0.role) },
                ticket: visit.ticket(for: Self.path, object: offer.digest), visit.frame, in: visit.wording))
    }

    private func accept(_ visit: AccountVisit, _ sent: AccountRoutes.Sent) async throws -> Response {
        guard let offer = try offer(visit) else { return visit.problem(.invitationOver) }
        return try await ConfirmedAct(
            .acceptJoin(offer.id), membership: OfferedMembership(offer), seen: sent.seen, page: .overview
        ).request(by: visit, routes)
    }
}
