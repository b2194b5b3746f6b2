import XignWording

/// The page on which a person with an account accepts an invitation, before the device confirms it.
package enum AcceptJoinPage {
    package static func page(
        organization: String, roles: [JoinPages.Model.Role], ticket: String, _ frame: AccountLayout.Frame,
        in wording: any Wording
    ) -> HTML {
        let words = wording.joining
        let title = words.acceptTitle(organization: organization)
        let items: [HTML] = roles.map { role in
            "<li>\(words.role(role.role, service: role.service), value: HTML.isolated)</li>\n"
        }
        return CheckPage(
            title: title.text, section: .overview,
            explanation: """
                <h2>\(words.roles)</h2>
                <ul class="plain">
                \(items)\
                </ul>
                <p>\(words.seenByOrganization(organization), value: HTML.isolated)</p>

                """,
            form: Form(action: "/account/join", ticket: ticket, content: Button(.primary, words.accept).html),
            cancel: AccountSection.overview.address
        ).html(frame, in: wording)
    }
}
