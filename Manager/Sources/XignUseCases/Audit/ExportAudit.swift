import XignDomain
import XignProtocol
import XignStorage

/// Exports the events of a filter as lines of JSON (NDJSON), the newest first. The export is an event of its own.
///
/// The last line tells the number of events, and whether all were written.
package struct ExportAudit: Sendable {
    /// The number of events at most in an export at the console, which is one answer.
    package static let pageMaximum = 20_000
    /// The number of events at most that an export at the console looks at: a filter without an index must not keep a
    /// worker busy with the whole log.
    package static let maximumLooked = 200_000
    /// Events that are written from one transaction.
    private static let batch = 500
    /// Events that one transaction looks at: a long one keeps the database from clearing up.
    private static let lookedAtOnce = 2_000

    private let context: Context
    private let maximumLooked: Int

    /// - Parameter maximumLooked: the number of events at most that an export at the console looks at.
    package init(_ context: Context, maximumLooked: Int = Self.maximumLooked) {
        self.context = context
        self.maximumLooked = maximumLooked
    }

    /// Returns an export at the console, of at most `pageMaximum` events.
    /// - Returns: nil where the operator may not export, and where the filter names something unknown.
    package func callAsFunction(_ filter: AuditFilter, for party: Actor) async throws -> [UInt8]? {
        let now = context.clock.now()
        let begun = try await context.database.write { try $0.beginExport(filter, for: party, at: now) }
        guard let query = begun else { return nil }
        var bytes: [UInt8] = []
        try write(query, maximum: Self.pageMaximum, lookingAtMost: maximumLooked) { bytes += $0 }
        return bytes
    }

    /// Writes an export of all events in parts, of whole lines each.
    /// - Returns: false where the filter names something unknown.
    package func whole(
        _ filter: AuditFilter, by party: Actor, to output: ([UInt8]) throws -> Void
    ) throws -> Bool {
        let now = context.clock.now()
        let begun = try context.database.write { try $0.beginExport(filter, for: party, at: now) }
        guard let query = begun else { return false }
        try write(query, maximum: .max, lookingAtMost: .max, to: output)
        return true
    }

    private func write(
        _ query: AuditQuery, maximum: Int, lookingAtMost maximumLooked: Int, to output: ([UInt8]) throws -> Void
    ) throws {
        var (count, looked, next): (Int, Int, [UInt8]?) = (0, 0, nil)
        repeat {
            let (limit, place) = (min(Self.batch, maximum - count), next)
            let looking = min(Self.lookedAtOnce, maximumLooked - looked)
            let (lines, part) = try context.database.read { transaction in
                let part = try AuditReading(query: query, transaction: transaction)(
                    limit, before: place, lookingAtMost: looking)
                var names = AuditNames(transaction, query.scope)
                return (try names.described(part.entries).map(AuditLine.init), part)
            }
            try output(try lines.flatMap { try MessageCoding.encode($0) + Self.newline })
            (count, looked, next) = (count + lines.count, looked + part.looked, part.next)
        } while next != nil && count < maximum && looked < maximumLooked
        let end = AuditLine.End(events: count, isComplete: next == nil, issuer: context.issuer.description)
        try output(try MessageCoding.encode(end) + Self.newline)
    }

    private static let newline = [UInt8(ascii: "\n")]
}

extension Transaction {
    /// Judges the operator's right, and records the export before anything of it is read.
    fileprivate func beginExport(
        _ filter: AuditFilter, for party: Actor, at now: Timestamp
    ) throws -> AuditQuery? {
        guard let authority = try Authority(party, for: .exportAudit, at: now, self) else { return nil }
        let query = try AuditQuery(filter, authority, self)
        guard query.unknown.isEmpty else { return nil }
        try audit.append(
            AuditEvent(
                .auditExported, at: now, accountID: query.whom?.account ?? query.party?.account,
                organizationID: query.scope.organization, actor: party, network: party.network,
                detail: "\(filter.days.first) to \(filter.days.last)"))
        return query
    }
}

/// An event as a line of an export, and in the output of commands.
///
/// An operator of an organization gets other members for people: `sub` or `memberId`, and `user` for its own
/// administrators alone. Devices, networks and operators of the manager are not among it (docs/console.md).
package struct AuditLine: Encodable, Sendable {
    /// The last line of an export.
    struct End: Encodable {
        let events: Int
        /// False if the export has more events than one can have.
        let isComplete: Bool
        /// The manager whose log it is.
        let issuer: String
    }

    /// 16 bytes as base64url, the same in each export.
    package let id: String
    /// UTC, by ISO 8601, in whole seconds.
    package let time: String
    package let event: String
    package let topic: String
    /// `person`, `website`, `manager`, `administrator` or `machine`.
    package let actor: String
    /// The name of an administrator's account, or of the operator at the machine.
    package let `operator`: String?
    package let operatorId: String?
    /// In the export of an operator of an organization: the id of an administrator's membership, or true for none.
    package let operatorMemberId: String?
    package let operatorNoMember: Bool?
    /// Nil for an event of no user, and of one who was removed.
    package let user: String?
    package let userId: String?
    /// In the export of an operator of an organization: the subject at the service, else the id of the membership, else
    /// true for `noMember`.
    package let sub: String?
    package let memberId: String?
    package let noMember: Bool?
    package let device: String?
    package let activationId: String?
    package let service: String?
    package let organization: String?
    package let network: String?
    /// The process whose statement confirmed the act, and that of a second administrator.
    package let sessionId: String?
    package let approvalId: String?
    package let detail: String?

    package init(_ entry: AuditEntry) {
        id = Base64URL.encode(entry.reference)
        time = entry.at.iso8601
        event = entry.kind.rawValue
        topic = entry.topic.rawValue
        let (actor, machine, administrator): (String, String?, AuditPerson?) =
            switch entry.actor {
            case .person: ("person", nil, nil)
            case .website: ("website", nil, nil)
            case .manager: ("manager", nil, nil)
            case .administrator(let person): ("administrator", nil, person)
            case .machine(let name): ("machine", name, nil)
            }
        self.actor = actor
        let (acting, concerned) = (Members(administrator), Members(entry.account))
        (`operator`, operatorId) = (machine ?? acting.name, acting.publicID)
        (operatorMemberId, operatorNoMember) = (acting.memberID, acting.isNoMember)
        (user, userId, sub) = (concerned.name, concerned.publicID, concerned.subject)
        (memberId, noMember) = (concerned.memberID, concerned.isNoMember)
        (device, activationId) = (entry.device, entry.deviceID?.description)
        (service, organization) = (entry.service?.name, entry.organization)
        network = entry.network
        (sessionId, approvalId) = (entry.confirmedIn?.description, entry.approvedIn?.description)
        detail = entry.detail
    }

    /// The members about a person, each of which is nil but for some.
    private struct Members {
        var (name, publicID, subject, memberID): (String?, String?, String?, String?)
        var isNoMember: Bool?

        init(_ person: AuditPerson?) {
            switch person {
            case nil: break
            case .account(let party): (name, publicID) = (party.name, party.id.description)
            case .administrator(let name): self.name = name
            case .subject(let subject): self.subject = subject.text
            case .member(let id): memberID = id.description
            case .noMember: isNoMember = true
            }
        }
    }
}
