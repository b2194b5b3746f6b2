import Foundation

/// Every error that a flow throws. Subclasses carry more: ``XignSdkHttpError``, ``XignSdkLockoutError``,
/// ``XignSdkSecurityInsufficientError``.
///
/// No error holds a PIN, a key or a token, nor does its description.
// @unchecked: a class that may be subclassed cannot be checked; every stored property here and in the subclasses is a
// `let` of a Sendable type, and no subclass can be made outside the module.
public class XignSdkError: Error, LocalizedError, CustomStringConvertible, @unchecked Sendable {
    /// What went wrong, to match on.
    public let errorCode: XignSdkErrorCode
    /// What happened, in one sentence for the app's developer.
    public let message: String
    /// The error that caused this one, if there was one.
    public let underlying: (any Error)?

    init(_ errorCode: XignSdkErrorCode, _ message: String, underlying: (any Error)? = nil) {
        self.errorCode = errorCode
        self.message = message
        self.underlying = underlying
    }

    /// Code, message and cause, for logs.
    public var description: String {
        "\(errorCode.rawValue): \(message)" + (underlying.map { " (\($0))" } ?? "")
    }

    /// The message.
    public var errorDescription: String? { message }
}

/// The manager, or something before it, answered with an HTTP error. Meant for debugging: no decision rests on it.
public final class XignSdkHttpError: XignSdkError, @unchecked Sendable {
    /// The status of the HTTP answer.
    public let httpStatus: Int

    init(httpStatus: Int) {
        self.httpStatus = httpStatus
        super.init(.httpError, "The manager answered with HTTP status \(httpStatus). Try again later.")
    }
}

/// A lockout is still running. The process is over: wait, then start anew with new initialization data.
public final class XignSdkLockoutError: XignSdkError, @unchecked Sendable {
    /// Until when it runs.
    public let information: PendingLockoutInformation

    init(_ information: PendingLockoutInformation) {
        self.information = information
        super.init(
            .lockout,
            information.isPermanent
                ? "The activation is locked for good. Contact the operator."
                : "The activation is locked until \(information.lockedUntil.formatted(.iso8601)).")
    }
}

/// The device or the app does not meet the service's security requirements.
public final class XignSdkSecurityInsufficientError: XignSdkError, @unchecked Sendable {
    init() {
        super.init(
            .securityInsufficient,
            "The service does not accept this device's state. See XignCommon.executeSecurityCheck for what was found.")
    }
}

/// The other spelling of the same error that the documentation uses.
public typealias XignSecurityInsufficientError = XignSdkSecurityInsufficientError
