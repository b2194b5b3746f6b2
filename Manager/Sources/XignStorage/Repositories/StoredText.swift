import XignDomain
import XignProtocol

/// The encoding of a transaction's text inside a seal.
struct StoredText: Codable {
    /// A part of the text: exactly one of the two.
    private struct Part: Codable {
        var literal: String?
        var name: String?
    }

    private let type: String
    private let language: String
    private let parts: [Part]

    init(_ text: TransactionText) {
        type = text.type
        language = text.language
        parts = text.parts.map { part in
            switch part {
            case .literal(let text): Part(literal: text)
            case .name(let text): Part(name: text)
            }
        }
    }

    var text: TransactionText {
        TransactionText(
            type: type, language: language,
            parts: parts.map { $0.literal.map { .literal($0) } ?? .name($0.name ?? "") })
    }
}
