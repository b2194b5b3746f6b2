import XignDomain
import XignProtocol
import XignStorage

/// Seals a value for a browser, which keeps it itself in a cookie: the database has no row of it.
///
/// The text opens at its own place alone: a text of another cookie, session or activation is none, and neither is one
/// that was altered. It says nothing about the time, which its content or the caller judges.
struct SealedCookie<Content: Codable> {
    private let vault: Vault
    private let place: Vault.Place

    /// A cookie that opens in each browser.
    init(_ vault: Vault, at column: StaticString) { (self.vault, place) = (vault, Vault.Place(column: column)) }

    /// A cookie that opens in one session of an account.
    /// - Parameter activation: the one whose page shows the content; nil: the content belongs to none.
    init(_ vault: Vault, at column: StaticString, of session: BrowserSession, for activation: ActivationID? = nil) {
        self.vault = vault
        place = Vault.Place(
            column: column, account: session.accountID, activation: activation, item: session.id.description)
    }

    /// - Returns: base64url.
    func seal(_ content: Content) throws -> String {
        Base64URL.encode(try vault.seal(try MessageCoding.encode(content), at: place))
    }

    /// - Parameter text: as the browser sends it.
    func open(_ text: String) -> Content? {
        Base64URL.decode(text).flatMap { try? vault.open($0, at: place) }
            .flatMap { try? MessageCoding.decode(Content.self, from: $0) }
    }
}
