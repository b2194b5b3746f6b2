import Spelling

/// The keys that a type has asked for while it was decoded, and the errors that were found.
///
/// A `Decodable` type cannot list the keys that it knows, so unknown keys are found afterwards: the type has not asked
/// for them.
final class KeyRecord {
    /// True if decoding goes on after an error.
    let collectsErrors: Bool
    private(set) var errors: [YAMLError] = []
    private var asked: [Path: Set<String>] = [:]
    private var elements: [Path: Int] = [:]
    private var abandoned: Set<Path> = []

    /// XignDomain knows the key by the same name.
    let userInfo: [CodingUserInfoKey: Any]

    init(collectsErrors: Bool = false) {
        self.collectsErrors = collectsErrors
        userInfo = collectsErrors ? CodingUserInfoKey(rawValue: "notesFaults").map { [$0: true] } ?? [:] : [:]
    }

    func note(_ error: YAMLError) {
        // A type that got a substitute finds a fault in it.
        if error.code == .invalidValue, errors.contains(where: { $0.path == error.path }) { return }
        if !errors.contains(error) { errors.append(error) }
    }

    /// Notes that decoding has stopped inside a value. Its keys are not unknown: the type may have asked for them
    /// later.
    func abandon(_ path: Path) { abandoned.insert(path) }

    /// Notes that a mapping is being decoded, perhaps by a type that asks for no key.
    func visit(_ path: Path) { asked[path] = asked[path] ?? [] }

    func ask(for key: String, at path: Path) { asked[path, default: []].insert(key) }

    /// Notes that the first `count` elements of a list have been asked for.
    func ask(forElements count: Int, at path: Path) { elements[path] = max(elements[path] ?? 0, count) }

    func isAskedFor(_ key: String, at path: Path) -> Bool { asked[path]?.contains(key) ?? false }

    /// Adds an error for each key and element that was not asked for, from the top to the bottom.
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
