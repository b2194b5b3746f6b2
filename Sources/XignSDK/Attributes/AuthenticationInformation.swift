import Synchronization

/// One requested attribute: what the user must confirm, supply or choose. Safe to share between threads.
///
/// The service receives one of these, and the last call decides which:
///
/// - the value of the alias that ``setSelection(_:)`` chose, or of the only one that there is;
/// - the value that ``setValue(value:)`` supplied, which the manager then keeps;
/// - nothing, where the attribute is optional and not included.
public final class AuthenticationInformation<Value: Sendable, Validator: AttributeValidator<Value>>: Sendable {
    /// Whether the authentication cannot be completed without this attribute. If the user refuses it, abort.
    public let isRequired: Bool
    /// Whether the manager has no value that the service takes: ask the user, and call ``setValue(value:)``.
    public let isDataMissing: Bool
    /// Whether the service takes only values that are verified, such as a mail address that the user has answered from.
    ///
    /// If such a value is missing too, it cannot be supplied during the authentication: the manager answers `notAvailable`. If it
    /// is required, abort, and tell the user to have it verified first; else leave it out.
    public let needsVerification: Bool
    /// The stored values to choose from. More than one: let the user choose, and call ``setSelection(_:)``. A single one
    /// is selected already.
    public let aliases: Set<PersonalInformationAlias>
    /// Checks values; its limits help to build the user interface.
    public let validator: Validator

    private struct State {
        /// Goes before the selection, which comes back when the value is reset.
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

    /// What the manager found wrong, after a preparation that failed; else `none`.
    public var error: AuthenticationInformationErrorCode { state.withLock { $0.error } }

    /// The alias whose value will be handed over; nil if none is chosen, or a value is supplied.
    public var selection: PersonalInformationAlias? { state.withLock { $0.value == nil ? $0.selection : nil } }

    /// Whether the service receives the attribute. Always true if it is required. An optional one is left out until this
    /// is set, or a value or alias is.
    public var isIncluded: Bool {
        get { state.withLock { $0.isIncluded } }
        set { state.withLock { $0.isIncluded = newValue || isRequired } }
    }

    /// Supplies a value that the manager does not have. It goes before a selection.
    ///
    /// - Returns: `.valid` if it was accepted. With any other result the stored value is reset to nil, and a selection that was
    ///   made before holds again.
    public func setValue(value: Value?) -> Validator.ResultCode {
        let code = validator.validate(value)
        state.withLock {
            $0.value = code == .valid ? value : nil
            if code == .valid { $0.isIncluded = true }
        }
        return code
    }

    /// Chooses one of ``aliases``. A value that was supplied is reset to nil.
    ///
    /// - Returns: the adopted alias; nil if `alias` is nil or none of ``aliases``, and then the former choice stays.
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

/// What the user decided about an attribute.
enum AttributeDecision: Equatable, Sendable {
    /// Optional, and not wanted.
    case leftOut
    /// A value is missing, or one of several must be chosen, and the user has done neither. The manager says so; it cannot become
    /// part of a statement.
    case undecided
    /// The one stored value is handed over, for which the manager has no alias.
    case confirmed
    /// This stored value is handed over.
    case alias(id: String, text: String)
    /// This value is stored and handed over; in its canonical text form.
    case supplied(String)
}

/// What the flows need of an attribute, whatever its value's type.
protocol Attribute: AnyObject, Sendable {
    var isRequired: Bool { get }
    var decision: AttributeDecision { get }
    func setError(_ error: AuthenticationInformationErrorCode)
}

extension AuthenticationInformation: Attribute {
    var decision: AttributeDecision {
        let state = state.withLock { $0 }
        if !state.isIncluded { return .leftOut }
        if let value = state.value { return .supplied(validator.canonical(value)) }
        if let alias = state.selection { return .alias(id: alias.id, text: alias.alias) }
        return isDataMissing || !aliases.isEmpty ? .undecided : .confirmed
    }

    func setError(_ error: AuthenticationInformationErrorCode) { state.withLock { $0.error = error } }
}
