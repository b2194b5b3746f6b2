import Terminal
import XignSDK

/// The requested attributes, and their presentation as text.
struct RequestedAttributes {
    let all: [RequestedAttribute]

    init(_ info: AuthenticationPersonalInformation) {
        all = info.attributes.map(RequestedAttribute.init)
    }

    var undecided: [RequestedAttribute] { all.filter { $0.decision == nil } }

    /// The requested attribute; nil if the service does not request it.
    subscript(name: PersonalAttribute.Name) -> RequestedAttribute? { all.first { $0.name == name } }

    /// Returns one line for each attribute: its label, required or optional, and the value to be sent.
    /// - Parameters:
    ///   - isAsked: true if a person will be asked about open decisions.
    ///   - idmIdentifier: the manager's identifier.
    func lines(isAsked: Bool, idmIdentifier: String, _ words: any AttributeWording) -> [Text] {
        let rows = all.map { attribute -> [Text] in
            let state = attribute.state(isAsked: isAsked, idmIdentifier: idmIdentifier, words)
            return ["  \(words.label(attribute.name))", words.isRequired(attribute.isRequired), state]
        }
        return Array(Table(["", "", ""], rows: rows).lines.dropFirst())
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
