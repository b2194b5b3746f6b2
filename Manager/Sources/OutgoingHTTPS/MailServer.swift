import XignHTTP

/// The server that takes the manager's mails, as the operator names it.
package struct MailServer: Sendable {
    /// The user and the password; nil: none is sent.
    package typealias Credentials = (user: String, password: String)

    let url: String
    /// False on loopback alone.
    let isEncrypted: Bool
    let credentials: Credentials?

    /// - Parameters:
    ///   - url: `smtp://HOST`, which must switch to TLS (STARTTLS) unless it is this machine, or `smtps://HOST`; with a
    ///     port, otherwise 587 or 465.
    ///   - greeting: the name of this host, for EHLO.
    /// - Returns: nil for an address in another form.
    package init?(_ url: String, greeting: String, credentials: Credentials?) {
        guard let match = url.wholeMatch(of: /(smtps?):\/\/(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9.-]+)(?::([0-9]{1,5}))?/),
            let port = UInt16(match.3 ?? (match.1 == "smtps" ? "465" : "587")), port > 0
        else { return nil }
        let host = match.2.hasPrefix("[") ? match.2.dropFirst().dropLast() : match.2
        let isLoopback = host == "localhost" || RemoteAddress(host).map { AddressRange.loopback.covers($0) } ?? false
        self.url = "\(match.1)://\(match.2):\(port)/\(greeting)"
        isEncrypted = match.1 == "smtps" || !isLoopback
        self.credentials = credentials
    }

    var isEncryptedAtOnce: Bool { url.hasPrefix("smtps:") }
}
