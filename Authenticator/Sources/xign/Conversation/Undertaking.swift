import Terminal
import XignSDK

/// The kind of process that a person confirms, which decides the words of messages.
enum Undertaking: Hashable {
    /// A login at a website, which begins there.
    case login
    /// A login that `xign` begins itself, in place of a service's app.
    case inApp
    /// A change of the account, or of this device's activation, which begins with a command.
    case change

    /// The report after the person did not want it.
    var cancelled: Text {
        switch self {
        case .login, .inApp: "The login is cancelled."
        case .change: "Cancelled. Nothing was changed."
        }
    }

    /// The report after the person said that they had not begun it.
    var reported: Text {
        switch self {
        case .login, .inApp: "The login is cancelled, and reported to the manager as not begun by you."
        case .change: "Cancelled, and reported to the manager as not begun by you. Nothing was changed."
        }
    }

    /// The failure of a command whose person declined.
    var declined: Failure {
        switch self {
        case .login, .inApp: Failure(.declined, "not logged in")
        case .change: Failure(.declined, "nothing was changed")
        }
    }

    /// The end of a process that nobody confirmed in time.
    var over: Text {
        switch self {
        case .login, .inApp: "this login is over or unknown"
        case .change: "this took too long, or was ended elsewhere"
        }
    }

    /// The advice to a person who does not know whether the manager received the confirmation.
    var unknown: Text {
        switch self {
        case .login: "The login page shows whether the login was confirmed"
        case .inApp: "Without its answer there is no code; to log in, run the command again"
        case .change: "To see whether it was done, use xign activation list; to repeat it, run the command again"
        }
    }

    /// The way to begin again after the process is over.
    var again: Text {
        switch self {
        case .login: "start the login again on the website, and use the new code"
        case .inApp: "run the command again"
        case .change: "run the command again"
        }
    }
}
