import XignProtocol

/// Lists the members that a change replaces, in the words of the file: `active: true -> false`. Things with a
/// name are compared by it.
/// - Parameter old: nil for a thing that was not there.
public func differences(from old: JSONValue?, to new: JSONValue) -> String {
    differences(old ?? .object([]), new, at: "").joined(separator: "; ")
}

private func differences(_ old: JSONValue?, _ new: JSONValue?, at path: String) -> [String] {
    switch (old, new) {
    case (.object(let before)?, .object(let after)?): return differences(before, after, at: path)
    case (.array(let before)?, .array(let after)?):
        if let before = byName(before), let after = byName(after) { return differences(before, after, at: path) }
    default: break
    }
    let (before, after) = (text(old), text(new))
    return before == after ? [] : ["\(path): \(before) -> \(after)"]
}

private typealias NamedValue = (name: String, value: JSONValue)

private func differences(_ old: [NamedValue], _ new: [NamedValue], at path: String) -> [String] {
    let names = old.map(\.name) + new.map(\.name).filter { name in !old.contains { $0.name == name } }
    return names.flatMap { name in
        differences(
            old.first { $0.name == name }?.value, new.first { $0.name == name }?.value,
            at: path.isEmpty ? name : "\(path).\(name)")
    }
}

private func byName(_ values: [JSONValue]) -> [NamedValue]? {
    var named: [NamedValue] = []
    for value in values {
        guard case .object(let members) = value,
            case .string(let name)? = members.first(where: { $0.name == "name" })?.value
        else { return nil }
        named.append((name, value))
    }
    return named
}

private func text(_ value: JSONValue?) -> String { value?.declaredText ?? "none" }

extension JSONValue {
    /// The value as a declaration has it, in one line.
    public var declaredText: String {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .boolean(let isTrue): "\(isTrue)"
        case .array(let values): "[\(values.map(\.declaredText).joined(separator: ", "))]"
        case .object(let members): "{\(members.map { "\($0.name): \($0.value.declaredText)" }.joined(separator: ", "))}"
        }
    }
}
