import Foundation

/// The error type of every flow. Subclasses have more properties: ``XignSdkHttpError``, ``XignSdkLockoutError``,
/// ``XignSdkSecurityInsufficientError``.
///
/// Neither an error nor its description contains a PIN, a key or a token.
///
/// Source: XignSys SDK documentation, "Error handling".
// @unchecked: a class that may be subclassed cannot be checked; every stored property here and in the subclasses is a
// `let` of a Sendable type, and no subclass can be made outside the module.
public class XignSdkError: Error, LocalizedError, CustomStringConvertible, @unchecked Sendable {
    /// The code to match on.
    public let errorCode: XignSdkErrorCode
    /// A description of the failure for the app's developer, in English. Show people a text of the app's own, by the
    /// code.
    public let message: String
    /// The underlying error, if there is one.
    public let underlying: (any Error)?
    /// The moment, by the device's clock, from which the request can succeed; nil if the manager named none. It names
    /// one with `coolDown`, and may name one with `tooManyRequests`. For a lockout see ``XignSdkLockoutError``.
    public let retryAt: Date?
    /// The id of the manager's operation that the flow called last: 32 digits in base16. Nil if it called none.
    ///
    /// The lines of the SDK's and the manager's log about this request have it: show it to people who report the error
    /// to their operator. It is random, and names neither person nor device.
    public let requestId: String?

    init(_ errorCode: XignSdkErrorCode, _ message: String, underlying: (any Error)? = nil, retryAt: Date? = nil) {
        self.errorCode = errorCode
        self.message = message
        self.underlying = underlying
        self.retryAt = retryAt
        requestId = RequestTrail.current?.last
    }

    /// The code, message, underlying error and request id, for logs.
    public var description: String {
        "\(errorCode.rawValue): \(message)" + (underlying.map { " (\($0))" } ?? "")
            + (requestId.map { ", request \($0)" } ?? "")
    }

    /// The message, which is for the app's developer. `localizedDescription` is it, too: show neither to people.
    public var errorDescription: String? { message }
}

/// An HTTP error from the manager, or from a proxy before it. For debugging only: the status is not authenticated.
public final class XignSdkHttpError: XignSdkError, @unchecked Sendable {
    /// The HTTP status code.
    public let httpStatus: Int

    /// Makes the error for an answer. Its `underlying` is the ``ForeignAnswer`` that it is, if it is one.
    init(_ answer: TransportResponse) {
        httpStatus = answer.status
        let kind = ForeignAnswer(answer)
        super.init(
            .httpError,
            kind?.message(status: answer.status)
                ?? "The manager answered with HTTP status \(answer.status). Try again later.", underlying: kind)
    }
}

/// The error while a lockout is running. The process is over: wait, then start again with new initialization data.
public final class XignSdkLockoutError: XignSdkError, @unchecked Sendable {
    /// The end of the lockout.
    public let information: PendingLockoutInformation

    init(_ information: PendingLockoutInformation) {
        self.information = information
        super.init(
            .lockout,
            information.isPermanent
                ? "The activation is locked permanently. Contact the operator."
                : "The activation is locked until \(information.lockedUntil.formatted(.iso8601)).")
    }
}

/// The error if device or app do not meet the security requirements of the service or the manager.
///
/// The manager has sent nothing about the account, and the process is over on this device. A login keeps waiting, and
/// an activation is not used up: another device can begin, or this one once its state has changed, with the code that
/// is shown then.
public final class XignSdkSecurityInsufficientError: XignSdkError, @unchecked Sendable {
    /// The reasons; empty if the manager names none that this version knows.
    public let findings: Set<SecurityFinding>

    init(_ findings: Set<SecurityFinding>) {
        self.findings = findings
        let reasons = SecurityFinding.allCases.filter(findings.contains)
        super.init(
            .securityInsufficient,
            reasons.isEmpty
                ? "The manager does not accept the state of this device. Update the app to learn the reason."
                : "The manager does not accept the state of this device: "
                    + reasons.map(\.explanation).joined(separator: " "))
    }
}

extension SecurityFinding {
    /// The reason and the remedy, for the app's developer.
    fileprivate var explanation: String {
        switch self {
        case .rooted: "it is rooted or jailbroken, or the app runs as superuser (run it as an ordinary user)."
        case .hooked: "foreign code or a debugger is in the app (remove preloaded libraries, end the debugger)."
        case .unchecked: "it sent no security check (update the app)."
        case .outdatedSystem: "its operating system is too old (update it)."
        }
    }
}

/// The alternative spelling of ``XignSdkSecurityInsufficientError`` in the XignSys SDK documentation.
public typealias XignSecurityInsufficientError = XignSdkSecurityInsufficientError
