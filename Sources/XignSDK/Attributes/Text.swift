internal import XignProtocol

extension String {
    /// The text in Unicode's normal form C, without white space at its ends.
    var canonicalText: String { CanonicalText.canonical(self) }

    /// True if the text is not empty and contains characters that hide or reorder text, or too many combining marks.
    var isFlawed: Bool { !isEmpty && CanonicalText.flaw(in: self) != nil }
}
