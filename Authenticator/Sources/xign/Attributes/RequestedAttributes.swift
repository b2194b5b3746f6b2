import Terminal
import XignSDK

/// The requested attributes and additions, and their presentation as text.
struct RequestedAttributes {
    let all: [RequestedAttribute]
    let additions: [RequestedAddition]

    init(_ info: AuthenticationPersonalInformation) {
        all = info.attributes.map(RequestedAttribute.init)
        additions = info.additional.map(RequestedAddition.init)
    }

    var undecided: [RequestedAttribute] { all.filter { $0.decision == nil } }
    var undecidedAdditions: [RequestedAddition] { additions.filter { $0.decision == nil } }

    var isEmpty: Bool { all.isEmpty && additions.isEmpty }
    /// True if nothing is open.
    var isDecided: Bool { undecided.isEmpty && undecidedAdditions.isEmpty }
    /// True if no answer of the person can save the login.
    var isHopeless: Bool {
        undecided.contains(where: \.isUnavailable) || undecidedAdditions.contains(where: \.isUnavailable)
    }

    /// The requested attribute; nil if the service does not request it.
    subscript(name: PersonalAttribute.Name) -> RequestedAttribute? { all.first { $0.name == name } }

    /// The addition with a name; nil if the service does not ask for it.
    func addition(named name: String) -> RequestedAddition? { additions.first { $0.name == name } }

    /// Returns one line for each attribute: its label, required or optional, and the value to be sent. Additions
    /// follow, as words of the manager.
    /// - Parameters:
    ///   - isAsked: true if a person will be asked about open decisions.
    ///   - idmIdentifier: the manager's identifier.
    func lines(isAsked: Bool, idmIdentifier: String, _ words: any AttributeWording) -> [Text] {
        let rows = all.map { attribute -> [Text] in
            let state = attribute.state(isAsked: isAsked, idmIdentifier: idmIdentifier, words)
            return ["  \(words.label(attribute.name))", words.isRequired(attribute.isRequired), state]
        }
        let lines = Array(Table(["", "", ""], rows: rows).lines.dropFirst())
        guard !additions.isEmpty else { return lines }
        let additionRows = additions.map { addition -> [Text] in
            let demand = addition.isPermission ? words.permission : words.isRequired(addition.isRequired)
            return ["    \(addition.name)", demand, addition.state(isAsked: isAsked, words)]
        }
        return lines + ["  \(words.additions(of: idmIdentifier))"]
            + Table(["", "", ""], rows: additionRows).lines.dropFirst()
    }
}

extension RequestedAddition {
    fileprivate func state(isAsked: Bool, _ words: any AttributeWording) -> Text {
        switch decision {
        case .leftOut where isPermission: return words.notAllowed
        case .leftOut: return isUnavailable ? words.nothingStored : words.leftOut(isUnavailable: false)
        case .included(let alias): return Text(alias.alias, .bold)
        case nil where isUnavailable: return words.nothingStored
        case nil:
            let state = words.choices(offered.map { ($0.alias, $0.isPrimary && offered.count > 1) })
            return isAsked ? words.open(state) : state
        }
    }
}

extension RequestedAttribute {
    fileprivate func state(isAsked: Bool, idmIdentifier: String, _ words: any AttributeWording) -> Text {
        switch decision {
        case .leftOut: words.leftOut(isUnavailable: isUnavailable)
        case .stored(let alias): words.stored(name(of: alias).map { Text($0, .bold) })
        // Values are shown only to a person: the output of scripts may be logged.
        case .supplied(let value): isAsked ? Text(value, .bold) : words.given
        case nil where isUnavailable: words.noVerifiedValue(at: idmIdentifier)
        case nil: isAsked ? words.open(open(words)) : open(words)
        }
    }

    /// Returns the open decision in words.
    private func open(_ words: any AttributeWording) -> Text {
        if needsValue { return words.missing }
        guard offered.count > 1 else { return words.stored(name(of: offered.first).map { Text($0) }) }
        return words.stored(words.choices(offered.map { ($0.alias, $0.isPrimary) }))
    }
}
