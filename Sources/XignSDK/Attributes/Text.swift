import Foundation
internal import XignProtocol

extension String {
    /// The one form of a text that a person typed: in Unicode's normal form C, without white space at its ends. Only then can
    /// it be ``XignProtocol/CanonicalText``; it is not if it holds what no text can contain.
    var canonicalText: String { String(CanonicalText.trimmed(normalizedC)) }

    /// Whether a character could hide or rearrange what is shown, or cannot be sent.
    var hasForbiddenCharacters: Bool { unicodeScalars.contains(where: CanonicalText.isForbidden) }

    /// What is left without those.
    var withoutForbiddenCharacters: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !CanonicalText.isForbidden($0) }))
    }
}
