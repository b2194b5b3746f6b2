import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The acts of administrators on accounts and devices: the page with the effects of an act, and the form that asks for
/// its confirmation.
struct AdministrationController: Sendable {
    let routes: ConsoleRoutes

    func register(in router: inout Router) {
        for act in ActName.allCases {
            let definition = act.definition
            guard let page = definition.page else { continue }
            let path = "/console/accounts/{account}\(page.isOnDevice ? "/devices/{device}" : "")/\(page.address)"
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
            back: .accounts
        ).begin(by: visit, routes)
    }

    // MARK: Object

    /// The object of an act, as the address names it.
    private struct Object {
        let effect: Administration.Effect
        let description: DescribeAct.Description
        /// The path of the account's page.
        let account: String

        /// The path of the page to look at when the act is done.
        func page(after act: ActName) -> String {
            switch act {
            case .removeAccount: ConsoleSection.accounts.address
            case .unlockDevice: description.object.device.map { "\(account)/devices/\($0.id)" } ?? account
            default: account
            }
        }
    }

    /// Finds the object that the address names. There is one answer for an unknown one, for one out of sight, and for
    /// the device of another account.
    /// - Throws: 404.
    private func object(of act: ActName, _ visit: ConsoleVisit) throws -> Object {
        guard let id = PublicAccountID(text: try visit.request.parameter("account")),
            let effect = try effect(of: act, on: id, visit),
            let description = try DescribeAct(routes.context)(effect, for: visit.party),
            description.object.account.publicID == id, description.refusal != .notThere
        else { throw HTTPError.notFound }
        return Object(
            effect: effect, description: description, account: "\(ConsoleSection.accounts.address)/\(id)")
    }

    private func effect(
        of act: ActName, on id: PublicAccountID, _ visit: ConsoleVisit
    ) throws -> Administration.Effect? {
        switch act.definition.page {
        case .account(_, let effect):
            try ViewAccount(routes.context)(id, for: visit.party).map { effect($0.account.id) }
        case .device(_, let effect): ActivationID(text: try visit.request.parameter("device")).map(effect)
        case nil: nil
        }
    }

    // MARK: Page

    private func page(
        _ act: ActName, _ object: Object, _ visit: ConsoleVisit, typed: ReasonFields.Typed = .init(),
        isTooLong: Bool = false
    ) throws -> HTML {
        let (description, now) = (object.description, routes.context.clock.now())
        let device = description.object.device.map { ConsoleDevice($0, DeviceState($0, at: now)) }
        let back = description.object.device.map { "\(object.account)/devices/\($0.id)" } ?? object.account
        let path = "\(back)/\(act.definition.page?.address ?? "")"
        let model = AdministrationPage.Model(
            act: act, account: description.object.account.name,
            accountID: description.object.account.publicID.short, device: device, path: path, back: back,
            needsTwoPersons: description.level == .twoPersons, holdsManagerGrant: description.object.holdsManagerGrant,
            isDeclared: act.definition.changesAccount && description.object.account.isActiveDeclared,
            obstacle: description.refusal.map { ConsoleProblem($0) }, accountPages: visit.accountPages)
        return AdministrationPage.page(
            model, typed: typed, sentenceIsTooLong: isTooLong,
            ticket: visit.ticket(for: path, object: description.object.digest), visit.frame, in: visit.wording)
    }
}
