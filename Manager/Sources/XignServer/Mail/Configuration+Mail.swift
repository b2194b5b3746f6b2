import OutgoingHTTPS
import XignDomain
import XignUseCases

extension Configuration {
    /// The settings of the manager's mails.
    package struct Mail: Sendable, Decodable {
        /// `smtp://HOST:PORT` or `smtps://HOST:PORT`.
        package var server: String
        /// The address that mails come from.
        package var from: String
        /// The user at the mail server; nil means that it asks for none.
        package var user: String?
        /// A file with the user's password.
        package var passwordFile: String?
        /// The manager mails notices; nil means true where there is no `notify`.
        package var notices: Bool?
        /// A file with certificates in PEM, which are trusted besides the system's.
        package var certificateAuthorities: String?
    }

    /// The longest password, in bytes.
    private static let longestMailPassword = 1024

    /// Reads the mail server, and the password's file.
    /// - Returns: nil where the file names none.
    /// - Throws: `ManagerError` with the code `mail` for an address that cannot be used, and where nothing says which
    ///   of `notify` and `mail` tells people.
    package func mailSender() throws -> MailSender? {
        guard let mail else { return nil }
        guard let from = MailAddress(mail.from) else {
            throw ManagerError(
                .mail, "mail.from must be an address in ASCII, like login@example.org, not \"\(mail.from)\".")
        }
        guard notify == nil || mail.notices != nil else {
            throw ManagerError(
                .mail,
                "notify and mail are both there, so that people would be told twice: write `notices: true` below mail "
                    + "where the manager mails them, or `notices: false` where the program tells them.")
        }
        let host = try issuerOrigin().host
        guard let server = MailServer(mail.server, greeting: host, credentials: try mailCredentials(mail)) else {
            throw ManagerError(
                .mail,
                "mail.server must be like smtp://mail.example.org:587 or smtps://mail.example.org:465, without a path. "
                    + "User and password have keys of their own.")
        }
        let authorities = try mail.certificateAuthorities.map {
            try Self.certificates($0, "mail.certificateAuthorities")
        }
        return MailSender(
            client: SMTPClient(server, from: from, authorities: authorities), mailsNotices: mail.notices ?? true,
            host: host)
    }

    private func mailCredentials(_ mail: Mail) throws -> MailServer.Credentials? {
        switch (mail.user, mail.passwordFile) {
        case (nil, nil): return nil
        case (let user?, let file?):
            let bytes = try Self.secretLine(file, of: "mail.passwordFile", .mail)
            guard (1...Self.longestMailPassword).contains(bytes.count),
                let password = String(validating: bytes, as: UTF8.self), !bytes.contains(where: { $0 < 0x20 }),
                !user.utf8.contains(where: { $0 < 0x20 })
            else {
                throw ManagerError(.mail, "\(file) must have one line with the password of mail.user.")
            }
            return (user, password)
        case (_?, nil), (nil, _?):
            throw ManagerError(.mail, "mail.user and mail.passwordFile belong together: write both, or none.")
        }
    }
}
