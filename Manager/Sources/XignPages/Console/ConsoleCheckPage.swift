import XignWording

/// A page of the console that asks once more before an act (level 2), or before it is confirmed on the device (level
/// 3).
package struct ConsoleCheckPage {
    let title: String
    let section: ConsoleSection
    /// The effects of the act, and its limits.
    let explanation: HTML
    /// The form with the button of the act.
    let form: Form
    /// The address to which `Cancel` leads.
    let cancel: String
    /// True for a form with errors, whose title says so.
    let hasErrors: Bool

    package init(
        title: String, section: ConsoleSection, explanation: HTML, form: Form, cancel: String, hasErrors: Bool = false
    ) {
        self.title = title
        self.section = section
        self.explanation = explanation
        self.form = form
        self.cancel = cancel
        self.hasErrors = hasErrors
    }

    package func html(_ frame: ConsoleLayout.Frame, in wording: any Wording) -> HTML {
        ConsoleLayout(
            frame, in: wording, title: title, section: section, isBelowSection: true, hasErrors: hasErrors,
            content: """
                <h1>\(title)</h1>
                \(explanation)\
                <div class="actions">
                \(form.html)\
                \(Link(.quiet, to: cancel, wording.account.frame.cancel).html)\
                </div>

                """
        ).html
    }
}

/// The question before logging out of the console, for a link: following one changes nothing.
package enum ConsoleLogOutPage {
    package static func page(_ frame: ConsoleLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.console.layout.login
        return ConsoleCheckPage(
            title: words.logOutTitle, section: .overview,
            explanation: """
                <p>\(words.logOutExplanation(account: frame.account), value: HTML.isolated)</p>

                """,
            form: Form(
                action: "/console/logout", ticket: frame.logOutTicket,
                content: Button(.primary, wording.account.frame.logOut).html),
            cancel: ConsoleSection.overview.address
        ).html(frame, in: wording)
    }
}
