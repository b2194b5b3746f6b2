import XignDomain

/// A subject by which events of the audit log are found.
package enum AuditSubject: Hashable, Sendable {
    /// The account that an event concerns.
    case account(AccountID)
    /// The administrator who acted.
    case administrator(AccountID)
    /// The operator who acted with the commands.
    case machine(String)
    /// A declared service.
    case service(ServiceID)
    /// The organization whose administrators an event concerns.
    case organization(OrganizationID)
    /// Any topic but `logins` and `steps`, which are most of the log: they are found by their time.
    case topic(AuditTopic)
}

/// A range of places in the audit log. The place of an event is its id.
package struct AuditRange: Sendable, Equatable {
    /// The first place of the range.
    package var begin: [UInt8]
    /// The place before which the range ends.
    package var end: [UInt8]

    package init(begin: [UInt8], end: [UInt8]) {
        self.begin = begin
        self.end = end
    }

    package init(_ days: AuditDays) {
        self.init(begin: TimeOrderedID.place(at: days.start), end: TimeOrderedID.place(at: days.end))
    }

    package var isEmpty: Bool { !begin.lexicographicallyPrecedes(end) }

    /// Returns the place that comes first after an event.
    package static func after(_ event: [UInt8]) -> [UInt8] { event + [0] }
}

/// The events of the audit log by subject.
///
/// Housekeeping fills it together with `AccountHistory`, up to the same place. The two share the work: an account's
/// events that its person can see are in `account_history` alone. A login gets one row in each of the two.
package struct AuditIndex {
    let transaction: any Transaction

    // MARK: Reading

    /// Returns the newest indexed events of any of some subjects, newest first.
    package func newest(_ limit: Int, of subjects: [AuditSubject], in range: AuditRange) throws -> [[UInt8]] {
        var ids: Set<[UInt8]> = []
        for subject in subjects {
            ids.formUnion(try newest(limit, of: subject, in: range))
            if case .account(let account) = subject {
                ids.formUnion(try transaction.history.newest(limit, of: account, in: range))
            }
        }
        return Array(ids.sorted { $1.lexicographicallyPrecedes($0) }.prefix(limit))
    }

    private func newest(_ limit: Int, of subject: AuditSubject, in range: AuditRange) throws -> [[UInt8]] {
        try transaction.values(
            """
            SELECT audit_id FROM audit_subject
            WHERE subject = \(subject.text) AND audit_id >= \(range.begin) AND audit_id < \(range.end)
            ORDER BY audit_id DESC LIMIT \(limit)
            """
        )
    }

    // MARK: Indexing

    /// Adds events. Adding one again has no effect.
    func add(_ entries: [AccountHistory.Entry]) throws {
        let rows = entries.flatMap { entry in entry.event.subjects.map { ($0.text, entry.id) } }
        // In the order of keys, so that neighbouring rows share a page.
        for (subject, id) in rows.sorted(by: { $0.0 < $1.0 }) {
            try transaction.execute(
                """
                INSERT INTO audit_subject (subject, audit_id) VALUES (\(subject), \(id))
                ON CONFLICT (subject, audit_id) DO NOTHING
                """)
        }
    }

    /// Removes events that leave the audit log.
    func remove(_ entries: [AccountHistory.Entry]) throws {
        for entry in entries {
            for subject in entry.event.subjects {
                try transaction.execute(
                    "DELETE FROM audit_subject WHERE subject = \(subject.text) AND audit_id = \(entry.id)")
            }
        }
    }
}

extension AuditSubject {
    /// The form in the database.
    fileprivate var text: String {
        switch self {
        case .account(let id): "account:\(id)"
        case .administrator(let id): "administrator:\(id)"
        case .machine(let name): "machine:\(name)"
        case .service(let id): "service:\(id)"
        case .organization(let id): "organization:\(id)"
        case .topic(let topic): "topic:\(topic.rawValue)"
        }
    }
}

extension AuditTopic {
    /// True for a topic that the index has.
    package var isIndexed: Bool { self != .logins && self != .steps }
}

extension AuditEvent {
    /// The subjects under which the index has the event. Steps have none: the event that they belong to has.
    fileprivate var subjects: [AuditSubject] {
        guard topic != .steps else { return [] }
        var subjects: [AuditSubject] = topic.isIndexed ? [.topic(topic)] : []
        if let accountID, historyTopic == nil { subjects.append(.account(accountID)) }
        if let serviceID, !BuiltInParties.contains(serviceID) { subjects.append(.service(serviceID)) }
        if let organizationID { subjects.append(.organization(organizationID)) }
        switch actor {
        case .administrator(let account, _): subjects.append(.administrator(account))
        case .machine(let name): subjects.append(.machine(name))
        case .person, .device, .client, .website, .manager: break
        }
        return subjects
    }
}
