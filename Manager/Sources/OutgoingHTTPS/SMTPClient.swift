import CLibCurl
import XignDomain
import XignHTTP

/// A client that gives mails to the operator's mail server, a connection for each.
package struct SMTPClient: Sendable {
    /// The time until the server has taken TLS and the credentials.
    static let connectMilliseconds = 30_000
    /// The time for the whole dialogue of a mail. A server that checks a mail before it takes it needs minutes (RFC
    /// 5321, section 4.5.3.2.6); given up earlier, it would take each repetition, too.
    package static let totalMilliseconds = 300_000

    private let server: MailServer
    private let from: MailAddress
    private let authorities: [UInt8]?

    /// - Parameters:
    ///   - from: the sender, in the envelope and in the header.
    ///   - authorities: certificates in PEM that are trusted besides the system's.
    package init(_ server: MailServer, from: MailAddress, authorities: [UInt8]? = nil) {
        (self.server, self.from, self.authorities) = (server, from, authorities)
    }

    package var sender: MailAddress { from }

    /// Loads libcurl, once for all clients. Nothing else needs it.
    /// - Throws: `HTTPSFailure.notLoaded`.
    package func load() throws(HTTPSFailure) { try EasyHandle.load() }

    /// Gives a mail to the server, and blocks the calling thread meanwhile.
    /// - Parameter isCancelled: asked once a second; true ends the dialogue.
    /// - Throws: `MailFailure`. Where the connection broke after the last byte, the server may have taken the mail.
    package func send(
        _ message: MailMessage, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(MailFailure) {
        try talk(to: message.to, MailExchange(message.bytes, isCancelled: isCancelled))
    }

    /// Connects, with TLS and the credentials, and sends nothing.
    package func connect() throws(MailFailure) { try talk(to: nil, MailExchange([]) { false }) }

    private func talk(to recipient: MailAddress?, _ exchange: MailExchange) throws(MailFailure) {
        let code: CURLcode
        do throws(HTTPSFailure) {
            try load()
            blockSIGPIPE()
            code = try EasyHandle().send(
                from: from, to: recipient, by: server, exchange, authorities: authorities)
        } catch {
            throw MailFailure(kind: .server, reason: error.description, status: nil)
        }
        guard code != CURLE_OK else { return }
        let kind: MailFailure.Kind =
            if code == CURLE_ABORTED_BY_CALLBACK {
                .interrupted
            } else if !exchange.hasNamedRecipient {
                .server
            } else {
                (exchange.refusal ?? 0) >= 500 ? .refused : .later
            }
        let reason =
            switch code {
            case CURLE_USE_SSL_FAILED: "the server offers no TLS"
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR: "the certificate is not trusted"
            case CURLE_LOGIN_DENIED: "the server refuses user and password"
            case CURLE_OPERATION_TIMEDOUT: "no answer in time"
            default: EasyHandle.text(code)
            }
        throw MailFailure(kind: kind, reason: reason, status: exchange.refusal)
    }
}

/// The reason why a mail was not taken. It names neither an address nor anything that the server has sent but a status.
package struct MailFailure: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Kind: Sendable {
        /// The server takes no mail of this manager now, whoever the recipient is.
        case server
        /// The server does not take this mail now.
        case later
        /// The server never takes this mail (RFC 5321, section 4.2.1: 5yz).
        case refused
        case interrupted
    }

    package let kind: Kind
    let reason: String
    /// The status of the reply; nil where there was none.
    let status: Int?

    package var description: String { status.map { "\(reason) (status \($0))" } ?? reason }
}
