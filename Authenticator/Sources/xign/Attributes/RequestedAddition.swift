import XignSDK

/// An addition of a request, a value or a permission, and the person's decision about it. Its name and aliases are the
/// manager's words.
final class RequestedAddition {
    enum Decision: Hashable {
        /// The service does not receive it, or the person does not allow it.
        case leftOut
        case included(PersonalInformationAlias)
    }

    let information: AdditionalInformation
    /// The decision; nil if the person must be asked.
    private(set) var decision: Decision?
    /// True if the addition is required, or if an option includes it.
    var isWanted: Bool

    /// Aliases that the manager refused: it no longer has them.
    private var vanished: Set<PersonalInformationAlias> = []

    init(_ information: AdditionalInformation) {
        self.information = information
        isWanted = information.isRequired
        decide()
    }

    var name: String { information.name }
    var isPermission: Bool { information.kind == .permission }
    var isRequired: Bool { information.isRequired }

    /// True if there is nothing that the person could choose: only the manager has values.
    var isUnavailable: Bool { offered.isEmpty }

    /// The values to choose from, the preferred one first.
    var offered: [PersonalInformationAlias] {
        information.aliases.subtracting(vanished).sorted {
            ($0.isPrimary ? 0 : 1, $0.alias) < ($1.isPrimary ? 0 : 1, $1.alias)
        }
    }

    /// Decides where nothing can be asked.
    private func decide() {
        if isRequired, let only = offered.first, offered.count == 1 {
            include(only)
        } else if !isRequired, isUnavailable {
            leaveOut()
        }
    }

    // MARK: Deciding

    func leaveOut() {
        information.isIncluded = false
        decision = .leftOut
    }

    func include(_ alias: PersonalInformationAlias) {
        information.setSelection(alias)
        information.isIncluded = true
        decision = .included(alias)
    }

    // MARK: Correcting

    /// The manager's objection; nil if there is none.
    var objection: ValueObjection? {
        switch information.error {
        case .none: nil
        case .invalid: .notAccepted
        case .notAvailable: .noLongerOffered
        case .dataMissing: .noLongerStored
        case .noAliasSelected: .aliasGone
        }
    }

    /// Reverts a decision that the manager refused.
    func reopen() {
        guard objection != nil else { return }
        if case .included(let alias) = decision { vanished.insert(alias) }
        decision = nil
        decide()
    }
}
