import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// An act of an administrator, or its second confirmation, that a form asks for and that a device confirms.
struct RequestedAdministration: Sendable {
    let act: RequestedAct.Act
    let text: TransactionText
    /// The digest of the object as the page showed it.
    let seen: [UInt8]
    /// The path of the page to which the browser goes afterwards.
    let page: String
    /// The section to look at where nothing is done.
    let back: ConsoleSection

    init(
        _ act: RequestedAct.Act, text: TransactionText, seen: [UInt8], returningTo page: String, back: ConsoleSection
    ) {
        self.act = act
        self.text = text
        self.seen = seen
        self.page = page
        self.back = back
    }

    /// Begins the process of the confirmation, and leads to its page.
    func begin(by visit: ConsoleVisit, _ routes: ConsoleRoutes) async throws -> Response {
        let request = RequestAct(
            act, text: text, seen: seen, returningTo: "\(routes.site.origin)\(page)", in: visit.session, routes.context)
        let start = LoginStart(context: routes.context, admission: routes.admission, request: visit.request)
        switch try await start.beginAct(request) {
        case .success(let response): return response
        case .failure(let refusal): return visit.refusal(refusal, back: back)
        }
    }
}
