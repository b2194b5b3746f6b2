import Terminal
import XignSDK

/// The requested attributes, and their presentation as text.
struct RequestedAttributes {
    let all: [RequestedAttribute]

    init(_ info: AuthenticationPersonalInformation) {
        all = KnownAttribute.all.compactMap { RequestedAttribute($0, in: info) }
    }

    var undecided: [RequestedAttribute] { all.filter { $0.decision == nil } }

    /// The requested attribute; nil if the service does not request it.
    subscript(known: KnownAttribute) -> RequestedAttribute? { all.first { $0.known.name == known.name } }

    /// Returns one line for each attribute: its label, `required` or `optional`, and the value to be sent.
    /// - Parameters:
    ///   - isAsked: true if a person will be asked about open decisions.
    ///   - idmIdentifier: the manager's identifier.
    func lines(isAsked: Bool, idmIdentifier: String) -> [Text] {
        let rows = all.map { attribute -> [Text] in
            let state = attribute.state(isAsked: isAsked, idmIdentifier: idmIdentifier)
            return ["  \(attribute.known.label)", attribute.isRequired ? "required" : "optional", state]
        }
        return Array(Table(["", "", ""], rows: rows).lines.dropFirst())
    }
}

extension RequestedAttribute {
    fileprivate func state(isAsked: Bool, idmIdentifier: String) -> Text {
        switch decision {
        case .leftOut: isUnavailable ? "left out: the manager has no verified value" : "left out"
        case .stored(let alias): text(of: alias).map { "stored: \($0, .bold)" } ?? "stored"
        // Values are shown only to a person: the output of scripts may be logged.
        case .supplied(let value): isAsked ? "\(value, .bold)" : "the given value"
        case nil where isUnavailable: "no verified value: ask the operator of \(idmIdentifier)"
        case nil: isAsked ? "\(open) (you will be asked)" : open
        }
    }

    /// The open decision in words.
    private var open: Text {
        if needsValue { return "missing" }
        guard offered.count > 1 else { return onlyAlias.map { "stored: \($0)" } ?? "stored" }
        let names = offered.map { $0.isPrimary ? "\($0.alias) (preferred)" : "\($0.alias)" as Text }
        return "stored: " + names.joined(separator: " or ")
    }

    private func text(of alias: PersonalInformationAlias?) -> String? { offered.count > 1 ? alias?.alias : onlyAlias }
}
