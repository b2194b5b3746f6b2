import Terminal
import XignSDK

/// The attributes that a service asks for, in words.
struct RequestedAttributes {
    let all: [RequestedAttribute]

    init(_ info: AuthenticationPersonalInformation) {
        all = KnownAttribute.all.compactMap { RequestedAttribute($0, in: info) }
    }

    var undecided: [RequestedAttribute] { all.filter { $0.decision == nil } }

    /// Nil where the service does not ask for it.
    subscript(known: KnownAttribute) -> RequestedAttribute? { all.first { $0.known.name == known.name } }

    /// A line each: what it is, whether it must be, and what will be sent.
    /// - Parameters:
    ///   - isAsked: there is a person who will be asked what is open.
    ///   - idmIdentifier: the manager.
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
        case .leftOut: isUnavailable ? "left out: it is missing, and must be verified" : "left out"
        case .stored(let alias): alias.map { "stored: \($0.alias, .bold)" } ?? "stored"
        // Only for the eyes of the person: what scripts print is kept.
        case .supplied(let value): isAsked ? "\(value, .bold)" : "the value that was given"
        case nil where isUnavailable: "missing, and must be verified: ask the operator of \(idmIdentifier)"
        case nil: isAsked ? "\(open) (you will be asked)" : open
        }
    }

    /// What there is to decide.
    private var open: Text {
        if needsValue { return "missing" }
        let names = offered.map {
            $0.isPrimary && offered.count > 1 ? "\($0.alias) (preferred)" : "\($0.alias)" as Text
        }
        return names.isEmpty ? "stored" : "stored: " + names.joined(separator: " or ")
    }
}
