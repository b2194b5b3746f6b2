import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The acts of administrators on accounts, devices and logins: the page with the effects of an act, and the form that
/// asks for its confirmation.
struct AdministrationController: Sendable {
    let routes: ConsoleRoutes

    func register(in router: inout Router) {
        for act in ActName.allCases {
            let definition = act.definition
            guard let page = definition.page else { continue }
            let path = "\(page.place)/\(page.address)"
            router.on(.get, path, routes.page(.act(act)) { try ask(act, $0) })
            router.on(
                .post, path,
                routes.form(.act(act), takesAway: definition.takesAway) { try await request(act, $0, $1) })
        }
    }

    private func ask(_ act: ActName, _ visit: ConsoleVisit) throws -> Response {
        visit.page(try page(act, try object(of: act, visit), visit))
    }

    private func request(_ act: ActName, _ visit: ConsoleVisit, _ sent: SentForm) async throws -> Response {
        let object = try object(of: act, visit)
        let sentReason = try SentReason(sent.fields, asksForIdentity: act.definition.needsIdentityCheck)
        guard let reason = sentReason.reason else {
            return visit.page(try page(act, object, visit, typed: sentReason.typed), status: .unprocessableContent)
        }
        let administration = Administration(object.effect, because: reason)
        guard let text = TransactionText(administration, about: object.description.object, in: visit.wording) else {
            return visit.page(
                try page(act, object, visit, typed: sentReason.typed, isTooLong: true), status: .unprocessableContent)
        }
        return try await RequestedAdministration(
            .administration(administration), text: text, seen: sent.seen, returningTo: object.page(after: act),
            back: object.description.object.login == nil ? .accounts : .audit
        ).begin(by: visit, routes)
    }

    // MARK: Object

    /// The object of an act, as the address names it.
    private struct Object {
        let effect: Administration.Effect
        let description: DescribeAct.Description
        /// The path of the account's page.
        let account: String
        /// The path of the page that leads to the act: of the account, the device, or the event of the login.
        let page: String

        /// The path of the page to look at when the act is done.
        func page(after act: ActName) -> String {
            switch act {
            case .removeAccount: ConsoleSection.accounts.address
            case .unlockDevice, .endLogin: page
            default: account
            }
        }
    }

    /// Finds the object that the address names. There is one answer for an unknown one, for one out of sight, and for
    /// the device of another account.
    /// - Throws: 404.
    private func object(of act: ActName, _ visit: ConsoleVisit) throws -> Object {
        guard let named = try named(act, visit),
            let description = try DescribeAct(routes.context)(named.effect, for: visit.party),
            case let account = description.object.account.publicID, named.account ?? account == account,
            description.refusal != .notThere
        else { throw HTTPError.notFound }
        return Object(
            effect: named.effect, description: description,
            account: "\(ConsoleSection.accounts.address)/\(account)", page: named.page)
    }

    /// Finds the act that the address names, the account there, and the path of the page that leads to the act.
    private func named(
        _ act: ActName, _ visit: ConsoleVisit
    ) throws -> (effect: Administration.Effect, account: PublicAccountID?, page: String)? {
        switch act.definition.page {
        case .account(_, let effect):
            guard let id = try account(visit), let found = try ViewAccount(routes.context)(id, for: visit.party) else {
                return nil
            }
            return (effect(found.account.id), id, "\(ConsoleSection.accounts.address)/\(id)")
        case .device(_, let effect):
            guard let id = try account(visit), let device = ActivationID(text: try visit.request.parameter("device"))
            else { return nil }
            return (effect(device), id, "\(ConsoleSection.accounts.address)/\(id)/devices/\(device)")
        case .login(_, let effect):
            let event = try visit.request.parameter("event")
            guard let login = try ReadEvidence(routes.context)(event, for: visit.party)?.entry.confirmedLogin else {
                return nil
            }
            return (effect(login), nil, "\(ConsoleSection.audit.address)/events/\(event)")
        case nil: return nil
        }
    }

    private func account(_ visit: ConsoleVisit) throws -> PublicAccountID? {
        PublicAccountID(text: try visit.request.parameter("account"))
    }

    // MARK: Page

    private func page(
        _ act: ActName, _ object: Object, _ visit: ConsoleVisit, typed: ReasonFields.Typed = .init(),
        isTooLong: Bool = false
    ) throws -> HTML {
        let (description, now) = (object.description, routes.context.clock.now())
        let device = description.object.device.map { ConsoleDevice($0, DeviceState($0, at: now)) }
        let path = "\(object.page)/\(act.definition.page?.address ?? "")"
        let model = AdministrationPage.Model(
            act: act, account: description.object.account.name,
            accountID: description.object.account.publicID.short, device: device,
            login: description.object.login.map { .init(website: $0.service, at: Moment($0.confirmedAt)) },
            path: path, back: object.page,
            needsTwoPersons: description.level == .twoPersons, holdsManagerGrant: description.object.holdsManagerGrant,
            isDeclared: act.definition.changesAccount && description.object.account.isActiveDeclared,
            obstacle: description.refusal.map { ConsoleProblem($0) }, accountPages: visit.accountPages)
        return AdministrationPage.page(
            model, typed: typed, sentenceIsTooLong: isTooLong,
            ticket: visit.ticket(for: path, object: description.object.digest), visit.frame, in: visit.wording)
    }
}

extension ActPage {
    /// The pattern of the page that leads to the act.
    fileprivate var place: String {
        switch self {
        case .account: "/console/accounts/{account}"
        case .device: "/console/accounts/{account}/devices/{device}"
        case .login: "/console/audit/events/{event}"
        }
    }
}
