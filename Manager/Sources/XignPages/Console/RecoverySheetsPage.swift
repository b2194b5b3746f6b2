import XignWording

/// The code and the PIN of a recovery, on two sheets to print. They are shown once, as the answer to the confirmed
/// request of the second administrator.
package enum RecoverySheetsPage {
    package struct Model: Sendable, Equatable {
        /// The manager's host, as the app shows it.
        var host: String
        /// The user name.
        var account: String
        /// The page of the account.
        var address: String
        /// The content of the QR code: a link that opens the app.
        var link: String
        /// The side of the QR code in modules, with its margin.
        var size: Int
        /// The dark modules as an SVG path.
        var path: String
        var pin: String
        var expiresAt: Moment

        package init(
            host: String, account: String, address: String, link: String, size: Int, path: String, pin: String,
            expiresAt: Moment
        ) {
            self.host = host
            self.account = account
            self.address = address
            self.link = link
            self.size = size
            self.path = path
            self.pin = pin
            self.expiresAt = expiresAt
        }
    }

    package static func page(_ model: Model, _ frame: ConsoleLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.console.acts
        let code = PaperCode(link: model.link, side: model.size, path: model.path)
        let until = PaperCode.end(model.expiresAt, in: wording)
        return ConsoleLayout(
            frame, in: wording, title: words.paperTitle, section: .accounts, isBelowSection: true,
            content: """
                <h1>\(words.paperTitle)</h1>
                \(Notice(.warning, "<p>\(words.paperOnce)</p>\n<p>\(words.paperPrint)</p>").html)\
                <p>\(words.paperApart)</p>
                <section class="panel sheet">
                <h2>\(words.codeSheet(model.account), value: HTML.isolated)</h2>
                <p class="host">\(model.host)</p>
                \(code.steps(pinStep: words.paperPINStep, in: wording))
                \(until)
                <p>\(words.paperWarning)</p>
                </section>
                <section class="panel sheet">
                <h2>\(words.pinSheet(model.account), value: HTML.isolated)</h2>
                <p class="host">\(model.host)</p>
                <div class="secret"><span>\(words.paperPIN)</span> <code>\(model.pin)</code></div>
                \(until)
                <p>\(words.paperWarning)</p>
                </section>
                <p class="actions">\(Link(.secondary, to: model.address, words.paperDone).html)</p>

                """
        ).html
    }
}
