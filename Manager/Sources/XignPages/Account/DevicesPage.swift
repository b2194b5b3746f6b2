import XignDomain
import XignWording

/// A device of the account, as its pages show it.
package struct DeviceModel: Sendable, Equatable {
    /// The activation's id, base64url.
    var id: String
    /// Empty for a device without a name.
    var alias: String
    var state: DeviceState
    /// The device that confirmed this login.
    var isThisLogin = false
    var system: String?
    /// True for a page in a browser, which is shown in place of the system.
    var isBrowser = false
    var connected: Moment?
    var lastUsed: Moment?
    /// The end of the time in which a new device has fewer rights.
    var coolDownUntil: Moment?
    /// Wrong PINs in a row.
    var wrongPINs = 0
    /// The ticket of the form that ends an activation that waits for its device.
    var cancelTicket: String?

    package init(
        id: String, alias: String, state: DeviceState, isThisLogin: Bool = false, system: String? = nil,
        isBrowser: Bool = false,
        connected: Moment? = nil, lastUsed: Moment? = nil, coolDownUntil: Moment? = nil, wrongPINs: Int = 0,
        cancelTicket: String? = nil
    ) {
        self.id = id
        self.alias = alias
        self.state = state
        self.isThisLogin = isThisLogin
        self.system = system
        self.isBrowser = isBrowser
        self.connected = connected
        self.lastUsed = lastUsed
        self.coolDownUntil = coolDownUntil
        self.wrongPINs = wrongPINs
        self.cancelTicket = cancelTicket
    }

    var address: String { "/account/devices/\(id)" }

    func name(in wording: any Wording) -> String { alias.isEmpty ? wording.account.devices.unnamed : alias }
}

/// The list of the account's devices.
package enum DevicesPage {
    /// - Parameter hasRecovery: true where there are recovery codes.
    package static func page(
        _ devices: [DeviceModel], hasRecovery: Bool = false, _ frame: AccountLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.account.devices
        return AccountLayout(
            frame, in: wording, title: words.title, section: .devices,
            content: """
                <h1>\(words.title)</h1>
                <p>\(Link(.primary, to: "/account/devices/new", words.connect).html)</p>
                <ul class="cards">
                \(devices.map { card($0, wording) })\
                </ul>
                <p class="muted">\(words.lost)</p>
                <section class="panel" aria-labelledby="new-phone"><h2 id="new-phone">\(words.newPhoneTitle)</h2>
                <ol class="steps">
                \(words.newPhoneSteps.map { "<li>\($0)</li>\n" as HTML })\
                </ol>
                <p>\(words.newPhoneReason)</p>
                </section>
                \(hasRecovery ? "<p>\(Link(to: OwnRecoveryPage.path, wording.recovery.own.title).html)</p>\n" as HTML : "")
                """
        ).html
    }

    private static func card(_ device: DeviceModel, _ wording: any Wording) -> HTML {
        let words = wording.account.devices
        let name = device.name(in: wording)
        let actions: [HTML]
        if let cancelTicket = device.cancelTicket {
            let cancel = Button(.secondary, wording.account.connecting.cancel, object: name).html
            actions = [Form(action: "\(device.address)/cancel", ticket: cancelTicket, content: cancel).html]
        } else {
            actions = [
                Link(.secondary, to: "\(device.address)/rename", words.rename, object: name).html,
                Link(.secondary, to: "\(device.address)/remove", words.remove, object: name).html,
            ]
        }
        return """
            <li class="panel">
            <h2><bdi>\(name)</bdi></h2>
            <p class="actions">\(tag(device.state, wording))\
            \(device.isThisLogin ? Tag(.plain, "\(words.thisLogin)").html : "")</p>
            \(facts(device, wording).html)\
            <div class="actions">
            \(actions)\
            </div>
            </li>

            """
    }

    private static func tag(_ state: DeviceState, _ wording: any Wording) -> HTML {
        let words = wording.account.devices
        return switch state {
        case .inUse: Tag(.good, "\(words.inUse)").html
        case .locked(let end):
            Tag(.warning, "\(words.lockedUntil(""), value: { _ in Moment(end).dayAndTime(in: wording) })").html
        case .lockedForGood: Tag(.bad, "\(words.lockedForGood)").html
        case .pending: Tag(.warning, "\(words.waiting)").html
        }
    }

    /// The facts that tell one device from another.
    static func facts(_ device: DeviceModel, _ wording: any Wording) -> SummaryList {
        let words = wording.account.devices
        var rows: [(term: String, value: HTML)] = [(words.id, "\(String(device.id.prefix(8)))")]
        if device.isBrowser {
            rows.append((words.system, "\(words.inBrowser)"))
        } else if let system = device.system {
            rows.append((words.system, "<bdi>\(system)</bdi>"))
        }
        if let connected = device.connected { rows.append((words.connected, connected.day(in: wording))) }
        if let used = device.lastUsed { rows.append((words.lastUsed, used.dayAndTime(in: wording))) }
        if case .pending(let end) = device.state {
            rows.append((words.connectUntil, Moment(end).dayAndTime(in: wording)))
        }
        if let end = device.coolDownUntil { rows.append((words.newDeviceUntil, end.dayAndTime(in: wording))) }
        if device.wrongPINs > 0 { rows.append((words.wrongPINsTerm, "\(words.wrongPINs(device.wrongPINs))")) }
        return SummaryList(rows)
    }
}

