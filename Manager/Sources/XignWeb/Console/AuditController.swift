import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The audit log: its list, its events with their evidence, and its export.
struct AuditController: Sendable {
    let routes: ConsoleRoutes

    func register(in router: inout Router) {
        router.on(.get, "/console/audit", routes.page(.searchAudit) { try list($0) })
        router.on(.post, "/console/audit/export", routes.form(.exportAudit, back: .audit) { try await export($0, $1) })
        router.on(.get, "/console/audit/events/{event}", routes.page(.readEvidence) { try show($0) })
    }

    // MARK: List

    private func list(_ visit: ConsoleVisit) throws -> Response {
        let typed = try TypedAuditFilter(visit.request.query, at: routes.context.clock.now())
        var model = AuditPage.Model(filter: typed.shown, isOfOrganization: visit.isOfOrganization)
        guard let filter = typed.filter else {
            model.faults = typed.faults
            return visit.page(AuditPage.page(model, visit.frame, in: visit.wording), status: .unprocessableContent)
        }
        try routes.admission.admitSearch(by: visit.account.id, from: visit.request.remoteAddress)
        let place = try visit.request.query.single("place")
        guard let page = try SearchAudit(routes.context)(filter, from: place, for: visit.party) else {
            throw HTTPError.notFound
        }
        guard page.unknown.isEmpty else {
            model.faults = [AuditPage.Fault("whom", visit.isOfOrganization ? .unknownInOrganization : .unknown)]
            return visit.page(AuditPage.page(model, visit.frame, in: visit.wording), status: .unprocessableContent)
        }
        model.events = page.entries.map(AuditEventModel.init)
        model.newer = place.map { _ in typed.address(from: nil) }
        model.older = page.older.map { typed.address(from: $0) }
        model.isCutShort = page.isCutShort
        if visit.may(.exportAudit) { model.exportTicket = visit.ticket(for: "/console/audit/export") }
        return visit.page(AuditPage.page(model, visit.frame, in: visit.wording))
    }

    // MARK: One event

    private func show(_ visit: ConsoleVisit) throws -> Response {
        let id = try visit.request.parameter("event")
        guard let found = try ReadEvidence(routes.context)(id, for: visit.party) else { throw HTTPError.notFound }
        let statements = try found.statements.map { try AuditEventPage.Evidence($0) }
        let model = AuditEventPage.Model(
            event: AuditEventModel(found.entry), process: found.entry.confirmedIn?.description,
            evidence: statements.first, second: statements.dropFirst().first, login: try login(of: found.entry, visit))
        return visit.page(AuditEventPage.page(model, visit.frame, in: visit.wording))
    }

    /// The login of an event, as far as the operator may end it.
    private func login(of entry: AuditEntry, _ visit: ConsoleVisit) throws -> AuditEventPage.Login? {
        guard let process = entry.confirmedLogin, visit.may(.act(.endLogin)),
            let act = try DescribeAct(routes.context)(.endLogin(process), for: visit.party)
        else { return nil }
        return switch act.refusal {
        case nil: .open
        case .alreadyDone: .ended
        default: nil
        }
    }

    // MARK: Export

    /// Answers the file. The export is recorded, so it is a form, and not a link.
    private func export(_ visit: ConsoleVisit, _ sent: SentForm) async throws -> Response {
        let typed = try TypedAuditFilter(sent.fields, at: routes.context.clock.now())
        guard let filter = typed.filter else { return visit.problem(.malformed, back: .audit) }
        let file = try await routes.admission.exports.run(for: visit.account.id, from: visit.request.remoteAddress) {
            try await ExportAudit(routes.context)(filter, for: visit.party)
        }
        guard let file else {
            return visit.problem(.notFound, back: .audit)
        }
        var response = Response.bytes(file, contentType: "application/x-ndjson")
        response.setHeader(
            "Content-Disposition", "attachment; filename=\"audit-\(filter.days.first)-\(filter.days.last).ndjson\"")
        response.setHeader("Cache-Control", "no-store")
        response.setHeader("Cross-Origin-Resource-Policy", "same-origin")
        return response
    }
}

/// The filter of the audit log as somebody has typed it.
private struct TypedAuditFilter {
    let shown: AuditPage.Filter
    /// Nil where a field has a fault.
    let filter: AuditFilter?
    let faults: [AuditPage.Fault]

    /// - Throws: 400 for a field that is repeated.
    init(_ fields: Parameters, at now: Timestamp) throws(HTTPError) {
        let (from, to) = (try Day(fields.single("from")), try Day(fields.single("to")))
        let topic = try fields.single("what").flatMap { AuditTopic(rawValue: $0) }
        let whom = Self.trimmed(try fields.single("whom") ?? "")
        var faults: [AuditPage.Fault] = []
        if from.day == nil, !from.text.isEmpty { faults.append(.init("from", .day)) }
        if to.day == nil, !to.text.isEmpty { faults.append(.init("to", .day)) }
        let days = AuditDays(from: from.day, to: to.day, at: now)
        if faults.isEmpty, days == nil { faults.append(.init("from", .period)) }
        self.faults = faults
        if faults.isEmpty, let days {
            var filter = AuditFilter(days: days, topics: topic.map { [$0] } ?? .shown)
            if !whom.isEmpty { filter.party = whom }
            self.filter = filter
            shown = AuditPage.Filter(
                from: "\(days.first)", to: "\(days.last)", topic: topic, whom: whom)
        } else {
            filter = nil
            shown = AuditPage.Filter(from: from.text, to: to.text, topic: topic, whom: whom)
        }
    }

    /// The address of the part of the list that begins at a place.
    func address(from place: String?) -> String {
        let fields = shown.fields.filter { !$0.value.isEmpty } + (place.map { [("place", $0)] } ?? [])
        return RedirectURI.appending(fields.map { ($0.name, $0.value) }, to: ConsoleSection.audit.address)
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// A text in the place of a day.
    private struct Day {
        let text: String
        let day: CalendarDay?

        init(_ text: String?) {
            self.text = TypedAuditFilter.trimmed(text ?? "")
            day = CalendarDay(self.text)
        }
    }
}
