import Terminal
import XignSDK

extension Undertaking {
    /// Returns the failure for a device whose state is not accepted: the reasons, and the remedy for each.
    func failure(ofCheck error: XignSdkSecurityInsufficientError) -> Failure {
        // In the order of the declaration. A manager of an earlier version names no finding.
        let reasons = SecurityFinding.allCases.filter(error.findings.contains).map(\.reason)
        let list = reasons.isEmpty ? "" : (": " + reasons.joined(separator: "; ")) as Text
        return switch self {
        case .login:
            Failure(
                .refused,
                """
                the website does not accept this device\(list). The login page waits for another device. To see the \
                state of this one: xign check
                """)
        case .inApp:
            Failure(
                .refused, "the service does not accept this device\(list). To see the state of this one: xign check")
        case .change:
            Failure(
                .refused, "the manager does not accept this device\(list). To see the state of this one: xign check")
        }
    }
}

extension SecurityFinding {
    /// The reason with the remedy.
    fileprivate var reason: Text {
        switch self {
        case .rooted: "xign runs as superuser (run it as an ordinary user, without sudo)"
        case .hooked: "a debugger or foreign code was found in xign (end the debugger, and unset LD_PRELOAD)"
        case .unchecked: "it sent no security check (update xign)"
        case .outdatedSystem: "its operating system is too old (update the system)"
        }
    }
}
