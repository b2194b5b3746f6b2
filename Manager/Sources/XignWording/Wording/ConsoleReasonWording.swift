/// The fields in which an administrator says why they act, and how they have checked who asks for it.
package protocol ConsoleReasonWording: Sendable {
    var reason: String { get }
    var hint: String { get }
    /// The question how the identity was checked.
    var identity: String { get }
    func identityCheck(_ check: IdentityCheckKind) -> String
    func flaw(_ flaw: ReasonFlaw) -> String
}

/// The ways to check an identity, by the names of the manager.
package enum IdentityCheckKind: String, Sendable, Equatable, CaseIterable { case inPerson, calledBack, other }

/// The parts of a reason that will not do, by the names of their fields.
package enum ReasonFlaw: String, Sendable, Equatable, CaseIterable {
    /// Too short, too long, or not to be displayed.
    case reason
    /// No way was chosen in which the identity was checked.
    case identity
}
