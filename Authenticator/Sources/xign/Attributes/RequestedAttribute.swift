import Terminal
import XignSDK

/// One attribute that a service asks for, and what the person has decided about it.
final class RequestedAttribute {
    enum Decision: Hashable {
        /// The service does not get it.
        case leftOut
        /// A value that the manager has; nil where it has no alias.
        case stored(PersonalInformationAlias?)
        /// A value that was entered, as people read it.
        case supplied(String)
    }

    let known: KnownAttribute
    /// Nil: the person is to be asked.
    private(set) var decision: Decision?
    /// It was said already that it shall be sent, if it is optional.
    var isWanted: Bool

    private let information: any AttributeInformation
    /// Chosen, and refused by the manager: they are there no more.
    private var vanished: Set<PersonalInformationAlias> = []

    /// Nil where the service does not ask for it.
    init?(_ known: KnownAttribute, in info: AuthenticationPersonalInformation) {
        guard let information = known.requested(info) else { return nil }
        self.known = known
        self.information = information
        isWanted = information.isRequired
        if isRequired, !needsValue, offered.count <= 1 {
            decision = .stored(offered.first)
        } else if !isRequired, isUnavailable {
            decision = .leftOut
        }
    }

    var isRequired: Bool { information.isRequired }

    /// Not a stored value is to be sent, but one that the person enters.
    var needsValue: Bool { information.isDataMissing || [.invalid, .dataMissing].contains(information.error) }

    /// It can be sent only if it is verified, and so cannot be entered here.
    var needsVerifiedValue: Bool { needsValue && information.needsVerification }

    /// No answer to any question would make the manager release it.
    var isUnavailable: Bool {
        switch information.error {
        case .notAvailable: true
        case .noAliasSelected where offered.isEmpty: true
        default: needsVerifiedValue
        }
    }

    /// The stored values to choose from, the preferred one first.
    var offered: [PersonalInformationAlias] {
        information.aliases.subtracting(vanished).sorted {
            ($0.isPrimary ? 0 : 1, $0.alias) < ($1.isPrimary ? 0 : 1, $1.alias)
        }
    }

    var questions: [Question] { information.questions(known.heading) }

    // MARK: Deciding

    func leaveOut() {
        information.isIncluded = false
        decision = .leftOut
    }

    func choose(_ alias: PersonalInformationAlias?) {
        information.isIncluded = true
        information.setSelection(alias)
        decision = .stored(alias)
    }

    /// - Returns: why the value will not do; nil if it will.
    func supply(answers: [String]) -> Text? { adopt(information.supply(answers: answers)) }

    /// - Returns: why the value will not do; nil if it will.
    func supply(line: String) -> Text? { adopt(information.supply(line: line)) }

    private func adopt(_ supply: Supply) -> Text? {
        switch supply {
        case .refused(let reason): return reason
        case .accepted(let value):
            decision = .supplied(value)
            return nil
        }
    }

    // MARK: Correcting

    /// What the manager found wrong, in words; nil if it found nothing.
    var error: Text? {
        switch information.error {
        case .none: nil
        case .invalid: "the manager does not accept this value"
        case .notAvailable: "a value has come into being meanwhile, or it must be verified"
        case .dataMissing: "the manager has no value for it any more"
        case .noAliasSelected: "this value is there no more"
        }
    }

    /// Takes back a decision that the manager has refused.
    func reopen() {
        guard error != nil else { return }
        if information.error == .noAliasSelected, case .stored(let alias?) = decision { vanished.insert(alias) }
        decision = nil
        if !isRequired, isUnavailable { leaveOut() }
    }
}
