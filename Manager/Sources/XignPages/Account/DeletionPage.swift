import XignWording

/// The page with the effects of the deletion of the account, before a device confirms it.
package enum DeletionPage {
    package static func page(ticket: String, _ frame: AccountLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.account.deletion
        return CheckPage(
            title: words.title, section: .settings,
            explanation: """
                <p class="lead"><bdi>\(frame.account)</bdi></p>
                <h2>\(words.goes)</h2>
                <ul class="plain">
                \(words.goesItems.map { "<li>\($0)</li>\n" as HTML })\
                </ul>
                <h2>\(words.stays)</h2>
                <ul class="plain">
                \(words.staysItems.map { "<li>\($0)</li>\n" as HTML })\
                </ul>
                \(Notice(.warning, "<p>\(words.cannotBeUndone)</p>").html)\
                <p>\(wording.account.devices.confirmedThere)</p>

                """,
            form: Form(
                action: "/account/delete", ticket: ticket, content: Button(.danger, words.proceed).html),
            cancel: AccountSection.settings.address
        ).html(frame, in: wording)
    }
}

extension SurfaceLoginPages {
    /// The page after the deletion of the account.
    package func farewell(account: String) -> HTML {
        let words = wording.account.deletion
        return page(
            words.farewellTitle, address: nil,
            """
            <h1>\(words.farewellTitle)</h1>
            <p>\(words.farewell(account: account), value: HTML.isolated)</p>
            <p>\(words.farewellWebsites)</p>

            """)
    }
}
