/// A topic by which operators filter the audit log. Each event has exactly one.
public enum AuditTopic: String, Sendable, CaseIterable, Codable {
    /// Logins at websites, and visits of the manager's own pages.
    case logins
    case devices
    /// Accounts, their data and their websites.
    case accounts
    /// Grants, acts that two administrators confirm, exports of the log, and the ends of its chain.
    case administration
    case configuration
    /// Refusals, and signs of an attack.
    case security
    /// Steps of an event that has an entry of its own: the codes of a login, and the confirmation of an act.
    case steps
}

extension AuditEvent {
    /// The topic under which operators find the event.
    public var topic: AuditTopic {
        // A confirmation at the manager's own services is followed by the act, or by the beginning of the session.
        kind == .loginConfirmed && BuiltInParties.contains(serviceID) ? .steps : kind.definition.topic
    }
}
