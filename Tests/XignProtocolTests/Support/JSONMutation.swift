@testable import XignProtocol

/// A JSON value with one change at one place.
struct JSONMutation: Sendable {
    enum Kind: String, Sendable {
        /// A member is missing.
        case missing
        /// A value is another one of its type.
        case changed
        /// A value has another type.
        case retyped
        /// An object has one more member.
        case added
    }

    let kind: Kind
    /// The names of the members on the way, separated by dots; elements of arrays by number.
    let path: String
    let value: JSONValue

    /// The bytes of the changed value.
    var bytes: [UInt8] { value.serialized }
    var what: String { "\(kind.rawValue): \(path)" }
}

extension JSONValue {
    /// Returns every change of one place in this value.
    var mutations: [JSONMutation] { mutations(at: "") }

    private func mutations(at path: String) -> [JSONMutation] {
        func place(_ name: some CustomStringConvertible) -> String { path.isEmpty ? "\(name)" : "\(path).\(name)" }
        switch self {
        case .object(let members):
            let added = JSONValue.object(members + [("zzz", .integer(1))])
            return [JSONMutation(kind: .added, path: place("zzz"), value: added)]
                + members.indices.flatMap { index in
                    var rest = members
                    let (name, value) = rest.remove(at: index)
                    let missing = JSONMutation(kind: .missing, path: place(name), value: .object(rest))
                    return [missing]
                        + value.alterations(at: place(name)).map {
                            $0.around { .object(rest + [(name, $0)]) }
                        }
                }
        case .array(let elements):
            return elements.indices.flatMap { index in
                elements[index].alterations(at: place(index)).map { mutation in
                    mutation.around { element in
                        var changed = elements
                        changed[index] = element
                        return .array(changed)
                    }
                }
            }
        case .string, .integer, .boolean: return []
        }
    }

    /// Returns this value changed and retyped, and every change within it.
    private func alterations(at path: String) -> [JSONMutation] {
        let (changed, retyped) = alternatives
        return changed.map { JSONMutation(kind: .changed, path: path, value: $0) }
            + [JSONMutation(kind: .retyped, path: path, value: retyped)] + mutations(at: path)
    }

    /// Other values of the same type, and one of another type.
    private var alternatives: (same: [JSONValue], other: JSONValue) {
        switch self {
        case .object: ([], .string("x"))
        case .array(let elements):
            (
                elements.isEmpty ? [] : [.array(elements.dropLast()), .array(elements + elements.suffix(1))],
                .string("x")
            )
        case .string(let text): ([.string((text.hasPrefix("A") ? "B" : "A") + text.dropFirst())], .integer(7))
        case .integer(let number): ([.integer(number + 1)], .string("7"))
        case .boolean(let flag): ([.boolean(!flag)], .integer(1))
        }
    }
}

extension JSONMutation {
    fileprivate func around(_ outer: (JSONValue) -> JSONValue) -> JSONMutation {
        JSONMutation(kind: kind, path: path, value: outer(value))
    }
}
