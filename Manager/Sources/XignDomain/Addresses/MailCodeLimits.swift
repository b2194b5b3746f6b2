/// The limits on mailed codes. Those for verifying addresses and those for recoveries are counted apart.
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

    /// Returns the address under which codes are counted: in lower case, and without what follows a `+`, since many
    /// servers deliver all of these to one mailbox.
    public static func counted(_ address: String) -> String {
        let lower = address.lowercased()
        guard let at = lower.lastIndex(of: "@") else { return lower }
        let mailbox = lower[..<at].prefix { $0 != "+" }
        return String(mailbox.isEmpty ? lower[..<at] : mailbox) + lower[at...]
    }
}
