import XignWording

/// The question before logging out, for a link: following one changes nothing.
package enum LogOutPage {
    package static func page(_ frame: AccountLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.account.login
        return CheckPage(
            title: words.logOutTitle, section: .overview,
            explanation: """
                <p>\(words.logOutExplanation(account: frame.account), value: HTML.isolated)</p>

                """,
            form: Form(
                action: "/account/logout", ticket: frame.logOutTicket,
                content: Button(.primary, wording.account.frame.logOut).html),
            cancel: AccountSection.overview.address
        ).html(frame, in: wording)
    }
}
