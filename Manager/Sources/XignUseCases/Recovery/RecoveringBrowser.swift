import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// A browser that has shown a recovery code, as its sealed cookie describes it.
///
/// A code that is mailed counts for this browser alone. The cookie counts while the account has the recovery code, and
/// for an hour at most. Then it only says which recovery the browser has begun.
struct RecoveringBrowser: Codable, Sendable {
    /// Link and PIN of an activation that was issued to the browser.
    struct Handout: Codable, Sendable {
        let activation: ActivationID
        let link: String
        let pin: String
    }

    private static let lifetimeSeconds: Int64 = 3600

    let account: AccountID
    private let code: Octets
    /// The text of a random value that no other browser has.
    private let browser: String
    private let madeAt: Int64
    private(set) var handout: Handout?
    /// The recovery whose begin this browser has proved, so that others do not use up the mails for its end.
    private(set) var begun: RecoveryID?

    /// A browser that has just shown the code.
    /// - Parameter former: the cookie that the browser has from before. It may be over.
    init(for recovery: Recovery, after former: String?, _ vault: Vault, at now: Timestamp) {
        account = recovery.accountID
        code = Octets(recovery.codeHash.bytes)
        browser = BearerToken.generate().text
        madeAt = now.rawValue
        begun = former.flatMap { Self.cookie(vault).open($0) }?.begun
    }

    /// - Returns: nil for a text that was altered or is none, and for one whose time is over.
    init?(_ text: String, _ vault: Vault, at now: Timestamp) {
        guard let browser = Self.cookie(vault).open(text),
            now.isBefore(
                Timestamp(rawValue: browser.madeAt) + Self.lifetimeSeconds, ofLifetime: Self.lifetimeSeconds)
        else { return nil }
        self = browser
    }

    private static func cookie(_ vault: Vault) -> SealedCookie<RecoveringBrowser> {
        SealedCookie(vault, at: "cookie.recovery")
    }

    /// The text of the cookie: base64url.
    func sealed(by vault: Vault) throws -> String { try Self.cookie(vault).seal(self) }

    func holding(_ handout: ActivationHandout) -> RecoveringBrowser {
        var next = self
        next.handout = Handout(activation: handout.id, link: handout.link, pin: handout.pin.text)
        return next
    }

    func beginning(_ recovery: RecoveryID) -> RecoveringBrowser {
        var next = self
        next.begun = recovery
        return next
    }

    var codeHash: BearerHash { BearerHash(bytes: code.bytes) }
    /// Identifies the browser for codes that are mailed.
    var binding: BearerHash { BearerHash(of: browser) }
}
