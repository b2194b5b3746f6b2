import Synchronization

/// One attribute that the service requests. The user confirms it, supplies a value, or chooses one of several.
///
/// The service receives one of the following; the last call decides:
///
/// - the value of the alias chosen with ``setSelection(_:)``, or of the only alias;
/// - the value supplied with ``setValue(value:)``, which the manager also stores;
/// - nothing, if the attribute is optional and not included.
///
/// Instances may be used from any thread.
///
/// Source: XignSys SDK documentation, "Confirmation of attributes"; `docs/protocol.md`, section 5, "Attributes".
public final class AuthenticationInformation<Value: Sendable, Validator: AttributeValidator<Value>>: Sendable {
    /// True if the authentication cannot be completed without this attribute. If the user refuses it, abort.
    public let isRequired: Bool
    /// True if the manager has no acceptable value: ask the user, and call ``setValue(value:)``.
    public let isDataMissing: Bool
    /// True if the service accepts only verified values, such as a mail address that has been confirmed.
    ///
    /// If ``isDataMissing`` is also true, the value cannot be supplied during the authentication: the manager answers
    /// `notAvailable`. If the attribute is required, abort and tell the user to have it verified first; otherwise leave
    /// it out.
    public let needsVerification: Bool
    /// The stored values, by alias. If there are several, let the user choose and call ``setSelection(_:)``. A single
    /// alias is preselected.
    public let aliases: Set<PersonalInformationAlias>
    /// The validator for values. Its limits help to build the user interface.
    public let validator: Validator

    private struct State {
        /// Takes precedence over the selection, which takes effect again when the value is reset.
        var value: Value?
        var selection: PersonalInformationAlias?
        var isIncluded: Bool
        var error = AuthenticationInformationErrorCode.none
    }
    private let state: Mutex<State>

    init(
        isRequired: Bool, isDataMissing: Bool, needsVerification: Bool = false, aliases: [PersonalInformationAlias],
        validator: Validator
    ) {
        self.isRequired = isRequired
        self.isDataMissing = isDataMissing
        self.needsVerification = needsVerification
        self.aliases = Set(aliases)
        self.validator = validator
        state = Mutex(State(selection: aliases.count == 1 ? aliases[0] : nil, isIncluded: isRequired))
    }

    /// The manager's objection after a preparation that failed; otherwise `none`.
    public var error: AuthenticationInformationErrorCode { state.withLock { $0.error } }

    /// The alias whose value the service will receive; nil if none is chosen, or if a value is supplied.
    public var selection: PersonalInformationAlias? { state.withLock { $0.value == nil ? $0.selection : nil } }

    /// The value that was supplied and accepted; nil if there is none.
    var suppliedValue: Value? { state.withLock { $0.value } }

    /// True if the service receives the attribute.
    ///
    /// A required attribute is always included. An optional one is left out until this property, a value or an alias is
    /// set.
    public var isIncluded: Bool {
        get { state.withLock { $0.isIncluded } }
        set { state.withLock { $0.isIncluded = newValue || isRequired } }
    }

    /// Supplies a value that the manager does not have. It takes precedence over a selection.
    ///
    /// - Parameter value: the value as the user entered it; nil counts as empty.
    /// - Returns: `.valid` if the value was accepted. With any other result the stored value is reset to nil, and an
    ///   earlier selection takes effect again.
    public func setValue(value: Value?) -> Validator.ResultCode {
        let code = validator.validate(value)
        state.withLock {
            $0.value = code == .valid ? value : nil
            if code == .valid { $0.isIncluded = true }
        }
        return code
    }

    /// Chooses one of ``aliases``. Resets a supplied value to nil.
    ///
    /// - Returns: the adopted alias; nil if `alias` is nil or not one of ``aliases``. The earlier choice then stays.
    @discardableResult
    public func setSelection(_ alias: PersonalInformationAlias?) -> PersonalInformationAlias? {
        guard let alias, aliases.contains(alias) else { return nil }
        state.withLock {
            $0.value = nil
            $0.selection = alias
            $0.isIncluded = true
        }
        return alias
    }
}

/// The user's decision about an attribute.
enum AttributeDecision: Equatable, Sendable {
    /// An optional attribute that the user does not want to send.
    case leftOut
    /// A value is missing, or one of several must be chosen, and the user has done neither. The manager reports it as
    /// an error; it cannot become part of a statement.
    case undecided
    /// The user sends the only stored value, which has no alias.
    case confirmed
    /// The user sends the stored value with this alias.
    case alias(id: String, text: String)
    /// The user sends this new value, in its canonical text form; the manager also stores it.
    case supplied(String)
}

/// An attribute that the service requests, for the flows.
protocol Attribute: AnyObject, Sendable {
    var isRequired: Bool { get }
    var decision: AttributeDecision { get }
    func setError(_ error: AuthenticationInformationErrorCode)
}

/// The type-erased face of ``AuthenticationInformation``, with the members of ``PersonalAttribute``.
protocol PersonalInformation: Attribute {
    var isDataMissing: Bool { get }
    var needsVerification: Bool { get }
    var aliases: Set<PersonalInformationAlias> { get }
    var error: AuthenticationInformationErrorCode { get }
    var selection: PersonalInformationAlias? { get }
    var isIncluded: Bool { get set }
    @discardableResult func setSelection(_ alias: PersonalInformationAlias?) -> PersonalInformationAlias?
    var lengths: ClosedRange<Int>? { get }
    var text: String? { get }
    func setText(_ text: String?) -> AttributeResultCode
    func flaw(inText text: String) -> InputFlaw?
}

extension AuthenticationInformation {
    var decision: AttributeDecision {
        let state = state.withLock { $0 }
        if !state.isIncluded { return .leftOut }
        if let value = state.value { return .supplied(validator.canonical(value)) }
        if let alias = state.selection { return .alias(id: alias.id, text: alias.alias) }
        return isDataMissing || !aliases.isEmpty ? .undecided : .confirmed
    }

    func setError(_ error: AuthenticationInformationErrorCode) { state.withLock { $0.error = error } }
}
