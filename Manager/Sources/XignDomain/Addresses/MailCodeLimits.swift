import XignCrypto

/// The limits on mails with codes. A mail with a code that was mailed before counts, too. Each purpose is counted
/// apart: people who verify addresses use up nobody's recoveries, and who can begin one keeps nobody from its end.
public enum MailCodeLimits {
    public static let hourSeconds: Int64 = 3_600
    public static let daySeconds: Int64 = 86_400

    public static let perAccountAndDay = 5
    public static let perNetworkAndDay = 20
    /// For an address in lower case, without `+...`, over all accounts.
    public static let perAddressAndHour = 3
    public static let perAddressAndDay = 10
    /// For all accounts, where the policy says nothing else.
    public static let perDay = 1_000

    /// The limit that a request has reached.
    public enum Reached: String, Sendable, CaseIterable {
        case account, network, address, all
    }

    /// Derives the hash under which the mails of a network are counted, whether or not logs name networks:
    ///
    ///     HMAC-SHA256(manager secret, "xign/1 mail network" || network)[0..<16]
    ///
    /// The database has no network in the clear for it. With another key-encryption key the count begins anew.
    public static func hash(ofNetwork network: String, managerSecret: SymmetricKey) -> [UInt8] {
        let message = Array("xign/1 mail network\(network)".utf8)
        return Array(HMAC<SHA256>.authenticationCode(for: message, using: managerSecret).prefix(16))
    }
}
