import Synchronization
internal import XignProtocol

/// A value beyond the attributes of ``PersonalAttribute/Name`` that the service requests, such as the user's groups, or
/// a permission that it asks for. The user confirms it, or leaves it out.
///
/// ``name`` and ``aliases`` are words of the manager. Show both, and say that they are: "Groups: staff, ops". Nobody
/// types a value: the manager has it, or the user cannot give it. Instances may be used from any thread.
///
/// Source: `docs/protocol.md`, section 5, "Additions".
public final class AdditionalInformation: Identifiable, Sendable {
    /// The effect of including the information.
    public enum Kind: String, Sendable {
        /// The service receives the value of the chosen alias.
        case value
        /// The service receives nothing. The user allows what name and alias say, such as a login that lasts.
        case permission
    }

    /// The text to show, at most 64 bytes of UTF-8. No other information of the request has the same one.
    public let name: String
    /// The effect of including the information.
    public let kind: Kind
    /// True if the authentication cannot be completed without this value. If the user refuses it, abort. A permission
    /// is never required.
    public let isRequired: Bool
    /// True if the manager has no value. The user cannot supply one: abort if it is required, and tell the user to ask
    /// the organization; otherwise leave it out.
    public let isDataMissing: Bool
    /// The values, by the texts to show. If there are several, let the user choose and call ``setSelection(_:)``. A
    /// single alias is preselected; a permission has one.
    public let aliases: Set<PersonalInformationAlias>

    private struct State {
        var selection: PersonalInformationAlias?
        var isIncluded: Bool
        var error = AuthenticationInformationErrorCode.none
    }
    private let state: Mutex<State>

    init(_ addition: ShownAttributes.Addition) {
        name = addition.name
        kind = addition.kind == .permission ? .permission : .value
        isRequired = addition.isRequired
        isDataMissing = addition.aliases.isEmpty
        let aliases = addition.aliases.map { PersonalInformationAlias($0) }
        self.aliases = Set(aliases)
        state = Mutex(State(selection: aliases.count == 1 ? aliases[0] : nil, isIncluded: isRequired))
    }

    /// The name, which no other information of the request has.
    public var id: String { name }

    /// The manager's objection after a preparation that failed; otherwise `none`.
    public var error: AuthenticationInformationErrorCode { state.withLock { $0.error } }

    /// The alias whose value the service will receive, or that the user allows; nil if none is chosen.
    public var selection: PersonalInformationAlias? { state.withLock { $0.selection } }

    /// True if the service receives the value, or the user allows the act.
    ///
    /// A required value is always included. An optional one is left out until this property or an alias is set, and a
    /// permission until this property is set.
    public var isIncluded: Bool {
        get { state.withLock { $0.isIncluded } }
        set { state.withLock { $0.isIncluded = newValue || isRequired } }
    }

    /// Chooses one of ``aliases``, and includes a value. It includes no permission: only ``isIncluded`` does.
    ///
    /// - Returns: the adopted alias; nil if `alias` is nil or not one of ``aliases``. The earlier choice then stays.
    @discardableResult
    public func setSelection(_ alias: PersonalInformationAlias?) -> PersonalInformationAlias? {
        guard let alias, aliases.contains(alias) else { return nil }
        state.withLock {
            $0.selection = alias
            if kind == .value { $0.isIncluded = true }
        }
        return alias
    }
}

extension AdditionalInformation: Attribute {
    var decision: AttributeDecision {
        let state = state.withLock { $0 }
        if !state.isIncluded { return .leftOut }
        return state.selection.map { .alias(id: $0.id, text: $0.alias) } ?? .undecided
    }

    func setError(_ error: AuthenticationInformationErrorCode) { state.withLock { $0.error = error } }
}
