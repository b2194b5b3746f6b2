/// A topic by which people filter the history of their account.
public enum HistoryTopic: String, Sendable, CaseIterable {
    /// Logins at websites and at the account pages.
    case logins
    case devices
    /// The account itself, its data and its websites.
    case account
}

extension AuditEvent {
    /// The topic under which a person finds the event.
    ///
    /// It is nil for an event without a meaning to people, and for a step of an event that has an entry of its own: the
    /// codes of a login, its repetitions by a browser that remembers it, and the confirmation of an act.
    public var historyTopic: HistoryTopic? {
        kind == .loginConfirmed && BuiltInParties.contains(serviceID) ? nil : kind.definition.historyTopic
    }
}
