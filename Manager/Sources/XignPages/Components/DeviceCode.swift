import XignWording

/// The code and the PIN of a new device, with the steps to connect it. Pages with it have `WebAssets.copyScript`.
package struct DeviceCode: Sendable, Equatable {
    /// The content of the QR code: a link that opens the app.
    let link: String
    /// The side of the QR code in modules, with its margin.
    let side: Int
    /// The dark modules as an SVG path.
    let path: String
    let pin: String
    let expiresAt: Moment

    package init(link: String, side: Int, path: String, pin: String, expiresAt: Moment) {
        self.link = link
        self.side = side
        self.path = path
        self.pin = pin
        self.expiresAt = expiresAt
    }

    /// - Parameter onlyHere: who else sees code and PIN, and until when; nil: the usual sentence.
    func html(onlyHere: String? = nil, with authenticators: Authenticators, in wording: any Wording) -> HTML {
        let words = wording.account.connecting
        let steps = words.steps(with: authenticators)
        return """
            \(Notice(.info, "<p>\(onlyHere ?? words.onlyHere)</p>").html)\
            <div class="panel">
            <ol class="steps">
            <li>\(steps[0])</li>
            <li>\(steps[1])
            <div class="code">\(CodeDrawing(words.picture, side: side, path: path).html)</div>
            <p>\(words.validUntil(""), value: { _ in expiresAt.time(in: wording) })</p>
            <p>\(Link(to: link, words.openHere).html)</p></li>
            <li>\(steps[2])
            \(SecretBox(words.pin, pin, in: wording).html)</li>
            </ol>
            </div>
            <p class="muted">\(words.neverAsked)</p>

            """
    }
}
