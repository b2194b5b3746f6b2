import XignDomain

/// The fields in which an administrator says why they act, and how they have checked who asks for it.
package protocol ConsoleReasonWording: Sendable {
    var reason: String { get }
    var hint: String { get }
    /// The question how the identity was checked.
    var identity: String { get }
    func identityCheck(_ check: Reason.IdentityCheck) -> String
    func flaw(_ flaw: ReasonFlaw) -> String
}

/// The parts of a reason that will not do, by the names of their fields.
package enum ReasonFlaw: String, Sendable, Equatable, CaseIterable {
    /// Too short, too long, or not to be displayed.
    case reason
    /// No way was chosen in which the identity was checked.
    case identity
}
