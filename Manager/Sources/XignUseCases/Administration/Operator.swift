import XignDomain

/// The party that a use case of operators is called for.
package enum Operator: Sendable {
    /// An administrator or an auditor at the console, by the session of their browser.
    case session(BrowserSession)
    /// A command, by the name of the user at the operating system. It has every right: whoever runs commands has the
    /// database.
    case machine(name: String)

    /// The actor of the audit events of this party.
    package var actor: AuditEvent.Actor {
        switch self {
        case .session(let session): .administrator(session.accountID)
        case .machine(let name): .machine(name)
        }
    }

    /// The network of the party's browser, as logs name it.
    package var network: String? {
        switch self {
        case .session(let session): session.network
        case .machine: nil
        }
    }
}
