import XignDomain
import XignWording

/// The audit log: events by day, newest first, with their filter.
package enum AuditPage {
    /// The filter, as it was typed.
    package struct Filter: Sendable, Equatable {
        var from: String
        var to: String
        /// Nil for everything but the steps.
        var topic: AuditTopic?
        var whom: String

        package init(from: String, to: String, topic: AuditTopic?, whom: String) {
            self.from = from
            self.to = to
            self.topic = topic
            self.whom = whom
        }

        /// The names and values of the fields.
        package var fields: [(name: String, value: String)] {
            [("from", from), ("to", to), ("what", AuditPage.value(of: topic)), ("whom", whom)]
        }
    }

    /// A field of the filter with the change that it needs.
    package struct Fault: Sendable, Equatable {
        /// The name of the field.
        var field: String
        var flaw: AuditFilterFlaw

        package init(_ field: String, _ flaw: AuditFilterFlaw) {
            self.field = field
            self.flaw = flaw
        }
    }

    package struct Model: Sendable, Equatable {
        var filter: Filter
        /// True for an operator of an organization, who knows people by other ids.
        var isOfOrganization: Bool
        package var faults: [Fault]
        package var events: [AuditEventModel]
        /// The address of the first part; nil where this is it.
        package var newer: String?
        /// The address of the next part; nil where nothing is older.
        package var older: String?
        /// True where the search has stopped before it had a full page.
        package var isCutShort: Bool
        /// The ticket of the export; nil where nothing can be exported.
        package var exportTicket: String?

        package init(
            filter: Filter, isOfOrganization: Bool = false, faults: [Fault] = [], events: [AuditEventModel] = [],
            newer: String? = nil,
            older: String? = nil, isCutShort: Bool = false, exportTicket: String? = nil
        ) {
            self.filter = filter
            self.isOfOrganization = isOfOrganization
            self.faults = faults
            self.events = events
            self.newer = newer
            self.older = older
            self.isCutShort = isCutShort
            self.exportTicket = exportTicket
        }
    }

    package static func page(_ model: Model, _ frame: ConsoleLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.console.audit
        let errors = model.faults.map { ErrorSummary.Item(field: $0.field, text: words.flaw($0.flaw)) }
        return ConsoleLayout(
            frame, in: wording, title: words.title, section: .audit, hasErrors: !errors.isEmpty,
            content: """
                \(ErrorSummary(wording.account.frame.problem, errors).html)\
                <h1>\(words.title)</h1>
                <p>\(model.isOfOrganization ? words.explanationOfOrganization : words.explanation)</p>
                \(filterForm(model, wording))\
                \(errors.isEmpty ? list(model, wording) : "")
                """
        ).html
    }

    // MARK: Filter

    /// The form is sent by GET: a filter is an address, which can be kept and handed on.
    private static func filterForm(_ model: Model, _ wording: any Wording) -> HTML {
        let words = wording.console.audit
        let filter = model.filter
        func error(_ field: String) -> String? {
            model.faults.first { $0.field == field }.map { words.flaw($0.flaw) }
        }
        return """
            <form class="filter" role="search" action="\(ConsoleSection.audit.address)" aria-label="\(words.filter)">
            \(Field("from", label: words.from, value: filter.from, error: error("from"), type: "date").html)\
            \(Field("to", label: words.to, value: filter.to, error: error("to"), type: "date").html)\
            <div class="field">
            <label for="what">\(words.what)</label>
            <select id="what" name="what">
            \(topics.map { option($0, isChosen: $0 == filter.topic, words) })\
            </select>
            </div>
            \(Field(
                "whom", label: words.whom, value: filter.whom,
                hint: model.isOfOrganization ? words.whomHintOfOrganization : words.whomHint, error: error("whom"),
                maximumLength: 256).html)\
            \(Button(.secondary, words.show).html)\
            </form>

            """
    }

    private static let topics: [AuditTopic?] = [nil] + AuditTopic.allCases

    private static func value(of topic: AuditTopic?) -> String { topic?.rawValue ?? "all" }

    private static func option(_ topic: AuditTopic?, isChosen: Bool, _ words: any ConsoleAuditWording) -> HTML {
        """
        <option value="\(value(of: topic))"\(isChosen ? " selected" : "" as HTML)>\(words.topic(topic))</option>

        """
    }

    // MARK: Events

    private static func list(_ model: Model, _ wording: any Wording) -> HTML {
        let words = wording.console.audit
        return """
            \(model.events.isEmpty && !model.isCutShort ? EmptyState(words.empty).html : "")\
            \(model.events.isEmpty ? "" : table(model.events, wording).html)\
            \(model.isCutShort ? further(model, wording) : pager(model, wording).html)\
            \(model.exportTicket.map { export(model.filter, ticket: $0, wording) } ?? "")
            """
    }

    private static func pager(_ model: Model, _ wording: any Wording) -> Pager {
        Pager(newer: model.newer, older: model.older, in: wording)
    }

    private static func further(_ model: Model, _ wording: any Wording) -> HTML {
        let words = wording.console.audit
        return Notice(
            .info,
            """
            <p>\(words.moreToSearch)</p>
            <p>\(model.older.map { Link(.secondary, to: $0, words.searchFurther).html } ?? "")</p>
            """
        ).html
    }

    private static func export(_ filter: Filter, ticket: String, _ wording: any Wording) -> HTML {
        let words = wording.console.audit
        let form = Form(
            action: "\(ConsoleSection.audit.address)/export", ticket: ticket, hidden: filter.fields,
            content: Button(.secondary, words.export).html)
        return """
            <div class="actions">
            \(form.html)\
            <p class="muted">\(words.exportExplanation)</p>
            </div>

            """
    }

    private static func table(_ events: [AuditEventModel], _ wording: any Wording) -> Table {
        let words = wording.console.audit
        return Table(
            .log, label: words.title, columns: [words.timeInUTC, words.whatHappened, words.actor, nil],
            groups: events.days(by: \.at).map { day in
                Table.Group(heading: day.first.date(wording), rows: day.events.map { row($0, wording) })
            })
    }

    private static func row(_ event: AuditEventModel, _ wording: any Wording) -> [HTML?] {
        let words = wording.console.audit
        let sentence = event.sentence(in: wording)
        return [
            event.at.timeOfLog,
            """
            \(sentence, value: HTML.isolated)
            \(event.notes(in: wording) ?? "")
            """,
            """
            \(event.actor(in: wording), value: HTML.isolated)\
            \(event.network.map { "<p class=\"muted\">\(HTML.isolated($0))</p>\n" as HTML } ?? "")
            """,
            Link(
                .quiet, to: event.address, event.hasEvidence ? words.evidence : words.details,
                object: "\(sentence.text), \(event.at.dayAndTimeText(in: wording))"
            ).html,
        ]
    }
}
