import Foundation

extension String {
    /// The one form of a text that a person typed: without white space at its ends, in Unicode's normal form C.
    var canonicalText: String { trimmingCharacters(in: .whitespacesAndNewlines).precomposedStringWithCanonicalMapping }

    /// Whether a character could hide or rearrange what is shown: controls, line separators, changes of direction.
    var hasControlCharacters: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
            // The joiners are part of names in some scripts.
            case .format: scalar.value != 0x200C && scalar.value != 0x200D
            default: false
            }
        }
    }
}
