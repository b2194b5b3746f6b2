import XignDomain
import XignProtocol
import XignStorage

/// The way by which a person joins.
package enum JoinWay: Codable, Sendable, Equatable {
    case link(JoinLinkID)
    /// The open registration.
    case registration
}

/// Code and PIN for the first device of somebody who joins. It is sealed for the browser, which keeps it itself: the
/// database has no PIN.
package struct JoinHandout: Codable, Sendable, Equatable {
    /// The time after the choice of the name in which further codes are issued, in seconds. A place that nobody uses
    /// comes back twenty minutes after the last of them.
    static let renewalSeconds: Int64 = 1800
    /// The time for which a code holds the place, in seconds: until the code is over, and while the device finishes.
    package static let heldSeconds = StrangerPINs.lifetime.seconds + OpenToken.lifetimeSeconds

    package let way: JoinWay
    package let activationID: ActivationID
    /// For a QR code, or to be opened on the device itself.
    package let link: String
    /// To be typed on the device. Secret.
    package let pin: String
    /// The moment at which the name was chosen, in milliseconds.
    let begunAt: Int64
    /// The language of the link; nil where the browser decides.
    package let language: Language?

    init(
        _ way: JoinWay, _ handout: ActivationHandout, for activation: Activation, begunAt: Timestamp,
        language: Language?
    ) {
        self.way = way
        self.language = language
        activationID = activation.id
        link = handout.link
        pin = handout.pin.text
        self.begunAt = begunAt.rawValue
    }

    /// Returns true while another code can be issued.
    func isRenewable(at now: Timestamp) -> Bool { now < Timestamp(rawValue: begunAt) + Self.renewalSeconds }

    /// Returns true while this code, or one that was issued after it, can hold the place.
    package func canHoldPlace(at now: Timestamp) -> Bool {
        now < Timestamp(rawValue: begunAt) + Self.renewalSeconds + Self.heldSeconds
    }
}

/// The state of a person's browser on the pages of joining. The browser keeps it itself, in a sealed cookie.
package enum JoinVisit: Codable, Sendable, Equatable {
    /// - Parameter tries: the number of names that were refused.
    case trying(JoinWay, tries: Int)
    case waiting(JoinHandout)
    /// The person has an account, and is about to log in with it.
    case accepting(JoinLinkID)

    /// The handout of a browser that waits for its device; nil for another one.
    package var handout: JoinHandout? { if case .waiting(let handout) = self { handout } else { nil } }

    /// The names that are tried in one browser.
    package static let maximumTries = 10

    /// - Parameter text: as the browser sends it.
    /// - Returns: nil for a text that was altered.
    package init?(_ text: String, _ context: Context) {
        guard let visit = Self.cookie(context).open(text) else { return nil }
        self = visit
    }

    /// - Returns: the text of the cookie, base64url.
    package func sealed(_ context: Context) throws -> String { try Self.cookie(context).seal(self) }

    private static func cookie(_ context: Context) -> SealedCookie<JoinVisit> {
        SealedCookie(context.database.vault, at: "cookie.join")
    }
}
