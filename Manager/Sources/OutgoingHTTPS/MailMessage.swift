import XignDomain
import XignHTTP

/// A mail of plain text to one person, as it is written into the dialogue (RFC 5322).
package struct MailMessage: Sendable {
    let from: MailAddress
    /// The sender's name; nil: the address alone.
    let name: String?
    let to: MailAddress
    let subject: String
    /// Lines end with a line feed.
    let text: String
    /// The id of the message at `host`. A mail that is sent again has the same.
    let id: String
    let host: String
    /// Unix seconds.
    let date: Int64

    /// - Parameters:
    ///   - id: letters, digits, hyphens and underscores.
    ///   - host: a host's name.
    package init(
        from: MailAddress, name: String?, to: MailAddress, subject: String, text: String, id: String, host: String,
        date: Int64
    ) {
        (self.from, self.name, self.to, self.subject, self.text) = (from, name, to, subject, text)
        (self.id, self.host, self.date) = (id, host, date)
    }

    /// Header and body. No text of a person reaches the header but as an encoded word.
    var bytes: [UInt8] {
        // The address in a line of its own, which is not too long then.
        let sender = name.map { "\(Self.encodedWords($0))\r\n <\(from)>" } ?? from.text
        let header = [
            "From: \(sender)", "To: \(to)", "Subject: \(Self.encodedWords(subject))",
            // RFC 5322, section 3.3, has a number where HTTP has `GMT`.
            "Date: \(HTTPDate.format(Int(date)).dropLast(3))+0000", "Message-ID: <\(id)@\(host)>",
            // RFC 3834, section 5: no program answers it.
            "Auto-Submitted: auto-generated", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable", "", "",
        ].joined(separator: "\r\n")
        return Array(header.utf8) + Self.quotedPrintable(text)
    }

    // MARK: Encodings

    /// RFC 2047: a short text of letters, digits and spaces as it is; otherwise encoded words of at most 60 bytes, each
    /// of whole characters.
    static func encodedWords(_ text: String) -> String {
        if text.utf8.count <= longestWord, text.utf8.allSatisfy(isPlain) { return text }
        var (words, word): ([String], String) = ([], "")
        for scalar in text.unicodeScalars {
            let encoded = String(scalar).utf8.map { byte in
                isPlain(byte) && byte != space ? String(UnicodeScalar(byte)) : byte == space ? "_" : hexadecimal(byte)
            }.joined()
            if word.utf8.count + encoded.utf8.count > longestWord {
                words.append(word)
                word = ""
            }
            word += encoded
        }
        return (words + [word]).map { "=?UTF-8?Q?\($0)?=" }.joined(separator: "\r\n ")
    }

    /// RFC 2045, section 6.7: lines of at most 76 characters, with CRLF.
    static func quotedPrintable(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var length = 0
            let octets = Array(line.utf8)
            for (index, byte) in octets.enumerated() {
                let isSpaceAtEnd = byte == space && index == octets.count - 1
                let isLiteral = (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "=") && !isSpaceAtEnd
                let encoded = isLiteral ? [byte] : Array(hexadecimal(byte).utf8)
                if length + encoded.count > 75 {
                    bytes += Array("=\r\n".utf8)
                    length = 0
                }
                bytes += encoded
                length += encoded.count
            }
            bytes += Array("\r\n".utf8)
        }
        return bytes
    }

    /// The longest content of an encoded word: a line with a field's name has at most 78 characters then.
    private static let longestWord = 48
    private static let space = UInt8(ascii: " ")

    /// True for a character that means nothing in a header.
    private static func isPlain(_ byte: UInt8) -> Bool { byte.isAlphanumeric || byte == space }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "=\(digits.utf8.count == 1 ? "0" : "")\(digits)"
    }
}
