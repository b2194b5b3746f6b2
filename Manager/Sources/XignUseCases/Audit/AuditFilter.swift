import XignDomain
import XignProtocol
import XignStorage

/// A filter of the audit log, in the words of an operator.
///
/// For an operator of an organization, the texts that name people are the ones that they read in the log
/// (`AuditPerson`). Such a text finds the events that show it. Any other one is unknown.
package struct AuditFilter: Sendable, Equatable {
    /// The members that name something. A name may be unknown.
    package enum Member: Sendable, CaseIterable {
        case party, whom, who, service, organization
    }

    package let days: AuditDays
    package var topics: Set<AuditTopic>
    /// The name or the public id of an account, or an operator's name at the machine: whom an event concerns, or who
    /// acted.
    package var party: String?
    /// The name or the public id of the account that an event concerns.
    package var whom: String?
    /// The name or the public id of the administrator who acted, or an operator's name at the machine.
    package var who: String?
    /// The name or the client id of a service.
    package var service: String?
    /// The name or the id of an organization: the events of its services, and those about its administrators.
    package var organization: String?

    package init(days: AuditDays, topics: Set<AuditTopic> = .shown) {
        self.days = days
        self.topics = topics
    }
}

extension Set<AuditTopic> {
    /// All topics but the steps of events that have entries of their own.
    package static let shown = Set(AuditTopic.allCases).subtracting([.steps])
}
