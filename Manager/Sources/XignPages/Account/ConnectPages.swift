import XignWebAssets
import XignWording

/// The form that begins the connection of another device.
package enum ConnectPage {
    /// The reason why no device can be connected now.
    package enum Obstacle: Sendable, Equatable {
        case coolDown(until: Moment)
        case tooMany
    }

    package static func page(
        typed: String, error: String?, obstacle: Obstacle?, ticket: String, _ frame: AccountLayout.Frame,
        in wording: any Wording
    ) -> HTML {
        let words = wording.account.connecting
        let common = wording.account.frame
        let form = Form(
            action: "/account/devices/new", ticket: ticket,
            content: """
                \(Field(
                    "alias", label: wording.account.devices.name, value: typed, hint: wording.account.devices.nameHint,
                    error: error, isRequired: true, maximumLength: 256).html)\
                <div class="actions">
                \(Button(.primary, words.proceed).html)\
                \(Link(.quiet, to: AccountSection.devices.address, common.cancel).html)\
                </div>

                """)
        return AccountLayout(
            frame, in: wording, title: words.title, section: .devices, isBelowSection: true, hasErrors: error != nil,
            content: """
                \(ErrorSummary(common.problem, error.map { [ErrorSummary.Item(field: "alias", text: $0)] } ?? []).html)\
                <h1>\(words.title)</h1>
                \(obstacle.map { Notice(.warning, sentence(of: $0, wording)).html } ?? """
                    <p>\(words.explanation)</p>
                    \(form.html)
                    """)\
                <p class="muted">\(words.limits)</p>

                """
        ).html
    }

    private static func sentence(of obstacle: Obstacle, _ wording: any Wording) -> HTML {
        switch obstacle {
        case .coolDown(let end):
            "<p>\(wording.account.connecting.coolDown(""), value: { _ in end.dayAndTime(in: wording) })</p>"
        case .tooMany: "<p>\(wording.account.connecting.tooMany)</p>"
        }
    }
}

/// The code and the PIN of a new device, for the browser that has connected it.
package enum ConnectCodePage {
    package struct Model: Sendable, Equatable {
        var code: DeviceCode
        /// The activation, to cancel it.
        var id: String
        var cancelTicket: String

        package init(_ code: DeviceCode, id: String, cancelTicket: String) {
            self.code = code
            self.id = id
            self.cancelTicket = cancelTicket
        }
    }

    package static func page(
        _ model: Model, _ frame: AccountLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.account.connecting
        return AccountLayout(
            frame, in: wording, title: words.codeTitle, section: .devices, isBelowSection: true,
            scripts: [WebAssets.copyScript],
            content: """
                <h1>\(words.codeTitle)</h1>
                \(model.code.html(with: frame.provider.authenticators, in: wording))\
                <div class="actions">
                \(Link(.primary, to: "/account/devices/\(model.id)/connected", words.done).html)\
                \(Form(
                    action: "/account/devices/\(model.id)/cancel", ticket: model.cancelTicket,
                    content: Button(.quiet, words.cancel).html).html)\
                </div>

                """
        ).html
    }
}

/// The answer to "I have connected it" where no device is connected.
package enum NotConnectedPage {
    /// - Parameters:
    ///   - device: the activation that waits for its device; nil where its code is void.
    ///   - code: the address of the page with code and PIN; nil where the browser no longer has them.
    package static func page(
        _ device: DeviceModel?, code: String? = nil, _ frame: AccountLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.account.connecting
        let title = device == nil ? words.overTitle : words.notYetTitle
        return AccountLayout(
            frame, in: wording, title: title, section: .devices, isBelowSection: true,
            content: """
                <h1>\(title)</h1>
                \(device.map { waiting($0, code, wording) } ?? """
                    <p>\(words.over)</p>
                    <p>\(Link(.primary, to: "/account/devices/new", wording.account.devices.connect).html)</p>

                    """)
                """
        ).html
    }

    private static func waiting(_ device: DeviceModel, _ code: String?, _ wording: any Wording) -> HTML {
        let words = wording.account.connecting
        return """
            <p>\(words.notYet(device.name(in: wording)), value: HTML.isolated)</p>
            <p>\(code.map { Link(to: $0, words.showCode).html } ?? "\(words.beginAgain)")</p>
            <div class="actions">
            \(Link(.primary, to: "\(device.address)/connected", wording.stage.lookAgain).html)\
            \(Form(
                action: "\(device.address)/cancel", ticket: device.cancelTicket ?? "",
                content: Button(.quiet, words.cancel).html).html)\
            </div>

            """
    }
}
