import XignDomain
import XignProtocol

/// The values of labels. Each is a word of the program.

/// An end of a login, or its confirmation.
package enum LoginOutcome: String, Label {
    case confirmed, collected
    /// Confirmed, but not collected by the browser in time.
    case uncollected
    /// The person has cancelled, or has said that somebody else began the login.
    case declined, disowned
    /// The digits of the pairing were wrong or missing.
    case pairingFailed
    /// A lockout, a right that was withdrawn, or too many corrections.
    case refused
    /// The person at the browser has given it up.
    case givenUp
    case expired

    package static let labelName = "outcome"
}

/// The channels of logins.
package enum LoginChannel: String, Label {
    case crossDevice, sameDevice, inApp

    package static let labelName = "channel"

    /// - Returns: nil for the channel of utility processes, which are no logins.
    package init?(_ channel: Channel) {
        switch channel {
        case .crossDevice: self = .crossDevice
        case .sameDevice: self = .sameDevice
        case .inApp: self = .inApp
        case .api: return nil
        }
    }
}

package enum LockoutKind: String, Label {
    case temporary, permanent

    package static let labelName = "kind"
}

/// A step of the recovery of an account by its person.
package enum RecoveryOutcome: String, Label {
    case begun
    /// The activation of the new device was issued.
    case issued
    case completed
    case stoppedByDevice, stoppedByUse, stoppedByLink, stoppedByOperator
    /// Nobody went on in time.
    case expired

    package static let labelName = "outcome"
}

/// The way by which somebody joins.
package enum JoinChannel: String, Label {
    case link, registration

    package static let labelName = "way"
}

package enum JoinOutcome: String, Label {
    /// A name was chosen.
    case begun
    /// By the first device, or by an account that there was.
    case completed
    /// The name and the place are free again.
    case ended

    package static let labelName = "outcome"
}

extension AuditEvent.Kind: Label {
    package static var labelName: String { "event" }
}

extension DeviceOperationName: Label {
    package static var labelName: String { "operation" }
}

/// The result of a device operation: `ok`, or the error code.
package struct OperationResult: Labels {
    package let operation: DeviceOperationName
    package let error: ProtocolErrorCode?

    package init(_ operation: DeviceOperationName, _ error: ProtocolErrorCode?) {
        (self.operation, self.error) = (operation, error)
    }

    package static let names = ["operation", "result"]
    package static var all: [OperationResult] {
        DeviceOperationName.allCases.flatMap { operation in
            ([nil] + ProtocolErrorCode.allCases).map { OperationResult(operation, $0) }
        }
    }
    package var values: [String] { [operation.rawValue, error?.rawValue ?? "ok"] }
}

/// A key that a device has sealed a request to, and that this manager does not have.
package enum UnknownKey: String, Label {
    /// It was published, and destroyed since: the device fetches newer ones.
    case destroyed
    /// This database has never published it: an older copy may have taken the place of the database.
    case unpublished

    package static let labelName = "key"
}

/// A limit, by its name in `manager.yaml`.
package enum LimitName: String, Label {
    case requests, tokenRequests, deviceRequests, activationOpens, logins, codePictures, loginsPerService,
        tokenFailures, activationRequests, forms, changes, searches, exports, recoveries, joins, registrations,
        registrationsOfNetwork, namesOfJoinLink
    case connections, queuedRequests, unfinishedBytes, eventStreams, eventStreamsPerNetwork
    case unfinishedLogins, unfinishedLoginsPerNetwork
    /// The codes of a day over all accounts.
    case mailedCodes

    package static let labelName = "limit"
}

package enum TransactionKind: String, Label {
    case read, write

    package static let labelName = "kind"
}

/// A failure of the database that its callers notice. A conflict that a retry has solved is none.
package enum DatabaseFailure: String, Label {
    case conflict, timeout, unavailable, outcomeUnknown, full, inputOutput, readOnly, accessDenied, corrupt, keyMissing

    package static let labelName = "code"
}

/// A time with which the manager's clock is compared.
package enum ClockReference: String, Label {
    /// The time that rounds of housekeeping have measured.
    case checkedTime
    case databaseServer

    package static let labelName = "of"
}

/// The kinds of messages in the outbox.
package enum MessageKind: String, Label {
    case notice, mail, invitationMail, logout

    package static let labelName = "kind"
}

package enum DeliveryResult: String, Label {
    case delivered, failed, givenUp

    package static let labelName = "result"
}

extension Service.SigningAlgorithm: Label {
    package static var labelName: String { "algorithm" }
}

/// The first digit of an answer's status.
package enum StatusClass: String, Label {
    case success = "2xx", redirect = "3xx", refusal = "4xx", failure = "5xx"

    package static let labelName = "status"

    package init(_ code: Int) {
        switch code {
        case ..<300: self = .success
        case ..<400: self = .redirect
        case ..<500: self = .refusal
        default: self = .failure
        }
    }
}
