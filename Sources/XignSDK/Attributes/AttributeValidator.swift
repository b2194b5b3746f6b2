/// Checks one kind of attribute on the device, roughly; the manager checks again.
public protocol AttributeValidator<Value>: Sendable {
    /// The type of the attribute's value.
    associatedtype Value: Sendable
    /// The outcomes of a check; one of them is `valid`.
    associatedtype ResultCode: ValidationResultCode

    /// Checks a value as the user entered it.
    func validate(_ value: Value?) -> ResultCode

    /// The one text form of a valid value: what is sent, digested into the consent statement, and compared.
    func canonical(_ value: Value) -> String
}

/// The outcome of a validation. Every enum that has a case `valid` can conform.
public protocol ValidationResultCode: Hashable, Sendable {
    /// The value was accepted.
    static var valid: Self { get }
}
