import XignCrypto
import XignDomain
import XignProtocol

/// The value in a form of a surface that proves which page the form came from.
///
/// It is a MAC over the browser session, the path that gets the form, and the digest of the object as the page showed
/// it. A form of another site has none, one of another session a wrong one, and an act on an object that was changed
/// meanwhile is refused. There is no table of used tickets: each act that needs no confirmation is done once by its
/// nature (a second renaming to the same name, or a second end of a session or of a waiting act, changes nothing), and
/// each confirmed one is done once by its process. A second export of the audit log is a second event.
struct Ticket: Sendable {
    let session: BrowserSessionID
    /// The path that gets the form.
    let path: String
    let managerSecret: SymmetricKey

    private static let codeBytes = 32

    /// Makes the text of a ticket.
    /// - Parameter object: the digest of the object as the page shows it; empty where there is none.
    func text(object: [UInt8] = []) -> String { Base64URL.encode(code(object) + object) }

    /// Reads a ticket.
    /// - Returns: the digest of the object as the page showed it; nil for a ticket of another session or path.
    func object(in text: String) -> [UInt8]? {
        guard let bytes = Base64URL.decode(text), bytes.count >= Self.codeBytes else { return nil }
        let object = Array(bytes.dropFirst(Self.codeBytes))
        return constantTimeEqual(Array(bytes.prefix(Self.codeBytes)), code(object)) ? object : nil
    }

    /// HMAC-SHA256(manager secret, "xign/1 ticket" || session id || u16(length of the path) || path || digest).
    private func code(_ object: [UInt8]) -> [UInt8] {
        let path = Array(path.utf8)
        let length = UInt16(truncatingIfNeeded: path.count)
        let message =
            Array("xign/1 ticket".utf8) + session.bytes + [UInt8(length >> 8), UInt8(length & 0xFF)] + path + object
        return Array(HMAC<SHA256>.authenticationCode(for: message, using: managerSecret))
    }
}
