import XignDomain
import XignWording

/// A file of letters to print, each on a page of its own. It needs no other file, and has no script and no address that
/// a browser would follow.
package enum LettersPage {
    /// The parts that both letters of a person share.
    package struct Head: Sendable {
        let host: String
        /// The user name.
        let account: String
        let expiresAt: Moment
        let provider: OperatorProfile
        /// The texts in the language of the person.
        let wording: any Wording

        package init(
            host: String, account: String, expiresAt: Moment, provider: OperatorProfile, wording: any Wording
        ) {
            (self.host, self.account, self.expiresAt) = (host, account, expiresAt)
            (self.provider, self.wording) = (provider, wording)
        }
    }

    /// A letter with its secret: a code or a PIN.
    package struct Letter<Secret: Sendable>: Sendable {
        let head: Head
        let secret: Secret

        package init(_ head: Head, _ secret: Secret) { (self.head, self.secret) = (head, secret) }
    }

    /// The letters with the codes.
    /// - Parameter wording: the texts of the file itself, which the operator reads.
    package static func codes(_ letters: [Letter<PaperCode>], in wording: any Wording) -> HTML {
        page(
            wording.letters.codes,
            letters.map { letter in
                let words = letter.head.wording.letters
                return sheet(
                    letter.head, title: letter.head.wording.console.acts.codeSheet(letter.head.account),
                    apart: words.codeApart,
                    """
                    \(letter.secret.steps(pinStep: words.pinStep, in: letter.head.wording))
                    <p>\(words.noApp)</p>
                    """)
            }, in: wording)
    }

    /// The letters with the PINs. None has a link.
    /// - Parameter wording: the texts of the file itself, which the operator reads.
    package static func pins(_ letters: [Letter<String>], in wording: any Wording) -> HTML {
        page(
            wording.letters.pins,
            letters.map { letter in
                let (words, sheets) = (letter.head.wording.letters, letter.head.wording.console.acts)
                return sheet(
                    letter.head, title: sheets.pinSheet(letter.head.account), apart: words.pinApart,
                    """
                    <p class="secret"><span>\(sheets.paperPIN)</span> <code>\(letter.secret)</code></p>
                    <p>\(words.pinUse)</p>
                    """)
            }, in: wording)
    }

    private static func sheet(_ head: Head, title: Phrase, apart: String, _ secret: HTML) -> HTML {
        let name: HTML? = head.provider.name.map { "<p class=\"host\">\(HTML.isolated($0))</p>\n" }
        let help: HTML? = head.provider.helpText.map { "<p>\(head.wording.provider.help): \($0)</p>\n" }
        return """
            <section class="sheet" lang="\(head.wording.tag)">
            \(name ?? "")\
            <p class="host">\(head.host)</p>
            <h1>\(title, value: HTML.isolated)</h1>
            \(secret)
            \(PaperCode.end(head.expiresAt, in: head.wording))
            <p>\(apart)</p>
            \(help ?? "")\
            </section>

            """
    }

    private static func page(_ title: String, _ sheets: [HTML], in wording: any Wording) -> HTML {
        """
        <!DOCTYPE html>
        <html lang="\(wording.tag)">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>\(title)</title>
        \(style)\
        </head>
        <body>
        <main>
        \(sheets)\
        </main>
        </body>
        </html>

        """
    }

    /// Sizes for A4 and for the paper of other countries.
    private static let style: HTML = """
        <style>
        @page { size: A4; margin: 20mm; }
        body { margin: 0; font: 12pt/1.5 sans-serif; color: #000; background: #fff; }
        .sheet { max-width: 170mm; margin: 0 auto; padding: 10mm 0; }
        .sheet + .sheet { border-top: 1px dashed #777; break-before: page; }
        .host { margin: 0; }
        h1 { margin: 8mm 0; font-size: 18pt; line-height: 1.2; overflow-wrap: anywhere; }
        .code svg { display: block; width: 60mm; height: 60mm; margin: 5mm 0; }
        code { font: 12pt/1.5 monospace; overflow-wrap: anywhere; }
        .secret code { font-size: 20pt; letter-spacing: 0.1em; }
        @media print { .sheet { padding: 0; } .sheet + .sheet { border: 0; } }
        </style>

        """
}
