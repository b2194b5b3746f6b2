/// A value in a document, with the place where it begins.
struct Node: Sendable {
    enum Content: Sendable {
        case scalar(Scalar)
        case sequence([Node])
        case mapping(Mapping)
    }

    let content: Content
    let position: Position

    var isNull: Bool {
        if case .scalar(let scalar) = content { scalar.resolved == .null } else { false }
    }

    /// The kind of value, for messages.
    var kind: String {
        switch content {
        case .scalar(let scalar): scalar.resolved.kind
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}

/// Keys with values, in the order of the document. No key is repeated.
struct Mapping: Sendable {
    struct Entry: Sendable {
        let key: String
        let keyPosition: Position
        let value: Node
    }

    let entries: [Entry]
    private let indices: [String: Int]

    init(_ entries: [Entry]) {
        self.entries = entries
        indices = Dictionary(entries.enumerated().map { ($1.key, $0) }) { first, _ in first }
    }

    subscript(key: String) -> Node? { indices[key].map { entries[$0].value } }
}
