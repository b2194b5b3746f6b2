import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The connection of another device: its form, the page with code and PIN, its state, and the end of one that waits for
/// its device. `AccountContinuation` leads to code and PIN after the confirmation.
struct ConnectController: Sendable {
    let routes: AccountRoutes

    func register(in router: inout Router) {
        router.on(.get, "/account/devices/new", routes.page { try ask($0) })
        router.on(.post, "/account/devices/new", routes.form(back: nil) { try await connect($0, $1) })
        router.on(.get, "/account/devices/{device}/code", routes.page { try showCode($0) })
        router.on(.get, "/account/devices/{device}/connected", routes.page { try state($0) })
        router.on(
            .post, "/account/devices/{device}/cancel",
            routes.form(back: .devices, takesAway: true) { visit, _ in try await cancel(visit) })
    }

    private func ask(_ visit: AccountVisit) throws -> Response {
        visit.page(try form(typed: "", error: nil, visit))
    }

    private func connect(_ visit: AccountVisit, _ sent: AccountRoutes.Sent) async throws -> Response {
        let typed = try sent.fields.required("alias")
        let alias: String
        do throws(TextFlaw) { alias = try DisplayText.canonical(typed) } catch {
            let sentence = visit.wording.sentence(aboutName: error)
            return visit.page(try form(typed: typed, error: sentence, visit), status: .unprocessableContent)
        }
        return try await ConfirmedAct(.connectDevice(alias: alias), seen: sent.seen, page: .devices)
            .request(by: visit, routes)
    }

    private func form(typed: String, error: String?, _ visit: AccountVisit) throws -> HTML {
        ConnectPage.page(
            typed: typed, error: error, obstacle: try obstacle(visit),
            ticket: visit.ticket(for: "/account/devices/new"), visit.frame, in: visit.wording)
    }

    /// The reason why the person need not begin: the device that would most likely confirm is too new, or there are too
    /// many devices. The rules themselves are applied when the act is asked for, and when it is done.
    private func obstacle(_ visit: AccountVisit) throws -> ConnectPage.Obstacle? {
        let devices = try ListOwnDevices(routes.context)(visit.account.id)
        let pending = devices.count { $0.state == .pending }
        if pending >= ActivationLimits.pending || devices.count >= ActivationLimits.active { return .tooMany }
        let now = routes.context.clock.now()
        // Another device may be old enough to confirm.
        let ends = devices.filter { $0.state == .active }.map { $0.coolUntil ?? now }
        return ends.min().flatMap { now < $0 ? .coolDown(until: Moment($0)) : nil }
    }

    /// The path of the page with code and PIN.
    static func codePage(of device: ActivationID) -> String { "/account/devices/\(device)/code" }

    private var cookie: HandoutCookie { HandoutCookie(context: routes.context) }

    /// Shows code and PIN again and again, as long as the browser's cookie opens. Then its state says what has become
    /// of the device.
    private func showCode(_ visit: AccountVisit) throws -> Response {
        guard let id = ActivationID(text: try visit.request.parameter("device")) else { throw HTTPError.notFound }
        guard let issued = try cookie.handout(of: id, in: visit) else {
            return visit.redirect(to: "/account/devices/\(id)/connected")
        }
        let model = ConnectCodePage.Model(
            try DeviceCode(link: issued.link, pin: issued.pin.text, expiresAt: issued.expiresAt),
            id: id.description, cancelTicket: visit.ticket(for: "/account/devices/\(id)/cancel"))
        return visit.page(ConnectCodePage.page(model, visit.frame, in: visit.wording))
    }

    /// Says whether the device is connected. A code that has expired and another person's have one answer.
    private func state(_ visit: AccountVisit) throws -> Response {
        let id = ActivationID(text: try visit.request.parameter("device"))
        let device = try ListOwnDevices(routes.context)(visit.account.id).first { $0.id == id }
        if let device, try cookie.handout(of: device.id, in: visit) != nil {
            return visit.page(
                NotConnectedPage.page(
                    visit.model(of: device), code: Self.codePage(of: device.id), visit.frame, in: visit.wording))
        }
        var response =
            device?.state == .active
            ? visit.redirect(to: AccountSection.devices.address, done: .deviceConnected)
            : visit.page(NotConnectedPage.page(device.map { visit.model(of: $0) }, visit.frame, in: visit.wording))
        try deleteCookie(in: &response, visit)
        return response
    }

    /// Deletes the cookie that the browser has, unless it opens for another device that waits.
    private func deleteCookie(in response: inout Response, _ visit: AccountVisit) throws {
        guard cookie.isSent(in: visit.request) else { return }
        let waiting = try ListOwnDevices(routes.context)(visit.account.id).filter { $0.state == .pending }
        guard try !waiting.contains(where: { try cookie.handout(of: $0.id, in: visit) != nil }) else { return }
        try cookie.delete(in: &response, to: visit.request)
    }

    private func cancel(_ visit: AccountVisit) async throws -> Response {
        guard let id = ActivationID(text: try visit.request.parameter("device")),
            try await CancelPendingDevice(routes.context)(id, in: visit.session)
        else { return visit.problem(.notFound, back: .devices) }
        var response = visit.redirect(to: AccountSection.devices.address, done: .connectionCancelled)
        try deleteCookie(in: &response, visit)
        return response
    }
}
