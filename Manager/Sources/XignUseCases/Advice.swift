/// A command that mends a problem. `Advice+Commands.swift` of XignServer words it: a use case names no program.
package enum Advice: Sendable, Equatable {
    case initialize
    /// Initialize the database, or name the right one.
    case initializeOrName
    case listUsers
    case listJoinLinks
    case enableUser(String)
    case issueActivation(user: String)
    case exportAudit
    case verifyAudit
    /// Finish a move of the database to this place, or take it back.
    case finishMove(to: String)
}
