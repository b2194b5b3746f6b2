import XignDomain
import XignProtocol

/// A browser that has shown the recovery code of an account, and the next step of the recovery.
package struct RecoveryVisit: Sendable {
    package enum State: Sendable {
        /// The person cannot recover the account alone now.
        case refused(RecoveryRefusal)
        /// A code is mailed to one of these addresses next.
        /// - Parameter isEnd: true for the second step, after the wait.
        case chooseAddress([RecoveryAddress], isEnd: Bool)
        /// A code was mailed, and is typed next.
        /// - Parameter sendAgainAt: the first moment at which it can be mailed again; nil where it no longer can.
        case codeMailed(masked: String, sendAgainAt: Timestamp?, expiresAt: Timestamp, isEnd: Bool)
        case waiting(begunAt: Timestamp, readyAt: Timestamp)
        /// The activation of the new device waits for it.
        case issued(ConnectedDevice)
        /// The new device is active, and the recovery code is used up.
        case done
    }

    /// The text of the browser's cookie, base64url. It may keep the PIN of an activation, and is as secret.
    package let cookie: String
    package let state: State
}

/// An address to which a code can be mailed, as a page shows it to somebody who has the recovery code alone.
package struct RecoveryAddress: Sendable, Equatable {
    /// The id of the attribute value, base64url.
    package let id: String
    /// The address without most of its letters: `a•••@e•••.org`.
    package let masked: String

    init(_ value: AttributeValue) {
        id = Base64URL.encode(value.id)
        masked = Self.masked(value.text)
    }

    /// Leaves the first letters of mailbox and domain, and the last label.
    static func masked(_ address: String) -> String {
        let hidden = "\u{2022}\u{2022}\u{2022}"
        guard let at = address.lastIndex(of: "@") else { return hidden }
        let domain = address[address.index(after: at)...]
        let end = domain.lastIndex(of: ".").map { String(domain[$0...]) } ?? ""
        return "\(address[..<at].prefix(1))\(hidden)@\(domain.prefix(1))\(hidden)\(end)"
    }
}
