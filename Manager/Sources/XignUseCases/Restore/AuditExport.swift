import XignDomain
import XignProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The events after a backup, as an exported audit log tells them.
///
/// The file comes from elsewhere, and every byte of it may be wrong. It can only take rights away: see `AuditReplay`.
package struct AuditExport: Sendable {
    /// An event that a restored database must learn of.
    struct Event: Sendable {
        /// The `AuditReference`.
        let id: [UInt8]
        let at: Timestamp
        /// The name of the kind; later versions have kinds that this one does not know.
        let name: String
        let user: String?
        let userID: PublicAccountID?
        let device: String?
        let activationID: ActivationID?
        let service: String?
        let organization: String?
        let detail: String?

        var kind: AuditEvent.Kind? { AuditEvent.Kind(rawValue: name) }
    }

    /// The events, oldest first.
    var events: [Event] = []
    /// The first and the last moment of the files; nil for files without events.
    var span: ClosedRange<Timestamp>?
    /// True if an export of everything seems to be the last event, as it is in the file of an export without filters.
    var isWhole = false

    package init() {}

    /// Adds the events of another file, except those that are there. Exports overlap, and an event that was committed
    /// late is in a later one alone, though its time lies within an earlier one.
    package mutating func add(_ other: AuditExport) {
        guard let newer = other.span else { return }
        isWhole = (span.map { $0.upperBound >= newer.upperBound } ?? false) ? isWhole : other.isWhole
        span =
            span.map {
                min($0.lowerBound, newer.lowerBound)...max($0.upperBound, newer.upperBound)
            } ?? newer
        let places = Dictionary(events.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        for event in other.events {
            guard let place = places[event.id] else {
                events.append(event)
                continue
            }
            // An export names users as they are at its time. Later ones do not know who was removed.
            if events[place].userID == nil { events[place] = event }
        }
        // Stable: the events of one second stay in the order of their file.
        events = events.enumerated()
            .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    }
}

/// Reads an export, as `audit export` writes it, part by part.
///
/// Refused are lines that are no strict JSON or longer than `maximumLine`, files without their last line, with another
/// number of events than it says, of an export that is not complete, and of another manager.
package struct AuditExportReader {
    /// The length of a line in bytes.
    package static let maximumLine = 64 << 10
    /// The number of events that are kept: those about devices, accounts and grants, and one login of each device.
    package static let maximumKept = 1_000_000

    private struct Line: Decodable {
        let id: String?
        let time: String?
        let event: String?
        let user: String?
        let userId: String?
        let device: String?
        let activationId: String?
        let service: String?
        let organization: String?
        let detail: String?
        let events: Int?
        let isComplete: Bool?
        let issuer: String?
    }

    private let issuer: String
    private var export = AuditExport()
    private var rest: [UInt8] = []
    private var lines = 0
    private var count = 0
    private var isEnded = false
    private var last: Timestamp?
    /// The devices of which a login with the PIN was read.
    private var confirmed: Set<ActivationID> = []

    /// - Parameter issuer: of the manager whose log it must be.
    package init(issuer: ManagerOrigin) { self.issuer = issuer.description }

    /// - Throws: `ManagerError` with the code `auditExport`.
    package mutating func read(_ bytes: some Collection<UInt8>) throws(ManagerError) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                try readLine(rest)
                rest.removeAll(keepingCapacity: true)
            } else {
                guard rest.count < Self.maximumLine else { throw refusal("is longer than \(Self.maximumLine) bytes") }
                rest.append(byte)
            }
        }
    }

    /// - Returns: the events, after the whole file was read.
    /// - Throws: `ManagerError` with the code `auditExport`.
    package consuming func finish() throws(ManagerError) -> AuditExport {
        guard isEnded, rest.isEmpty else {
            throw ManagerError(.auditExport, "The audit log has no last line: it was cut off. Export it again.")
        }
        export.events.reverse()
        return export
    }

    private mutating func readLine(_ bytes: [UInt8]) throws(ManagerError) {
        lines += 1
        guard !isEnded else { throw refusal("comes after the end of the export") }
        let limits = StrictJSON.Limits(size: Self.maximumLine, depth: 4)
        guard let line = try? MessageCoding.decode(Line.self, from: bytes, limits: limits) else {
            throw refusal("is no line of an export")
        }
        if let events = line.events { return try end(line, events) }
        guard let name = line.event, let at = line.time.flatMap(Timestamp.init(iso8601:)),
            let id = line.id.flatMap({ Base64URL.decode($0) }), id.count == AuditReference.length
        else { throw refusal("has no event, no time or no id") }
        // Newest first. An event can be recorded a moment after a later one.
        if let last, at > last + Timestamp.clockTolerance { throw refusal("is newer than the line before") }
        count += 1
        last = at
        let former = export.span
        export.span = min(former?.lowerBound ?? at, at)...max(former?.upperBound ?? at, at)
        if count == 1 { export.isWhole = name == AuditEvent.Kind.auditExported.rawValue }
        guard AuditReplay.isNeeded(name, detail: line.detail) else { return }
        let event = try event(line, id, name, at)
        // The newest login of a device with its PIN says that its PIN is known; there may be a million others.
        if event.kind == .loginConfirmed {
            guard let device = event.activationID, confirmed.insert(device).inserted else { return }
        }
        guard export.events.count < Self.maximumKept else { throw refusal("is one too many: restore an older backup") }
        export.events.append(event)
    }

    private func event(
        _ line: Line, _ id: [UInt8], _ name: String, _ at: Timestamp
    ) throws(ManagerError) -> AuditExport.Event {
        let userID = line.userId.map { PublicAccountID(text: $0) }
        let activationID = line.activationId.map { ActivationID(text: $0) }
        guard userID != .some(nil), activationID != .some(nil) else { throw refusal("has an id of another form") }
        // No database can hold it.
        let texts = [line.user, line.device, line.service, line.organization, line.detail]
        guard !texts.contains(where: { $0?.utf8.contains(0) ?? false }) else { throw refusal("has a NUL") }
        return AuditExport.Event(
            id: id, at: at, name: name, user: line.user, userID: userID ?? nil, device: line.device,
            activationID: activationID ?? nil, service: line.service, organization: line.organization,
            detail: line.detail)
    }

    private mutating func end(_ line: Line, _ events: Int) throws(ManagerError) {
        guard line.issuer == issuer else {
            throw ManagerError(
                .auditExport, "The audit log is not of \(issuer): name the export of this manager.")
        }
        guard events == count, line.isComplete == true else {
            throw ManagerError(.auditExport, "The audit log is not complete", .exportAudit)
        }
        isEnded = true
    }

    private func refusal(_ reason: String) -> ManagerError {
        ManagerError(.auditExport, "Line \(lines) of the audit log \(reason): name a file of `audit export`.")
    }
}

extension Timestamp {
    /// Reads what `iso8601` writes, and nothing else.
    init?(iso8601 text: String) {
        guard text.utf8.count == 20, let date = try? Date(text, strategy: .iso8601) else { return nil }
        self.init(seconds: Int64(date.timeIntervalSince1970))
        guard rawValue >= 0, iso8601 == text else { return nil }
    }
}
