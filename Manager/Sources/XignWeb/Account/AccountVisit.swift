import XignDomain
import XignHTTP
import XignPages
import XignUseCases
import XignWording

/// A request of a browser that is logged in to an account, with all that its pages need.
struct AccountVisit: Visit {
    typealias Section = AccountSection
    typealias Done = DoneCode

    static let surface = Surface.account

    let browser: LoggedInBrowser

    init(_ browser: LoggedInBrowser) { self.browser = browser }

    static func loginPages(at site: Site, _ context: Context, in wording: any Wording) -> SurfaceLoginPages {
        .account(host: site.shownHost, provider: context.provider, in: wording)
    }

    /// The values around each page.
    var frame: AccountLayout.Frame {
        AccountLayout.Frame(
            host: site.shownHost, account: account.name, logOutTicket: ticket(for: "/account/logout"),
            address: address, done: done, provider: context.provider)
    }

    var logOutPage: HTML { LogOutPage.page(frame, in: wording) }

    // MARK: Problems

    func problem(_ problem: AccountProblem, back: AccountSection = .overview) -> Response {
        page(AccountProblemPage.page(problem, back: back, frame, in: wording), status: problem.status)
    }

    func notOwnForm(back: AccountSection) -> Response { problem(AccountProblem.notOwnForm, back: back) }

    func problem(_ status: XignHTTP.Status, back: AccountSection) -> Response? {
        AccountProblem(status).map { problem($0, back: back) }
    }
}

extension AccountProblem {
    fileprivate init?(_ status: XignHTTP.Status) {
        switch status {
        case .notFound: self = .notFound
        case .badRequest, .unsupportedMediaType: self = .malformed
        case .tooManyRequests: self = .tooMany
        case .serviceUnavailable: self = .exportBusy
        default: return nil
        }
    }

    var status: XignHTTP.Status {
        switch self {
        case .notFound: .notFound
        case .notOwnForm: .forbidden
        case .malformed: .badRequest
        case .tooMany, .coolDown, .tooManyCopies: .tooManyRequests
        case .exportBusy: .serviceUnavailable
        case .invitationOver: .gone
        case .changed, .notConfirmed, .alreadyDone, .tooManyDevices, .lastDevice, .deviceLocked, .lastAdministrator,
            .notAllowed:
            .conflict
        }
    }
}
