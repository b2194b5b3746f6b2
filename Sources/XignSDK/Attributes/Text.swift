internal import XignProtocol

extension String {
    /// The text in Unicode's normal form C, without white space at its ends.
    var canonicalText: String { CanonicalText.canonical(self) }

    /// Whether a text that is not empty hides or rearranges what is shown, or heaps marks.
    var isFlawed: Bool { !isEmpty && CanonicalText.flaw(in: self) != nil }
}
