import XignWording

/// A page that asks once more before an act (level 2), or before it is confirmed on the device (level 3).
package struct CheckPage {
    let title: String
    let section: AccountSection
    /// The effects of the act, and its limits.
    let explanation: HTML
    /// The form with the button of the act.
    let form: Form
    /// The address to which `Cancel` leads.
    let cancel: String

    package init(title: String, section: AccountSection, explanation: HTML, form: Form, cancel: String) {
        self.title = title
        self.section = section
        self.explanation = explanation
        self.form = form
        self.cancel = cancel
    }

    package func html(_ frame: AccountLayout.Frame, in wording: any Wording) -> HTML {
        AccountLayout(
            frame, in: wording, title: title, section: section, isBelowSection: true,
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
