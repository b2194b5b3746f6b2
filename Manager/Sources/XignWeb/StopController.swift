import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignPages
import XignUseCases

/// The pages of `/stop`, to which the mails about a new device lead. They have no cookie and need no login: the secret
/// of the link is the right to stop. It is in the query, which proxies log of no request.
package struct StopController: Sendable {
    private let context: Context
    private let admission: Admission
    private let log: Log
    private let site: Site

    package init(_ context: Context, _ admission: Admission, _ log: Log, _ site: Site) {
        (self.context, self.admission, self.log, self.site) = (context, admission, log, site)
    }

    package func register(in router: inout Router) {
        let pages = PageAnswers(context, log, beginLogins: false)
        // Mail filters open links, and some of them send forms.
        router.on(.get, StopDevice.path, pages.refusing { try show($0) })
        router.on(.head, StopDevice.path, headOfNothing)
        router.on(.post, StopDevice.path, pages.refusing { try await stop($0) })
    }

    private func show(_ request: Request) throws -> Response {
        let link = try request.query.single("link") ?? ""
        guard let finding = try StopDevice(context).find(link) else { throw HTTPError.notFound }
        return answer(finding, link: link, request)
    }

    private func stop(_ request: Request) async throws -> Response {
        try SameOrigin.require(of: request, at: site)
        let link = try request.form().required("link")
        // A right link is not counted: a neighbour who uses up the limit must not keep the person from stopping.
        guard let found = try StopDevice(context).find(link) else {
            try admission.admitForm(from: request.remoteAddress)
            throw HTTPError.notFound
        }
        guard case .stoppable = found else { return answer(found, link: link, request) }
        let network = log.namesNetworks ? "\(request.remoteAddress.network)" : nil
        guard let finding = try await StopDevice(context)(link, network: network) else { throw HTTPError.notFound }
        return answer(finding, link: link, request)
    }

    private func answer(_ finding: StopDevice.Finding, link: String, _ request: Request) -> Response {
        let wording = PageLanguage(context, readsCookie: false).wording(for: request)
        let provider = context.provider
        let host = context.issuer.idmIdentifier
        let (page, status): (HTML, XignHTTP.Status) =
            switch finding {
            case .stoppable(let subject, let account):
                (
                    StopPage.question(
                        .init(subject), account: account, link: link, to: StopDevice.path, provider: provider,
                        in: wording),
                    .ok
                )
            case .stopped(.device): (StopPage.end(.deviceStopped, host: host, provider: provider, in: wording), .ok)
            case .stopped(.code): (StopPage.end(.codeStopped, host: host, provider: provider, in: wording), .ok)
            case .stopped(.recovery):
                (StopPage.end(.recoveryStopped, host: host, provider: provider, in: wording), .ok)
            case .over: (StopPage.end(.over, host: host, provider: provider, in: wording), .gone)
            case .lastAdministrator:
                (StopPage.end(.lastAdministrator, host: host, provider: provider, in: wording), .conflict)
            }
        return .page(page, policy: ContentSecurityPolicy.message, status: status)
    }
}

extension StopPage.Subject {
    fileprivate init(_ subject: StopDevice.Subject) {
        switch subject {
        case .device(let alias, let since): self = .device(name: alias, since: Moment(since))
        case .code(let until): self = .code(until: Moment(until))
        case .recovery(let begunAt, let readyAt):
            self = .recovery(begun: Moment(begunAt), goesOn: Moment(readyAt))
        }
    }
}
