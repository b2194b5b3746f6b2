import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The page on which a person verifies a mail address by a mailed code. There is none without a mail server.
struct AddressController: Sendable {
    let routes: AccountRoutes

    func register(in router: inout Router) {
        guard routes.context.installation.sendsMail else { return }
        let path = "/account/data/value/{value}/verify"
        router.on(.get, path, routes.page { try show($0) })
        router.on(.post, path, routes.form(back: nil) { try await verify($0, $1) })
        router.on(.post, "\(path)/send", routes.form(back: .data) { visit, _ in try await send(visit) })
    }

    private func show(_ visit: AccountVisit) throws -> Response {
        try page(visit, at: try id(visit)) { _ in nil }
    }

    private func send(_ visit: AccountVisit) async throws -> Response {
        let id = try id(visit)
        let sending = try await VerifyAddress(routes.context).send(
            to: id, in: visit.session, from: "\(visit.request.remoteAddress.network)", language: visit.language)
        switch sending {
        case .sent: return visit.redirect(to: Self.path(id), done: .codeSent)
        // The page says when it can be sent again.
        case .notAgain, .refused: return visit.redirect(to: Self.path(id))
        case .limited(let limit): return try page(visit, at: id, status: .tooManyRequests) { _ in .limited(limit) }
        case .notThere: throw HTTPError.notFound
        }
    }

    private func verify(_ visit: AccountVisit, _ sent: AccountRoutes.Sent) async throws -> Response {
        let id = try id(visit)
        let typed = try sent.fields.required("code")
        guard let code = MailedCode(typed: typed) else {
            return try page(visit, at: id, typed: typed, status: .unprocessableContent) { isAsked in
                isAsked ? .malformed : .over
            }
        }
        switch try await VerifyAddress(routes.context)(id, with: code, in: visit.session) {
        case .verified: return visit.redirect(to: AccountSection.data.address, done: .addressVerified)
        case .wrong(let triesLeft):
            return try page(visit, at: id, typed: typed, status: .unprocessableContent) { _ in
                .wrong(triesLeft: triesLeft)
            }
        case .over: return try page(visit, at: id, status: .unprocessableContent) { _ in .over }
        case .refused: return visit.redirect(to: Self.path(id))
        case .notThere: throw HTTPError.notFound
        }
    }

    /// Shows the page as the address is now.
    /// - Parameter flaw: gets whether a code counts.
    private func page(
        _ visit: AccountVisit, at id: String, typed: String = "", status: XignHTTP.Status = .ok,
        flaw: (Bool) -> VerifyAddressPage.Flaw?
    ) throws -> Response {
        let (value, state): (ListOwnData.Value, VerifyAddressPage.State)
        switch try VerifyAddress(routes.context).state(of: id, in: visit.session) {
        case nil: throw HTTPError.notFound
        case .verified: return visit.redirect(to: AccountSection.data.address)
        case .unasked(let found, let obstacle):
            (value, state) = (found, obstacle.map { .impossible(AddressObstacle($0)) } ?? .unasked)
        case .asked(let found, let code):
            let again = code.canBeSentAgainAt
            (value, state) = (
                found,
                .asked(
                    until: Moment(code.endsAt), againFrom: again.map { Moment($0) },
                    canSendAgain: again.map { $0 <= routes.context.clock.now() } ?? false)
            )
        }
        let path = Self.path(id)
        let isAsked = if case .asked = state { true } else { false }
        let model = VerifyAddressPage.Model(
            path: path, address: value.value.text, state: state, flaw: flaw(isAsked), typed: typed,
            ticket: visit.ticket(for: path), sendTicket: visit.ticket(for: "\(path)/send"))
        return visit.page(VerifyAddressPage.page(model, visit.frame, in: visit.wording), status: status)
    }

    private func id(_ visit: AccountVisit) throws -> String { try visit.request.parameter("value") }

    static func path(_ id: String) -> String { "/account/data/value/\(id)/verify" }
}

extension AddressObstacle {
    fileprivate init(_ obstacle: VerifyAddress.Obstacle) {
        switch obstacle {
        case .unwritable: self = .unwritable
        case .tooMany: self = .tooMany
        }
    }
}