/// The form for another name of a device.
package enum RenameDevicePage {
    /// - Parameters:
    ///   - typed: the name in the field: the present one, or what was sent and will not do.
    ///   - error: what to change about it.
    package static func page(
        _ device: DeviceModel, typed: String, error: String?, ticket: String, _ frame: AccountLayout.Frame,
        in wording: any Wording
    ) -> HTML {
        let words = wording.account.devices
        let common = wording.account.frame
        return AccountLayout(
            frame, in: wording, title: words.renameTitle, section: .devices, isBelowSection: true,
            hasErrors: error != nil,
            content: """
                \(ErrorSummary(common.problem, error.map { [ErrorSummary.Item(field: "alias", text: $0)] } ?? []).html)\
                <h1>\(words.renameTitle)</h1>
                <p class="lead"><bdi>\(device.name(in: wording))</bdi></p>
                \(Form(
                    action: "\(device.address)/rename", ticket: ticket,
                    content: """
                        \(Field(
                            "alias", label: words.name, value: typed, hint: words.nameHint, error: error,
                            isRequired: true, maximumLength: 256).html)\
                        <div class="actions">
                        \(Button(.primary, words.save).html)\
                        \(Link(.quiet, to: AccountSection.devices.address, common.cancel).html)\
                        </div>

                        """
                ).html)
                """
        ).html
    }
}

/// The page with the effects of the removal of a device, before a device confirms it.
package enum RemoveDevicePage {
    /// - Parameter isLast: true for the only device that could log in, which cannot be removed.
    package static func page(
        _ device: DeviceModel, isLast: Bool, ticket: String, _ frame: AccountLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.account.devices
        guard !isLast else {
            return AccountLayout(
                frame, in: wording, title: words.removeTitle, section: .devices, isBelowSection: true,
                content: """
                    <h1>\(words.removeTitle)</h1>
                    \(Notice(.warning, "<p>\(words.removeLast)</p>").html)\
                    <div class="actions">
                    \(Link(.primary, to: "/account/devices/new", words.connect).html)\
                    \(Link(.quiet, to: AccountSection.devices.address, wording.account.frame.back).html)\
                    </div>

                    """
            ).html
        }
        return CheckPage(
            title: words.removeTitle, section: .devices,
            explanation: """
                <p class="lead">\(words.removeExplanation(device.name(in: wording)), value: HTML.isolated)</p>
                \(DevicesPage.facts(device, wording).html)\
                <p>\(words.removeOther)</p>
                \(device.isThisLogin ? Notice(.warning, "<p>\(words.removeThisLogin)</p>").html : "")\
                <p>\(words.confirmedThere)</p>

                """,
            form: Form(
                action: "\(device.address)/remove", ticket: ticket,
                content: Button(.danger, words.continueOnDevice).html),
            cancel: AccountSection.devices.address
        ).html(frame, in: wording)
    }
}
