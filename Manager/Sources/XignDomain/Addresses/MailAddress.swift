import XignProtocol

/// An address that mails go to and come from, in printable ASCII: a dot-string of atoms (RFC 5321, section 4.1.2) and a
/// name of letters, digits and hyphens. Each decision whether an address can be mailed to is made here.
///
/// libcurl writes an address into the dialogue as it is, line ends included. So each one that libcurl gets is of this
/// type.
package struct MailAddress: Sendable, Equatable, CustomStringConvertible {
    private static let longestLocalPart = 64
    private static let longestDomain = 253
    private static let longestLabel = 63

    package let text: String

    /// - Returns: nil for any other text, such as an address in Unicode or with quotation marks.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let (local, domain) = (bytes[..<at], bytes[(at + 1)...])
        guard (1...Self.longestLocalPart).contains(local.count), (1...Self.longestDomain).contains(domain.count),
            Self.parts(of: local).allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isAtomic) }),
            Self.parts(of: domain).allSatisfy(Self.isLabel)
        else { return nil }
        self.text = text
    }

    package var description: String { text }

    private static func parts(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    }

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        (1...longestLabel).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            && label.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
    }

    /// RFC 5322, section 3.2.3: `atext`.
    private static func isAtomic(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }
}

extension MailAddress {
    /// Returns the text by which two addresses are found to be the same: canonical, and in lower case. Mail servers may
    /// tell upper case from lower case before the `@` (RFC 5321, section 2.4), and hardly any does.
    /// - Parameter address: in any characters.
    package static func folded(_ address: String) -> String { CanonicalText.canonical(address.lowercased()) }

    /// Returns the text under which mails to an address are counted: folded, and without what follows a `+`, since many
    /// servers deliver all of these to one mailbox.
    package static func counted(_ address: String) -> String {
        let folded = folded(address)
        guard let at = folded.lastIndex(of: "@") else { return folded }
        let mailbox = folded[..<at].prefix { $0 != "+" }
        return String(mailbox.isEmpty ? folded[..<at] : mailbox) + folded[at...]
    }
}

extension AttributeValue {
    /// True for a mail address that mail servers take.
    package var canBeMailed: Bool { attribute == .email && MailAddress(text) != nil }
}

extension UInt8 {
    /// True for letters and digits of ASCII.
    package var isAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
