import XignDomain
import XignWording

/// The page "Lost your device?": the ways back into an account. Everybody can open it, and it names no account.
package enum LostDevicePage {
    package static let path = "/recover"

    /// The form for a recovery code.
    package struct CodeForm: Sendable, Equatable {
        /// The code as it was typed, so that the person can compare it.
        let typed: String
        let flaw: Flaw?

        package enum Flaw: Sendable {
            case unknown
            /// The network has sent too many forms of recovery. Nobody has looked at the code.
            case tooMany
        }

        package init(typed: String = "", _ flaw: Flaw? = nil) { (self.typed, self.flaw) = (typed, flaw) }
    }

    /// - Parameter form: nil where there are no recovery codes.
    package static func page(_ form: CodeForm?, _ frame: RecoveryLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.recovery.ways
        let flaw: String? =
            switch form?.flaw {
            case nil: nil
            case .unknown?: words.unknownCode
            case .tooMany?: words.tooManyCodes
            }
        return RecoveryLayout(
            frame: frame, wording: wording, title: words.title,
            errors: flaw.map { [ErrorSummary.Item(field: "code", text: $0)] } ?? [],
            errorHeading: form?.flaw == .tooMany ? words.problemTooMany : words.problem,
            content: """
                <section aria-labelledby="device"><h2 id="device">\(words.otherDeviceTitle)</h2>
                <p>\(words.otherDevice)</p>
                <p>\(Link(form == nil ? .primary : .secondary, to: AccountSection.devices.address, words.logIn).html)</p>
                </section>
                \(form.map { section($0, flaw: flaw, wording) } ?? "")\
                <section aria-labelledby="help">\
                <h2 id="help">\(form == nil ? words.helpTitleWithoutCodes : words.helpTitle)</h2>
                \(HelpParagraph(provider: frame.provider, wording: wording).html)\
                </section>

                """
        ).html
    }

    private static func section(_ form: CodeForm, flaw: String?, _ wording: any Wording) -> HTML {
        let words = wording.recovery.ways
        let field = Field(
            "code", label: words.code, value: form.typed, hint: words.codeHint, error: flaw, isRequired: true,
            maximumLength: 64)
        return """
            <section aria-labelledby="with-code"><h2 id="with-code">\(words.codeTitle)</h2>
            <p>\(words.codeNeeds)</p>
            \(PlainForm(
                action: path, content: "\(field.html)\(Button(.primary, wording.general.proceed).html)").html)\
            </section>

            """
    }
}
