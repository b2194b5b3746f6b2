import XignProtocol

/// The party that acts: for its rights, and for the audit log.
public enum Actor: Sendable, Equatable {
    /// The person of the account that the event names, with a device or in a browser.
    case person
    /// The person, by the device that confirms the act.
    case device(ActivationID)
    /// An administrator or an auditor. Only an open session at the console gives rights; the audit log keeps none.
    case administrator(AccountID, BrowserSession?)
    /// A client of an API for administration. There is none yet, and it has no right.
    case client(ServiceID)
    /// The server of the website that the event names.
    case website
    /// An operator with the commands, by the name of the user at the operating system. They have every right: whoever
    /// runs commands has the database.
    case machine(String)
    /// The manager itself, such as its housekeeping.
    case manager

    /// An administrator as the audit log knows them: without a session, and so without rights.
    public static func administrator(_ account: AccountID) -> Actor { .administrator(account, nil) }

    /// The administrator or auditor of a session at the console.
    public static func session(_ session: BrowserSession) -> Actor { .administrator(session.accountID, session) }

    /// The actor as an event names it; nil for the usual one of the event's kind.
    var recorded: Actor? {
        switch self {
        case .device: nil
        case .administrator(let account, _): .administrator(account)
        case .person, .client, .website, .machine, .manager: self
        }
    }

    /// The network of the actor's browser, as logs name it; nil where there is none.
    public var network: String? {
        switch self {
        case .administrator(_, let session): session?.network
        case .person, .device, .client, .website, .machine, .manager: nil
        }
    }
}
