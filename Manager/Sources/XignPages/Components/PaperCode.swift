import XignWording

/// The QR code of an activation on paper, with its link for devices that cannot scan.
package struct PaperCode: Sendable, Equatable {
    /// The content of the QR code: a link that opens the app.
    let link: String
    /// The side of the QR code in modules, with its margin.
    let side: Int
    /// The dark modules as an SVG path.
    let path: String

    package init(link: String, side: Int, path: String) {
        (self.link, self.side, self.path) = (link, side, path)
    }

    /// The steps from the code to the connected device.
    /// - Parameter pinStep: the last step, which says where the PIN is.
    func steps(pinStep: String, in wording: any Wording) -> HTML {
        let words = wording.console.acts
        return """
            <ol class="steps">
            <li>\(words.paperSteps[0])</li>
            <li>\(words.paperSteps[1])
            <div class="code">\(CodeDrawing(words.paperPicture, side: side, path: path).html)</div>
            <p>\(words.paperLink)</p>
            <p><code>\(link)</code></p></li>
            <li>\(pinStep)</li>
            </ol>
            """
    }

    /// The sentence with the end of code and PIN.
    static func end(_ moment: Moment, in wording: any Wording) -> HTML {
        "<p>\(wording.console.acts.paperUntil(""), value: { _ in moment.dayAndTime(in: wording) })</p>"
    }
}
