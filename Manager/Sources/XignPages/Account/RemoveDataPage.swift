import XignProtocol
import XignWording

/// The page that asks once more before a value is removed.
package enum RemoveDataPage {
    /// - Parameter isOnly: true for the only value of its kind, which the title names.
    package static func page(
        _ value: DataModel, isOnly: Bool, ticket: String, _ frame: AccountLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.account.data
        let addresses = wording.account.addresses
        let verified: HTML = """
            <p class="lead">\(addresses.removeExplanation(value.lines.joined()), value: HTML.isolated)</p>
            <p>\(addresses.removeEffect)</p>

            """
        let name: HTML = "<p class=\"lead\">\(words.removeExplanation(value.alias), value: HTML.isolated)</p>\n"
        return CheckPage(
            title: words.removeTitle(value.name), section: .data,
            explanation: """
                \(value.isRemovedByDevice ? verified : isOnly ? "" : name)\
                <p>\(words.removeLimit)</p>

                """,
            form: Form(
                action: "\(value.address)/remove", ticket: ticket, content: Button(.danger, words.remove).html),
            cancel: AccountSection.data.address
        ).html(frame, in: wording)
    }
}
