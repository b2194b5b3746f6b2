import Foundation

/// The system's error numbers of connections that did not come about.
enum SystemReason {
    /// Returns the reason in words; the number alone where it is a rare one.
    static func words(_ errno: Int32) -> String {
        switch errno {
        case ECONNREFUSED: "connection refused"
        case ENETUNREACH, ENETDOWN: "no network"
        case EHOSTUNREACH, EHOSTDOWN: "no way to it"
        case EACCES, EPERM: "this device forbids it"
        case 0: "the system names no reason"
        default: "error \(errno) of the system"
        }
    }
}
