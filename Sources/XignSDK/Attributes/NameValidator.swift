internal import XignProtocol

/// Checks names: of persons, places, and how a person is addressed.
///
/// White space at the ends does not count, and is not sent.
public struct NameValidator: AttributeValidator {
    /// What a check found.
    public enum ResultCode: ValidationResultCode {
        /// The value was accepted.
        case valid
        /// There is no value, or nothing but white space.
        case empty
        /// Fewer than ``NameValidator/minLength`` characters.
        case tooShort
        /// More than ``NameValidator/maxLength`` characters, or more than four times as many bytes of UTF-8.
        case tooLong
    }

    /// The least number of characters.
    public var minLength: Int { limits.minimum }
    /// The greatest number of characters.
    public var maxLength: Int { limits.maximum }

    private let limits: TextLimits

    init(_ limits: TextLimits = .name) { self.limits = limits }

    /// Checks a name. Invisible characters, and marks that are too many on one letter, are dropped before.
    public func validate(_ value: String?) -> ResultCode {
        switch limits.refusal(of: value.map(canonical) ?? "") {
        case nil: .valid
        case .empty: .empty
        case .tooShort: .tooShort
        case .tooLong: .tooLong
        }
    }

    /// The name without white space at its ends, invisible characters and heaps of marks, in normal form C.
    public func canonical(_ value: String) -> String { CanonicalText.cleaned(value) }
}
