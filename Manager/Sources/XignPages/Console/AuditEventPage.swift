import XignWebAssets
import XignWording

/// One event of the audit log, with the statements that devices have signed for it.
package enum AuditEventPage {
    /// A signed statement.
    package struct Evidence: Sendable, Equatable {
        /// The sentence that the device showed, with its language tag; nil for a statement without a text of its own.
        var sentence: Phrase?
        var language: String?
        /// The account whose device has signed; nil where it is gone.
        var account: AuditEventModel.Account?
        var device: AuditEventModel.Device
        var at: Moment
        /// The SHA-256 of the statement, in hexadecimal digits.
        var hash: String
        var signature: SignatureResult
        /// The statement with the device's signature, in JSON; nil where it was erased with its account.
        var statement: [UInt8]?

        package init(
            sentence: Phrase?, language: String?, account: AuditEventModel.Account?, device: AuditEventModel.Device,
            at: Moment, hash: String, signature: SignatureResult, statement: [UInt8]?
        ) {
            self.sentence = sentence
            self.language = language
            self.account = account
            self.device = device
            self.at = at
            self.hash = hash
            self.signature = signature
            self.statement = statement
        }
    }

    package struct Model: Sendable, Equatable {
        var event: AuditEventModel
        /// The process that confirmed the event, base64url.
        var process: String?
        var evidence: Evidence?
        /// The statement of the second person, where the act needed two.
        var second: Evidence?

        package init(event: AuditEventModel, process: String?, evidence: Evidence?, second: Evidence?) {
            self.event = event
            self.process = process
            self.evidence = evidence
            self.second = second
        }
    }

    package static func page(_ model: Model, _ frame: ConsoleLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.console.audit
        return ConsoleLayout(
            frame, in: wording, title: words.eventTitle, section: .audit, isBelowSection: true,
            content: """
                <h1>\(words.eventTitle)</h1>
                <p class="lead">\(model.event.sentence(in: wording), value: HTML.isolated)</p>
                \(facts(model, wording).html)\
                \(section(words.evidenceTitle, id: "evidence", model.evidence, wording))\
                \(model.second.map { section(words.secondEvidenceTitle, id: "second", $0, wording) } ?? "")
                """
        ).html
    }

    private static func facts(_ model: Model, _ wording: any Wording) -> SummaryList {
        let words = wording.console.audit
        let event = model.event
        var rows: [(term: String, value: HTML)] = [
            (words.time, event.at.dayAndTime(in: wording)),
            (words.actor, "\(event.actor(in: wording), value: HTML.isolated)"),
        ]
        if let account = event.account { rows.append((words.account, link(to: account))) }
        if let device = event.device { rows.append((words.device, name(of: device))) }
        if event.service != .named(nil) { rows.append((words.service, HTML.isolated(event.serviceName(in: wording)))) }
        if let organization = event.organization { rows.append((words.organization, name(of: organization, words))) }
        if let network = event.network { rows.append((words.networkTerm, HTML.isolated(network))) }
        if let detail = event.detail(in: wording) { rows.append((words.detail, detail)) }
        rows.append((words.name, "<code>\(event.kind.rawValue)</code>"))
        if let process = model.process { rows.append((words.process, "<code>\(process)</code>")) }
        return SummaryList(rows)
    }

    // MARK: Names, with the ids that tell apart those that look alike

    private static func link(to account: AuditEventModel.Account) -> HTML {
        """
        <a href="\(ConsoleSection.accounts.address)/\(account.id)"><bdi>\(account.name)</bdi></a> \
        <code>\(account.shortID)</code>
        """
    }

    private static func name(of device: AuditEventModel.Device) -> HTML {
        let id: HTML = "<code>\(device.id)</code>"
        return device.name == device.id ? id : "\(HTML.isolated(device.name)) \(id)"
    }

    private static func name(
        of organization: AuditEventModel.Organization, _ words: any ConsoleAuditWording
    ) -> HTML {
        let id: HTML = organization.id.map { " <code>\($0)</code>" } ?? ""
        return "\(HTML.isolated(organization.name ?? words.removed))\(id)"
    }

    // MARK: Evidence

    private static func section(
        _ title: String, id: String, _ evidence: Evidence?, _ wording: any Wording
    ) -> HTML {
        """
        <section class="panel" aria-labelledby="\(id)"><h2 id="\(id)">\(title)</h2>
        \(evidence.map { statement($0, wording) } ?? "<p>\(wording.console.audit.noEvidence)</p>\n")\
        </section>

        """
    }

    private static func statement(_ evidence: Evidence, _ wording: any Wording) -> HTML {
        let words = wording.console.audit
        var rows: [(term: String, value: HTML)] = []
        if let account = evidence.account {
            rows.append((words.account, "\(HTML.isolated(account.name)) <code>\(account.shortID)</code>"))
        }
        rows.append((words.signedBy, name(of: evidence.device)))
        rows.append((words.signedAt, evidence.at.dayAndTime(in: wording)))
        if evidence.statement != nil { rows.append((words.signature, signature(evidence.signature, words))) }
        rows.append((words.hash, "<code>\(evidence.hash)</code>"))
        return """
            \(evidence.sentence.map { sentence in
                """
                <p>\(words.shown)</p>
                <p class="sentence" lang="\(evidence.language ?? wording.tag)">\(sentence, value: HTML.isolated)</p>

                """ as HTML
            } ?? "")\
            \(SummaryList(rows).html)\
            \(evidence.statement.map { file($0, evidence.hash, words) } ?? "<p>\(words.erasedEvidence)</p>\n")
            """
    }

    private static func signature(_ result: SignatureResult, _ words: any ConsoleAuditWording) -> HTML {
        let kind: Tag.Kind =
            switch result {
            case .valid: .good
            case .invalid: .bad
            case .keyUnknown: .plain
            }
        return Tag(kind, "\(words.signature(result))").html
    }

    private static func file(
        _ statement: [UInt8], _ hash: String, _ words: any ConsoleAuditWording
    ) -> HTML {
        """
        <p class="muted">\(words.evidenceExplanation)</p>
        <p><a download="statement-\(String(hash.prefix(16))).json" href="\(WebAddress(jsonFile: statement))">\
        \(words.saveStatement)</a></p>

        """
    }
}
