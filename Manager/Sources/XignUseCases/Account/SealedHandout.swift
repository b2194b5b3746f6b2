import XignDomain
import XignProtocol
import XignStorage

/// Code and PIN of a new device, sealed for the browser that has connected it, which keeps them itself: the database
/// has no PIN.
///
/// They are bound to the browser's session, the account and the activation: elsewhere nobody opens them.
package struct SealedHandout: Sendable {
    private struct Content: Codable {
        let link: String
        let pin: String
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter session: the session that has asked for the new device.
    /// - Returns: base64url.
    package func seal(_ issued: ConnectedDevice, for session: BrowserSession) throws -> String {
        try cookie(of: issued.activationID, for: session).seal(Content(link: issued.link, pin: issued.pin.text))
    }

    /// Opens code and PIN, as long as the session is open and the activation waits for its device.
    /// - Parameters:
    ///   - text: the text that the browser sends.
    ///   - device: the activation whose page the browser asks for.
    /// - Returns: nil also for a text that was altered, and for one of another session, account or activation.
    /// - Throws: `StorageError`.
    package func open(_ text: String, of device: ActivationID, for session: BrowserSession) throws -> ConnectedDevice? {
        let now = context.clock.now()
        let waiting = try context.database.read { transaction -> Activation? in
            guard let found = try transaction.openSession(session, at: now),
                let activation = try transaction.activations.find(device), activation.accountID == found.account.id,
                activation.state == .pending, now < activation.expiresAt
            else { return nil }
            return activation
        }
        guard let waiting, let content = cookie(of: device, for: session).open(text), let pin = PIN(content.pin) else {
            return nil
        }
        return ConnectedDevice(activationID: device, link: content.link, pin: pin, expiresAt: waiting.expiresAt)
    }

    private func cookie(of device: ActivationID, for session: BrowserSession) -> SealedCookie<Content> {
        SealedCookie(context.database.vault, at: "cookie.handout", of: session, for: device)
    }
}
