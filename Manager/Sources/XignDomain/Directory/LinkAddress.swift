/// The rules for addresses that pages link to: an operator declares them, and people follow them.
public enum LinkAddress {
    /// Returns true for a website's address: one that could be a redirect URI, and may have a fragment.
    public static func isWebsite(_ address: String) -> Bool {
        let beforeFragment = address.utf8.prefix { $0 != UInt8(ascii: "#") }
        let fragment = address.utf8.dropFirst(beforeFragment.count + 1)
        return address.utf8.count <= 2000 && RedirectURI.isAcceptable(String(decoding: beforeFragment, as: UTF8.self))
            && fragment.allSatisfy(isFragmentCharacter)
    }

    /// Returns true for `mailto:` with one mailbox and nothing else (RFC 6068, section 2): header fields such as `bcc`
    /// would be written into the user's mail.
    public static func isMailbox(_ address: String) -> Bool {
        guard address.hasPrefix(mailScheme), address.utf8.count <= 320 else { return false }
        let parts = address.utf8.dropFirst(mailScheme.utf8.count).split(
            separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        let isLocalPart = parts[0].allSatisfy { $0.isAlphanumeric || "._+-".utf8.contains($0) }
        let isDomain = parts[1].allSatisfy { $0.isAlphanumeric || ".-".utf8.contains($0) }
        return !parts[0].isEmpty && isLocalPart && !parts[1].isEmpty && isDomain
    }

    static let mailScheme = "mailto:"

    /// Returns true for the characters of a fragment (RFC 3986, section 3.5).
    private static func isFragmentCharacter(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || "-._~!$&'()*+,;=:@/?%".utf8.contains(byte)
    }
}
