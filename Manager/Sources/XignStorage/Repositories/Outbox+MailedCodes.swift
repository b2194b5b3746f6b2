import XignCrypto
import XignDomain
import XignProtocol

/// Mails with a code that a person has asked for.
extension Outbox {
    /// Adds a mail with a code, whether or not notices are mailed.
    /// - Parameter language: nil: the operator's.
    package func append(_ typed: MailedCode, of code: MailCode, in language: Language?, at now: Timestamp) throws {
        try append(
            .mail, id: Array(SecureRandom.bytes(count: 16)), at: now,
            MailedCodePayload(
                at: now.seconds, until: code.endsAt.seconds, to: code.address, language: language?.rawValue,
                purpose: code.subject.purpose.rawValue, code: typed.groupedText))
    }
}

/// A code as it is mailed to one address. The row is removed when it was delivered, or is of no use.
package struct MailedCodePayload: Codable, Sendable {
    /// Unix seconds.
    package let at: Int64
    /// The end of the code, in Unix seconds. Later the mail would be useless.
    package let until: Int64
    package let to: String
    /// The language that the person has chosen; nil: the operator's.
    package let language: String?
    package let purpose: String
    /// Secret.
    package let code: String
}

/// The payload of a row of the kind `mail`.
package enum OutgoingMail: Decodable, Sendable {
    case notice(MailPayload)
    case code(MailedCodePayload)

    private enum CodingKeys: String, CodingKey { case code }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self =
            members.contains(.code)
            ? .code(try MailedCodePayload(from: decoder)) : .notice(try MailPayload(from: decoder))
    }
}
