import XignWebAssets
import XignWording

/// The pages that follow the choice of a name: the code for the first device, and what has become of it.
extension JoinPages {
    /// The account that waits for its device.
    package struct Waiting: Sendable {
        let name: String
        /// Nil for the open registration.
        let organization: String?

        package init(name: String, organization: String?) { (self.name, self.organization) = (name, organization) }
    }

    /// The paths of these pages and their forms.
    package struct DevicePaths: Sendable {
        package let page: String
        let newCode: String
        let cancel: String

        package init(page: String, newCode: String, cancel: String) {
            (self.page, self.newCode, self.cancel) = (page, newCode, cancel)
        }
    }

    /// Code and PIN, also after a reload.
    /// - Parameter isBusy: true where another code was asked for, and too many people join.
    package func device(_ code: DeviceCode, of waiting: Waiting, isBusy: Bool = false, _ paths: DevicePaths) -> HTML {
        let words = wording.joining
        return page(
            words.deviceTitle, address: isBusy ? nil : paths.page, scripts: [WebAssets.copyScript],
            """
            <p class="muted">\(words.step)</p>
            \(account(waiting))\
            \(busy(isBusy))\
            \(code.html(onlyHere: words.onlyHere, with: provider.authenticators, in: wording))\
            <div class="actions">
            \(Link(.primary, to: paths.page, wording.account.connecting.done).html)\
            \(form(to: paths.newCode, Button(.quiet, words.newCode)))\
            \(form(to: paths.cancel, Button(.quiet, words.cancel)))\
            </div>

            """)
    }

    /// The page for a code that is void while another one can be issued.
    /// - Parameter isBusy: true where another code was asked for, and too many people join.
    package func codeOver(of waiting: Waiting, isBusy: Bool, _ paths: DevicePaths) -> HTML {
        let words = wording.joining
        return page(
            words.codeOverTitle, address: isBusy ? nil : paths.page,
            """
            \(account(waiting))\
            \(busy(isBusy))\
            <p>\(words.codeOver)</p>
            <div class="actions">
            \(form(to: paths.newCode, Button(.primary, words.newCode)))\
            \(form(to: paths.cancel, Button(.quiet, words.cancel)))\
            </div>

            """)
    }

    /// - Parameters:
    ///   - accountAddress: the page of the account; nil where it is off.
    ///   - website: the website from which the person has come.
    ///   - isRegistration: true for the open registration, in which nobody joins anything.
    package func connected(
        _ name: String, accountAddress: String?, website: NextWebsite? = nil, isRegistration: Bool = false,
        address: String
    ) -> HTML {
        let words = wording.joining
        let sentence = isRegistration ? words.registered(name) : words.connected(name)
        let further = website.flatMap { continuation(to: $0, .primary) }
        let links = [
            further.map(\.html),
            accountAddress.map { Link(website == nil ? .primary : .quiet, to: $0, words.openAccount).html },
        ].compactMap(\.self)
        // Without its address the person has to find the way back.
        let advice: HTML? = website.flatMap { website in
            further == nil ? "<p>\(words.goBack(to: website.name), value: HTML.isolated)</p>\n" : nil
        }
        return page(
            words.connectedTitle, address: address,
            """
            <p>\(sentence, value: HTML.isolated)</p>
            \(advice ?? "")\(links.isEmpty ? "" : "<div class=\"actions\">\n\(links)</div>\n" as HTML)
            """)
    }

    /// The page for a browser for which nothing waits.
    /// - Parameters:
    ///   - again: the page of the code, or that of the open registration.
    ///   - isRegistration: true for the latter.
    package func over(again: String, isRegistration: Bool = false, address: String?) -> HTML {
        let words = wording.joining
        let link = Link(.primary, to: again, isRegistration ? words.registerAgain : words.again)
        return page(words.overTitle, address: address, "<p>\(words.overNext)</p>\n<p>\(link.html)</p>\n")
    }

    private func busy(_ isBusy: Bool) -> HTML {
        isBusy ? Notice(.warning, "<p>\(wording.joining.busy)</p>").html : ""
    }

    private func account(_ waiting: Waiting) -> HTML {
        let words = wording.joining
        let phrase =
            waiting.organization.map { words.member(waiting.name, organization: $0) } ?? words.account(waiting.name)
        return "<p>\(phrase, value: HTML.isolated)</p>\n"
    }

    private func form(to path: String, _ button: Button) -> HTML {
        "<form action=\"\(path)\" method=\"post\">\n\(button.html)</form>\n"
    }
}
