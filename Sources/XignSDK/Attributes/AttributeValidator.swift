/// A validator for one kind of attribute.
///
/// It gives quick feedback while the user types. The manager checks every value again.
///
/// Source: XignSys SDK documentation, "Confirmation of attributes" (property `validator`).
public protocol AttributeValidator<Value>: Sendable {
    /// The type of the attribute's value.
    associatedtype Value: Sendable
    /// The possible outcomes of a check; one of them is `valid`.
    associatedtype ResultCode: ValidationResultCode

    /// Checks a value as the user entered it; nil counts as empty.
    func validate(_ value: Value?) -> ResultCode

    /// Returns the canonical text form of a valid value: the form that is sent, compared, and hashed into the consent
    /// statement (`docs/protocol.md`, section 5).
    func canonical(_ value: Value) -> String
}

/// The outcome of a validation. Any enum with a case `valid` can conform.
public protocol ValidationResultCode: Hashable, Sendable {
    /// The value is accepted.
    static var valid: Self { get }
}
