internal import XignProtocol

/// The validator for names of people and places, and for forms of address.
///
/// White space at the ends is ignored and not sent.
public struct NameValidator: AttributeValidator {
    /// The outcome of a check.
    public enum ResultCode: String, ValidationResultCode {
        /// The value is accepted.
        case valid
        /// There is no value, or only white space. Or the value has a character that cannot be seen, or too many
        /// combining marks on one letter: ``NameValidator/flaw(in:)`` names the character.
        case empty
        /// The value has fewer than ``NameValidator/minLength`` characters.
        case tooShort
        /// The value has more than ``NameValidator/maxLength`` characters, or more than four times that number of bytes
        /// in UTF-8.
        case tooLong
    }

    /// The minimum length in characters.
    public var minLength: Int { limits.minimum }
    /// The maximum length in characters.
    public var maxLength: Int { limits.maximum }

    private let limits: TextLimits

    init(_ limits: TextLimits = .name) { self.limits = limits }

    /// Checks a name. Ignores white space at its ends; nothing else is dropped.
    public func validate(_ value: String?) -> ResultCode {
        let text = value.map(canonical) ?? ""
        return switch limits.refusal(of: text) {
        case nil: text.isFlawed ? .empty : .valid
        case .empty: .empty
        case .tooShort: .tooShort
        case .tooLong: .tooLong
        }
    }

    /// Returns the name in normal form C, without white space at its ends.
    public func canonical(_ value: String) -> String { value.canonicalText }

    public func flaw(in value: String) -> InputFlaw? { textFlaw(in: value) }
}
