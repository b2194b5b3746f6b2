import Spelling

/// What is remembered while a document is decoded: which keys of which mappings the type has asked for, and what was wrong.
/// `Decodable` cannot tell which keys it knows, so those that nobody asked for are found afterwards.
final class KeyRecord {
    /// Whether decoding goes on behind an error.
    let collectsErrors: Bool
    private(set) var errors: [YAMLError] = []
    private var asked: [Path: Set<String>] = [:]
    private var elements: [Path: Int] = [:]
    private var abandoned: Set<Path> = []

    init(collectsErrors: Bool = false) { self.collectsErrors = collectsErrors }

    func note(_ error: YAMLError) {
        if !errors.contains(error) { errors.append(error) }
    }

    /// Decoding has stopped inside a value: what nobody has asked for there, somebody may have wanted.
    func abandon(_ path: Path) { abandoned.insert(path) }

    /// A mapping is being decoded, maybe by a type that asks for nothing.
    func visit(_ path: Path) { asked[path] = asked[path] ?? [] }

    func ask(for key: String, at path: Path) { asked[path, default: []].insert(key) }

    /// The first `count` elements of a list have been asked for.
    func ask(forElements count: Int, at path: Path) { elements[path] = max(elements[path] ?? 0, count) }

    func isAskedFor(_ key: String, at path: Path) -> Bool { asked[path]?.contains(key) ?? false }

    /// Notes keys and elements that nobody has asked for, from the top to the bottom.
    func noteSurplus(in node: Node, at path: Path = Path()) {
        guard !abandoned.contains(path) else { return }
        switch node.content {
        case .scalar: break
        case .sequence(let nodes):
            if let count = elements[path], count < nodes.count {
                note(
                    YAMLError(
                        .surplusElement, at: nodes[count].position, path: path.appending(.index(count)),
                        "the list has \(nodes.count) elements, and \(count) are expected; remove the others"))
            }
            for (index, node) in nodes.enumerated() { noteSurplus(in: node, at: path.appending(.index(index))) }
        case .mapping(let mapping):
            guard let known = asked[path] else { break }
            for entry in mapping.entries {
                let inner = path.appending(.key(entry.key))
                guard known.contains(entry.key) else {
                    let free = known.filter { mapping[$0] == nil }
                    let advice = Spelling.nearest(to: entry.key, among: free).map { "did you mean \($0)?" }
                    note(
                        YAMLError(
                            .unknownKey, at: entry.keyPosition, path: inner, "unknown key; \(advice ?? "remove it")"))
                    continue
                }
                noteSurplus(in: entry.value, at: inner)
            }
        }
    }
}
