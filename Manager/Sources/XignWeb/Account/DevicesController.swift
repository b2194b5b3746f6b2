import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The list of the account's devices, their names, their removal and their locks.
struct DevicesController: Sendable {
    let routes: AccountRoutes
    let hasRecovery: Bool

    func register(in router: inout Router) {
        let (name, removal) = ("/account/devices/{device}/rename", "/account/devices/{device}/remove")
        router.on(.get, "/account/devices", routes.page { try list($0) })
        router.on(.get, name, routes.page { try askName($0) })
        router.on(.post, name, routes.form(back: nil) { try await rename($0, $1) })
        router.on(.get, removal, routes.page { try askRemoval($0) })
        router.on(.post, removal, routes.form(back: nil, takesAway: true) { try await remove($0, $1) })
        // The page of a past login has its form.
        router.on(
            .post, "/account/devices/{device}/lock",
            routes.form(back: .devices, takesAway: true) { try await lock($0, $1) })
    }

    private func list(_ visit: AccountVisit) throws -> Response {
        let devices = try ListOwnDevices(routes.context)(visit.account.id).map { visit.model(of: $0) }
        return visit.page(DevicesPage.page(devices, hasRecovery: hasRecovery, visit.frame, in: visit.wording))
    }

    // MARK: Another name

    private func askName(_ visit: AccountVisit) throws -> Response {
        let device = try device(of: visit)
        guard device.state == .active else { throw HTTPError.notFound }
        return visit.page(form(for: device, typed: device.alias, error: nil, visit))
    }

    private func rename(_ visit: AccountVisit, _ sent: AccountRoutes.Sent) async throws -> Response {
        let device = try device(of: visit)
        let typed = try sent.fields.required("alias")
        switch try await RenameOwnDevice(routes.context)(device.id, to: typed, seen: sent.seen, in: visit.session) {
        case .renamed: return visit.redirect(to: AccountSection.devices.address, done: .deviceRenamed)
        case .changed: return visit.problem(.changed, back: .devices)
        case .notThere: return visit.problem(.notFound, back: .devices)
        case .tooMany: return visit.problem(.tooMany, back: .devices)
        case .coolDown(let seconds): return visit.refusal(.coolDown(seconds: seconds), back: .devices)
        case .malformedAlias(let flaw):
            let error = visit.wording.sentence(aboutName: flaw)
            return visit.page(
                form(for: device, typed: typed, error: error, visit), status: .unprocessableContent)
        }
    }

    private func form(for device: Activation, typed: String, error: String?, _ visit: AccountVisit) -> HTML {
        RenameDevicePage.page(
            visit.model(of: device), typed: typed, error: error,
            ticket: visit.ticket(for: "/account/devices/\(device.id)/rename", object: device.objectDigest),
            visit.frame, in: visit.wording)
    }

    // MARK: Removal and lock

    private func askRemoval(_ visit: AccountVisit) throws -> Response {
        let devices = try ListOwnDevices(routes.context)(visit.account.id)
        let device = try device(of: visit, among: devices)
        let isLast = device.state == .active && devices.count { $0.state == .active } == 1
        return visit.page(
            RemoveDevicePage.page(
                visit.model(of: device), isLast: isLast,
                ticket: visit.ticket(for: "/account/devices/\(device.id)/remove", object: device.objectDigest),
                visit.frame, in: visit.wording))
    }

    /// Asks for the removal, which a device then confirms.
    private func remove(_ visit: AccountVisit, _ sent: AccountRoutes.Sent) async throws -> Response {
        let device = try device(of: visit)
        return try await ConfirmedAct(.removeDevice(device.id), of: device, seen: sent.seen, page: .devices)
            .request(by: visit, routes)
    }

    /// Asks to lock a device for good, which another device then confirms.
    private func lock(_ visit: AccountVisit, _ sent: AccountRoutes.Sent) async throws -> Response {
        let device = try device(of: visit)
        return try await ConfirmedAct(.lockDevice(device.id), of: device, seen: sent.seen, page: .devices)
            .request(by: visit, routes)
    }

    /// Finds the device that the address names. There is one answer for an unknown one and for another person's.
    /// - Throws: 404.
    private func device(of visit: AccountVisit) throws -> Activation {
        try device(of: visit, among: try ListOwnDevices(routes.context)(visit.account.id))
    }

    private func device(of visit: AccountVisit, among devices: [Activation]) throws -> Activation {
        let id = ActivationID(text: try visit.request.parameter("device"))
        guard let device = devices.first(where: { $0.id == id }) else { throw HTTPError.notFound }
        return device
    }
}

extension AccountVisit {
    /// Describes a device of the account for its pages.
    func model(of device: Activation) -> DeviceModel {
        let now = context.clock.now()
        return DeviceModel(
            id: device.id.description, alias: device.alias, state: DeviceState(device, at: now),
            isThisLogin: device.id == activation.id, system: device.platform, isBrowser: device.isBrowser,
            connected: device.personalizedAt.map { Moment($0) }, lastUsed: device.lastUsedAt.map { Moment($0) },
            coolDownUntil: device.coolUntil.flatMap { now < $0 ? Moment($0) : nil },
            wrongPINs: device.lockout.pinFailures,
            cancelTicket: device.state == .pending ? ticket(for: "/account/devices/\(device.id)/cancel") : nil)
    }
}

extension Wording {
    /// Says why a device's name is refused, and which character is.
    func sentence(aboutName flaw: TextFlaw) -> String {
        [account.devices.flaw(flaw), flaw.character.map { general.found($0).text }].compactMap(\.self)
            .joined(separator: " ")
    }
}

extension GeneralWording {
    func found(_ character: RefusedCharacter) -> Phrase {
        let place: CharacterPlace =
            switch character.place {
            case .beginning: .beginning
            case .end: .end
            case .after(1): .afterFirst
            case .after(let count): .after("\(count)")
            }
        return found(character.name, place)
    }
}
