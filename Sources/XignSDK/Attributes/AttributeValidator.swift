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

    /// Returns what is wrong with a value that is refused, where more can be said than by its result code: the
    /// character and its place, or the part of an address that is missing. Nil for a valid value.
    func flaw(in value: Value) -> InputFlaw?
}

extension AttributeValidator {
    /// Returns nil: the result code says everything.
    public func flaw(in value: Value) -> InputFlaw? { nil }
}

extension AttributeValidator<String> {
    /// Returns the flaw of free text.
    func textFlaw(in value: String) -> InputFlaw? { InputFlaw(inName: value) }
}

/// The outcome of a validation. Any enum with a case `valid` can conform.
public protocol ValidationResultCode: Hashable, Sendable {
    /// The value is accepted.
    static var valid: Self { get }
}
