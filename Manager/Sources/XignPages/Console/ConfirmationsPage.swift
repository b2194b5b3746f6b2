import XignDomain
import XignWording

/// An act that waits for a second administrator, as the console shows it.
package struct PendingActModel: Sendable, Equatable {
    /// The act's id, base64url.
    var id: String
    /// The sentence that the first person has signed, in its language.
    var sentence: Phrase
    var language: String
    var reason: String
    var identityCheck: Reason.IdentityCheck?
    /// The user name of the first person.
    var askedBy: String
    var askedAt: Moment
    var until: Moment
    /// The reason why the reader cannot confirm it; nil where they can.
    var obstacle: PendingActObstacle?

    package init(
        id: String, sentence: Phrase, language: String, reason: String, identityCheck: Reason.IdentityCheck?,
        askedBy: String, askedAt: Moment, until: Moment, obstacle: PendingActObstacle?
    ) {
        self.id = id
        self.sentence = sentence
        self.language = language
        self.reason = reason
        self.identityCheck = identityCheck
        self.askedBy = askedBy
        self.askedAt = askedAt
        self.until = until
        self.obstacle = obstacle
    }

    var address: String { "\(ConsoleSection.confirmations.address)/\(id)" }

    /// The sentence with each name on a line of its own, as the device shows it.
    var sentenceHTML: HTML {
        "<p class=\"sentence\" lang=\"\(language)\">\(sentence, value: HTML.isolated)</p>\n"
    }
}

/// The acts that wait for a second administrator.
package enum ConfirmationsPage {
    package static func page(
        _ acts: [PendingActModel], _ frame: ConsoleLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.console.confirmations
        return ConsoleLayout(
            frame, in: wording, title: words.title, section: .confirmations,
            content: """
                <h1>\(words.title)</h1>
                <p>\(words.explanation)</p>
                \(acts.isEmpty ? EmptyState(words.empty).html : list(acts, wording))
                """
        ).html
    }

    private static func list(_ acts: [PendingActModel], _ wording: any Wording) -> HTML {
        let words = wording.console.confirmations
        return Table(
            label: words.title, columns: [words.act, words.askedBy, words.ends, nil],
            rows: acts.map { row($0, wording) }
        ).html
    }

    private static func row(_ act: PendingActModel, _ wording: any Wording) -> [HTML?] {
        let words = wording.console.confirmations
        return [
            act.sentenceHTML, HTML.isolated(act.askedBy), act.until.fromNow(in: wording),
            """
            \(act.obstacle == nil ? Tag(.warning, "\(words.waitsForYou)").html : "")\
            \(Link(.secondary, to: act.address, words.look, object: act.sentence.text).html)
            """,
        ]
    }
}

/// One act that waits: its sentence, its reason, and the ways to confirm or to withdraw it.
package enum PendingActPage {
    package struct Tickets: Sendable, Equatable {
        /// Nil where the reader cannot confirm the act.
        var confirm: String?
        /// Nil where the reader may not withdraw it.
        var withdraw: String?

        package init(confirm: String?, withdraw: String?) {
            self.confirm = confirm
            self.withdraw = withdraw
        }
    }

    /// - Parameter hasBegun: true where the first effect of the act has taken place, which a withdrawal leaves.
    package static func page(
        _ act: PendingActModel, hasBegun: Bool = false, showsRecovery: Bool, tickets: Tickets,
        _ frame: ConsoleLayout.Frame,
        in wording: any Wording
    ) -> HTML {
        let words = wording.console.confirmations
        return ConsoleLayout(
            frame, in: wording, title: words.oneTitle, section: .confirmations, isBelowSection: true,
            content: """
                <h1>\(words.oneTitle)</h1>
                \(act.sentenceHTML)\
                <p>\(words.sameSentence)</p>
                \(facts(act, wording).html)\
                \(act.obstacle.map { Notice(.info, "<p>\(words.obstacle($0))</p>").html } ?? "")\
                \(tickets.confirm.map { confirmation(act, ticket: $0, showsRecovery: showsRecovery, wording) } ?? "")\
                \(tickets.withdraw.map { withdrawal(act, hasBegun: hasBegun, ticket: $0, wording) } ?? "")
                """
        ).html
    }

    private static func facts(_ act: PendingActModel, _ wording: any Wording) -> SummaryList {
        let words = wording.console.confirmations
        var rows: [(term: String, value: HTML)] = [(words.reason, HTML.isolated(act.reason))]
        if let check = act.identityCheck { rows.append((words.identity, "\(words.identityCheck(check))")) }
        rows.append((words.askedBy, HTML.isolated(act.askedBy)))
        rows.append((words.askedAt, act.askedAt.dayAndTime(in: wording)))
        rows.append((words.until, act.until.dayAndTime(in: wording)))
        return SummaryList(rows)
    }

    private static func confirmation(
        _ act: PendingActModel, ticket: String, showsRecovery: Bool, _ wording: any Wording
    ) -> HTML {
        let words = wording.console.confirmations
        let form = Form(action: act.address, ticket: ticket, content: Button(.primary, words.confirm).html)
        return """
            <p>\(words.check)</p>
            \(showsRecovery ? Notice(.info, "<p>\(words.recoveryIsShown)</p>").html : "")\
            \(form.html)
            """
    }

    private static func withdrawal(
        _ act: PendingActModel, hasBegun: Bool, ticket: String, _ wording: any Wording
    ) -> HTML {
        let words = wording.console.confirmations
        let form = Form(
            action: "\(act.address)/withdraw", ticket: ticket, content: Button(.quiet, words.withdraw).html)
        return """
            <div class="actions">
            \(form.html)\
            <p class="muted">\(hasBegun ? words.withdrawRest : words.withdrawExplanation)</p>
            </div>

            """
    }
}
