import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases
import XignWording

/// An act that a form asks for and that a device of the account confirms (level 3).
struct ConfirmedAct: Sendable {
    let act: OwnAct
    /// The device that the act is done to; nil where it is done to none.
    let device: Activation?
    /// The mail address that the act removes; nil where it removes none.
    let address: String?
    /// The membership that the account gets; nil for any other act.
    let membership: OfferedMembership?
    /// The digest of the object as the page showed it.
    let seen: [UInt8]
    /// The page to which the browser goes where nothing is done.
    let page: AccountSection

    init(
        _ act: OwnAct, of device: Activation? = nil, address: String? = nil, membership: OfferedMembership? = nil,
        seen: [UInt8], page: AccountSection
    ) {
        self.act = act
        self.device = device
        self.address = address
        self.membership = membership
        self.seen = seen
        self.page = page
    }

    /// Begins the process of the confirmation, and leads to its page.
    func request(by visit: AccountVisit, _ routes: AccountRoutes) async throws -> Response {
        let sentence = act.sentence(
            about: device, address: address, membership: membership, account: visit.account.name, in: visit.wording)
        let request = RequestAct(
            .own(act), text: TransactionText(type: act.type, sentence: sentence, in: visit.wording), seen: seen,
            returningTo: "\(routes.site.origin)\(page.address)", in: visit.session, routes.context)
        let start = LoginStart(context: routes.context, admission: routes.admission, request: visit.request)
        switch try await start.beginAct(request) {
        case .success(let response): return response
        case .failure(let refusal): return visit.refusal(refusal, back: page)
        }
    }
}

extension AccountVisit {
    /// Says why an act was not done. Where its session has ended, the person logs in again.
    func refusal(_ refusal: ActRefusal, back: AccountSection) -> Response {
        let problem: AccountProblem =
            switch refusal {
            case .coolDown: .coolDown
            case .limit: .tooManyDevices
            case .lastDevice: .lastDevice
            case .notThere: .notFound
            case .changed: .changed
            case .locked, .deviceEnded: .deviceLocked
            case .exports: .tooManyCopies
            case .otherSession, .sessionOver: .notOwnForm
            case .lastAdministrator: .lastAdministrator
            case .alreadyLocked, .malformedAlias: .notAllowed
            // Only operators' acts are refused so, and they have pages of their own.
            case .notPermitted, .protectedAccount, .ownAccount, .samePerson, .secondAdministrator, .alreadyDone,
                .notLocked, .lockedForGood, .deviceInUse, .accountDisabled, .noIdentityCheck:
                .notAllowed
            }
        var response = self.problem(problem, back: back)
        if case .coolDown(let seconds) = refusal { response.setHeader("Retry-After", "\(seconds)") }
        return response
    }
}
