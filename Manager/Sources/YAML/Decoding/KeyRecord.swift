import Spelling

/// Which keys of which mappings a decoded type has asked for. `Decodable` cannot tell which it knows, so those that nobody
/// asked for are found afterwards.
final class KeyRecord {
    private var asked: [Path: Set<String>] = [:]
    private var elements: [Path: Int] = [:]

    /// A mapping is being decoded, maybe by a type that asks for nothing.
    func visit(_ path: Path) { asked[path] = asked[path] ?? [] }

    func ask(for key: String, at path: Path) { asked[path, default: []].insert(key) }

    /// The first `count` elements of a list have been asked for.
    func ask(forElements count: Int, at path: Path) { elements[path] = max(elements[path] ?? 0, count) }

    func isAskedFor(_ key: String, at path: Path) -> Bool { asked[path]?.contains(key) ?? false }

    /// - Throws: ``YAMLError`` for the first that was not.
    func checkThatAllWereAskedFor(in node: Node, at path: Path = Path()) throws(YAMLError) {
        switch node.content {
        case .scalar: break
        case .sequence(let nodes):
            if let count = elements[path], count < nodes.count {
                throw YAMLError(
                    .surplusElement, at: nodes[count].position, path: path.appending(.index(count)),
                    "the list has \(nodes.count) elements, and \(count) are expected; remove the others")
            }
            for (index, node) in nodes.enumerated() {
                try checkThatAllWereAskedFor(in: node, at: path.appending(.index(index)))
            }
        case .mapping(let mapping):
            guard let known = asked[path] else { break }
            for entry in mapping.entries {
                let inner = path.appending(.key(entry.key))
                guard known.contains(entry.key) else {
                    let free = known.filter { mapping[$0] == nil }
                    let advice = Spelling.nearest(to: entry.key, among: free).map { "did you mean \($0)?" }
                    throw YAMLError(
                        .unknownKey, at: entry.keyPosition, path: inner, "unknown key; \(advice ?? "remove it")")
                }
                try checkThatAllWereAskedFor(in: entry.value, at: inner)
            }
        }
    }
}
