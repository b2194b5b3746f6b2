import XignDomain

/// The acts that wait for a second person: the list, and the confirmation or withdrawal of one.
package protocol ConsoleConfirmationsWording: Sendable {
    var title: String { get }
    var explanation: String { get }
    var empty: String { get }
    /// The name of the link to one, by its sentence for screen readers.
    var look: String { get }
    /// The heading of the sentences.
    var act: String { get }
    var askedBy: String { get }
    var askedAt: String { get }
    var until: String { get }
    /// The heading of the ends, as times from now on.
    var ends: String { get }
    /// The reason why the reader cannot confirm an act.
    func obstacle(_ obstacle: PendingActObstacle) -> String
    var waitsForYou: String { get }

    var oneTitle: String { get }
    /// The advice to compare: the device shows the same.
    var sameSentence: String { get }
    var reason: String { get }
    func identityCheck(_ check: Reason.IdentityCheck) -> String
    var identity: String { get }
    var check: String { get }
    var confirm: String { get }
    var withdraw: String { get }
    var withdrawExplanation: String { get }
    /// The explanation for an act whose first effect has taken place.
    var withdrawRest: String { get }
    /// The result that only the second person sees.
    var recoveryIsShown: String { get }
}

/// The reasons why somebody cannot confirm an act that waits for a second person.
package enum PendingActObstacle: Sendable, Equatable, CaseIterable {
    /// The reader is the first person.
    case firstPerson
    /// The act concerns the reader's own account.
    case ownAccount
    /// The reader is an auditor.
    case auditor
    /// The object of the act has changed since the first person confirmed it.
    case changed
    /// A rule forbids the act now, or one of the two no longer has the right to it.
    case forbidden
}
