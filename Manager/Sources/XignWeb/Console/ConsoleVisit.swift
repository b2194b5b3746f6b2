import XignDomain
import XignHTTP
import XignPages
import XignUseCases
import XignWording

/// A request of a browser that is logged in at the console, with all that its pages need.
struct ConsoleVisit: Visit {
    typealias Section = ConsoleSection
    typealias Done = ConsoleDoneCode

    static let surface = Surface.console

    let browser: LoggedInBrowser

    init(_ browser: LoggedInBrowser) { self.browser = browser }

    static func loginPages(at site: Site, _ context: Context, in wording: any Wording) -> SurfaceLoginPages {
        .console(host: site.shownHost, provider: context.provider, in: wording)
    }

    // MARK: Rights

    /// The party for which the use cases of operators are called.
    var party: Actor { .session(session) }

    /// Returns true if a grant of the account gives a permission, in whatever scope. The use case decides, in its own
    /// transaction; this hides pages and buttons that could only refuse.
    func may(_ useCase: UseCase) -> Bool {
        let permission = PermissionTable.permission(useCase)
        return browser.found.grants.contains { permission.isGiven(by: $0) }
    }

    /// True for an operator of organizations alone, who knows people by other ids. It chooses words; the use cases
    /// choose the ids, each in its own transaction.
    var isOfOrganization: Bool { !browser.found.grants.contains { $0.scope == .manager } }

    private var role: ConsoleRole {
        let grants = browser.found.grants
        let own = grants.first { $0.scope == .manager } ?? grants.first { $0.role == .administrator } ?? grants.first
        return switch (own?.scope, own?.role) {
        case (.manager, .administrator): .administrator
        case (.manager, _): .auditor
        case (_, .administrator): .organizationAdministrator
        default: .organizationAuditor
        }
    }

    // MARK: Pages

    /// The values around each page.
    var frame: ConsoleLayout.Frame {
        ConsoleLayout.Frame(
            host: site.shownHost, account: account.name, role: role,
            sections: ConsoleSection.allCases.filter { may($0.useCase) },
            logOutTicket: ticket(for: "/console/logout"), address: address, done: done, provider: context.provider)
    }

    var logOutPage: HTML { ConsoleLogOutPage.page(frame, in: wording) }

    // MARK: Problems

    func problem(_ problem: ConsoleProblem, back: ConsoleSection = .overview) -> Response {
        page(ConsoleProblemPage.page(problem, back: back, frame, in: wording), status: problem.status)
    }

    func notOwnForm(back: ConsoleSection) -> Response { problem(ConsoleProblem.notOwnForm, back: back) }

    func problem(_ status: XignHTTP.Status, back: ConsoleSection) -> Response? {
        ConsoleProblem(status).map { problem($0, back: back) }
    }

    /// Says why an act was not done.
    func refusal(_ refusal: ActRefusal, back: ConsoleSection) -> Response {
        var response = problem(ConsoleProblem(refusal), back: back)
        if case .coolDown(let seconds) = refusal { response.setHeader("Retry-After", "\(seconds)") }
        return response
    }
}

extension ConsoleSection {
    /// The use case of the section's first page.
    var useCase: UseCase {
        switch self {
        case .overview: .enterConsole
        case .accounts: .findAccounts
        case .devices: .listLockedDevices
        case .audit: .searchAudit
        case .administrators: .listAdministrators
        case .confirmations: .listPendingActs
        }
    }
}

extension ConsoleProblem {
    fileprivate init?(_ status: XignHTTP.Status) {
        switch status {
        case .notFound: self = .notFound
        case .forbidden: self = .notPermitted
        case .badRequest, .unsupportedMediaType: self = .malformed
        case .tooManyRequests: self = .tooMany
        case .serviceUnavailable: self = .exportBusy
        default: return nil
        }
    }

    init(_ refusal: ActRefusal) {
        self =
            switch refusal {
            case .coolDown: .coolDown
            case .limit, .exports: .limit
            case .notThere: .notFound
            case .alreadyLocked, .alreadyDone: .nothingToDo
            case .lastDevice, .lastAdministrator: .lastAdministrator
            case .malformedAlias, .noIdentityCheck: .malformed
            case .notPermitted, .secondAdministrator: .notPermitted
            case .protectedAccount: .protectedAccount
            case .ownAccount: .ownAccount
            case .samePerson: .samePerson
            case .notLocked: .notLocked
            case .lockedForGood: .lockedForGood
            case .deviceInUse: .deviceInUse
            case .accountDisabled: .accountDisabled
            case .changed: .changed
            case .locked, .deviceEnded: .deviceLocked
            case .sessionOver, .otherSession: .notOwnForm
            }
    }

    var status: XignHTTP.Status {
        switch self {
        case .notFound: .notFound
        case .notPermitted, .notOwnForm: .forbidden
        case .malformed: .badRequest
        case .tooMany, .coolDown: .tooManyRequests
        case .exportBusy: .serviceUnavailable
        case .changed, .notConfirmed, .confirmationUsed, .deviceLocked, .lastAdministrator, .ownAccount,
            .protectedAccount, .samePerson, .nothingToDo, .notLocked, .lockedForGood, .deviceInUse, .accountDisabled,
            .limit:
            .conflict
        }
    }
}
