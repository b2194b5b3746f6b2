import XignDomain
import XignWebAssets
import XignWording

/// One event of the audit log, with the statements that devices have signed for it.
package enum AuditEventPage {
    /// A signed statement.
    package struct Evidence: Sendable, Equatable {
        /// The statement with the device's signature.
        package enum Statement: Sendable, Equatable {
            /// In JSON.
            case saved([UInt8])
            case erased
            /// Operators of an organization do not get it.
            case ofManager
        }

        /// A device and what it has signed.
        package struct Device: Sendable, Equatable {
            var device: AuditEventModel.Device
            /// The SHA-256 of the statement, in hexadecimal digits.
            var hash: String

            package init(_ device: AuditEventModel.Device, hash: String) {
                self.device = device
                self.hash = hash
            }
        }

        /// The sentence that the device showed, with its language tag; nil for a statement without a text of its own.
        var sentence: Phrase?
        var language: String?
        /// The account whose device has signed; nil where it is gone.
        var account: AuditEventModel.Person?
        /// Nil for operators of an organization.
        var device: Device?
        var at: Moment
        var signature: SignatureVerification
        var statement: Statement

        package init(
            sentence: Phrase?, language: String?, account: AuditEventModel.Person?, device: Device?, at: Moment,
            signature: SignatureVerification, statement: Statement
        ) {
            self.sentence = sentence
            self.language = language
            self.account = account
            self.device = device
            self.at = at
            self.signature = signature
            self.statement = statement
        }
    }

    /// A login that the reader may end, or of which nothing is left.
    package enum Login: Sendable, Equatable { case open, ended }

    package struct Model: Sendable, Equatable {
        var event: AuditEventModel
        /// The process that confirmed the event, base64url.
        var process: String?
        var evidence: Evidence?
        /// The statement of the second person, where the act needed two.
        var second: Evidence?
        /// Nil where the event is no login that the reader may end.
        var login: Login?

        package init(
            event: AuditEventModel, process: String?, evidence: Evidence?, second: Evidence?, login: Login? = nil
        ) {
            self.event = event
            self.process = process
            self.evidence = evidence
            self.second = second
            self.login = login
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
                \(stored(model, wording))\
                \(model.login.map { login($0, model, wording) } ?? "")\
                \(section(words.evidenceTitle, id: "evidence", model.evidence, wording))\
                \(model.second.map { section(words.secondEvidenceTitle, id: "second", $0, wording) } ?? "")
                """
        ).html
    }

    private static func login(_ login: Login, _ model: Model, _ wording: any Wording) -> HTML {
        switch login {
        case .open: ActLinks.html([.endLogin], below: model.event.address, wording)
        case .ended: "<p class=\"muted\">\(wording.console.acts.nothingLeftOfLogin)</p>\n"
        }
    }

    private static func facts(_ model: Model, _ wording: any Wording) -> SummaryList {
        let words = wording.console.audit
        let event = model.event
        var rows: [(term: String, value: HTML)] = [
            (words.time, event.at.dayAndTimeOfLog(in: wording)),
            (words.actor, "\(event.actor(in: wording), value: HTML.isolated)"),
        ]
        if let account = event.account { rows.append(row(of: account, links: true, wording)) }
        if let device = event.device { rows.append((words.device, name(of: device))) }
        if event.service != .named(nil) { rows.append((words.service, HTML.isolated(event.serviceName(in: wording)))) }
        if let organization = event.organization { rows.append((words.organization, name(of: organization, words))) }
        if let network = event.network { rows.append((words.networkTerm, HTML.isolated(network))) }
        if let notes = event.notes(in: wording) { rows.append((words.detail, notes)) }
        return SummaryList(rows)
    }

    /// The name and the detail as exports have them, for those who search by them.
    private static func stored(_ model: Model, _ wording: any Wording) -> HTML {
        let words = wording.console.audit
        var rows: [(term: String, value: HTML)] = [(words.name, "<code>\(model.event.kind.rawValue)</code>")]
        if let detail = model.event.detail {
            rows.append((words.storedDetail, "<code lang=\"en\">\(detail)</code>"))
        }
        if let process = model.process { rows.append((words.process, "<code>\(process)</code>")) }
        return """
            <details><summary>\(words.stored)</summary>
            \(SummaryList(rows).html)\
            </details>

            """
    }

    // MARK: Names, with the ids that tell apart those that look alike

    /// - Parameter links: true for a link to the account of a person.
    private static func row(
        of person: AuditEventModel.Person, links: Bool, _ wording: any Wording
    ) -> (term: String, value: HTML) {
        let words = wording.console.audit
        return switch person {
        case .account(let account) where links: (words.account, link(to: account))
        case .account(let account):
            (words.account, "\(HTML.isolated(account.name)) <code>\(account.shortID)</code>")
        case .administrator(let name): (words.account, HTML.isolated(name))
        case .subject(let id): (words.subject, "<code>\(id)</code>")
        case .member(let id): (words.member, "<code>\(id)</code>")
        case .noMember: (words.account, "\(words.noMember)")
        }
    }

    private static func link(to account: AuditEventModel.KnownAccount) -> HTML {
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
        if let account = evidence.account { rows.append(row(of: account, links: false, wording)) }
        if let device = evidence.device { rows.append((words.signedBy, name(of: device.device))) }
        rows.append((words.signedAt, evidence.at.dayAndTimeOfLog(in: wording)))
        if evidence.statement != .erased { rows.append((words.signature, signature(evidence.signature, words))) }
        if let device = evidence.device { rows.append((words.hash, "<code>\(device.hash)</code>")) }
        return """
            \(evidence.sentence.map { sentence in
                """
                <p>\(words.shown)</p>
                <p class="sentence" lang="\(evidence.language ?? wording.tag)">\(sentence, value: HTML.isolated)</p>

                """ as HTML
            } ?? "")\
            \(SummaryList(rows).html)\
            \(statement(of: evidence, words))
            """
    }

    private static func statement(of evidence: Evidence, _ words: any ConsoleAuditWording) -> HTML {
        switch evidence.statement {
        case .saved(let statement): file(statement, evidence.device?.hash ?? "", words)
        case .erased:
            "<p>\(evidence.device == nil ? words.erasedEvidenceOfOrganization : words.erasedEvidence)</p>\n"
        case .ofManager: "<p class=\"muted\">\(words.evidenceOfManager)</p>\n"
        }
    }

    private static func signature(_ result: SignatureVerification, _ words: any ConsoleAuditWording) -> HTML {
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
