/// A composer of nodes from a document's events. It refuses documents that two readers could understand differently,
/// and small ones that could become large.
struct Composer {
    static let largestSize = 1 << 20
    static let largestDepth = 32

    private let reader: EventReader
    private var path = Path()

    static func compose(_ bytes: [UInt8]) throws(YAMLError) -> Node {
        guard bytes.count <= largestSize else {
            throw YAMLError(.tooLarge, at: Position(), path: Path(), "the document is larger than 1 MiB; split it")
        }
        if let offset = firstInvalidByte(bytes) {
            throw YAMLError(
                .invalidUTF8, at: Position(of: offset, in: bytes), path: Path(),
                "not UTF-8; save the file in that encoding")
        }
        if let offset = firstForeignLineEnd(bytes) {
            throw YAMLError(
                .lineEnd, at: Position(of: offset, in: bytes), path: Path(),
                "this character (U+0085, U+2028 or U+2029) ends a line for some readers only; remove it, or escape it")
        }
        // A byte order mark is allowed (YAML 1.2, section 5.2), but libyaml would count it as text.
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var composer = Composer(reader: EventReader(bytes[start...]))
        return try composer.document()
    }

    private init(reader: EventReader) { self.reader = reader }

    private static func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        var iterator = bytes.makeIterator()
        var codec = UTF8()
        var offset = 0
        while case .scalarValue(let scalar) = codec.decode(&iterator) { offset += UTF8.width(scalar) }
        return offset
    }

    /// Finds a character that ends a line in YAML 1.1, and so for libyaml, but is text in 1.2 (section 5.4). Behind
    /// such a character in a comment, one reader would find keys and another one none.
    private static func firstForeignLineEnd(_ bytes: [UInt8]) -> Int? {
        let lineEnds = ["\u{85}", "\u{2028}", "\u{2029}"].map { Array($0.utf8) }
        return bytes.indices.first { bytes[$0] >= 0x80 && lineEnds.contains(where: bytes[$0...].starts(with:)) }
    }

    // MARK: Document

    private mutating func document() throws(YAMLError) -> Node {
        _ = try reader.next()  // the stream's start
        let (start, position) = try reader.next()
        guard case .documentStart(let hasDirectives) = start else {
            throw error(.empty, position, "the document is empty")
        }
        guard !hasDirectives else {
            throw error(.directive, position, "directives are not supported; remove the lines that start with %")
        }
        let (event, top) = try reader.next()
        let node = try node(event, top, depth: 0)
        _ = try reader.next()  // the document's end
        let (end, next) = try reader.next()
        guard case .streamEnd = end else {
            throw error(.severalDocuments, next, "a second document begins here; put it into a file of its own")
        }
        return node
    }

    private mutating func node(_ event: Event, _ position: Position, depth: Int) throws(YAMLError) -> Node {
        switch event {
        case .scalar(let text, let isPlain, let properties):
            try check(properties, position, tags: ["str", "int", "bool", "float", "null"])
            // With a tag of its own a scalar is text, or what it looks like.
            let isString = properties.tag.map { $0 == Self.core + "str" } ?? !isPlain
            let scalar = Scalar(text: text, isString: isString)
            // `!!null 5` is nothing to one reader, 5 to another, and an error to most.
            guard properties.tag.map({ scalar.resolved.tags.contains($0.dropFirst(Self.core.count)) }) ?? true else {
                throw tagError(position)
            }
            return Node(content: .scalar(scalar), position: position)
        case .sequenceStart(let properties):
            try check(properties, position, tags: ["seq"])
            return Node(content: .sequence(try sequence(position, depth: depth + 1)), position: position)
        case .mappingStart(let properties):
            try check(properties, position, tags: ["map"])
            return Node(content: .mapping(try mapping(position, depth: depth + 1)), position: position)
        default:
            throw error(.alias, position, "aliases are not supported; write the value here once more")
        }
    }

    private mutating func sequence(_ position: Position, depth: Int) throws(YAMLError) -> [Node] {
        try check(depth, position)
        let outer = path
        defer { path = outer }
        var nodes: [Node] = []
        while true {
            let (event, position) = try reader.next()
            if case .sequenceEnd = event { return nodes }
            path = outer.appending(.index(nodes.count))
            nodes.append(try node(event, position, depth: depth))
        }
    }

    private mutating func mapping(_ position: Position, depth: Int) throws(YAMLError) -> Mapping {
        try check(depth, position)
        let outer = path
        defer { path = outer }
        var entries: [Mapping.Entry] = []
        var keys: Set<String> = []
        while true {
            let (event, position) = try reader.next()
            if case .mappingEnd = event { return Mapping(entries) }
            path = outer
            let key = try key(event, position)
            path = outer.appending(.key(key))
            guard keys.insert(key).inserted else {
                throw error(.duplicateKey, position, "the key is there twice; remove one of the two")
            }
            let (value, start) = try reader.next()
            entries.append(.init(key: key, keyPosition: position, value: try node(value, start, depth: depth)))
        }
    }

    private func key(_ event: Event, _ position: Position) throws(YAMLError) -> String {
        switch event {
        case .scalar(let text, let isPlain, let properties):
            try check(properties, position, tags: ["str"])
            if isPlain, text == "<<" {
                throw error(.mergeKey, position, "merge keys (<<) are not supported; write the keys here")
            }
            guard !text.isEmpty else { throw error(.invalidKey, position, "a key is missing before the colon") }
            guard !text.utf8.contains(0) else {
                throw error(.invalidKey, position, "a key cannot contain the character NUL (\\0); remove it")
            }
            return text
        case .alias: throw error(.alias, position, "aliases are not supported; write the key here")
        default:
            throw error(
                .invalidKey, position, "a key must be text, not a list or a mapping; put text with braces in quotes")
        }
    }

    // MARK: Refusals

    private static let core = "tag:yaml.org,2002:"

    private func check(_ properties: Event.Properties, _ position: Position, tags: [String]) throws(YAMLError) {
        guard !properties.hasAnchor else {
            throw error(.anchor, position, "anchors (&) are not supported; put text that starts with & in quotes")
        }
        guard let tag = properties.tag else { return }
        guard tags.contains(where: { tag == Self.core + $0 }) else { throw tagError(position) }
    }

    private func tagError(_ position: Position) -> YAMLError {
        error(.tag, position, "this tag (!) does not fit here; remove it, or put text that starts with ! in quotes")
    }

    private func check(_ depth: Int, _ position: Position) throws(YAMLError) {
        guard depth <= Self.largestDepth else {
            throw error(
                .tooDeep, position, "more than \(Self.largestDepth) levels inside of each other; flatten the document")
        }
    }

    private func error(_ code: YAMLError.Code, _ position: Position, _ reason: String) -> YAMLError {
        YAMLError(code, at: position, path: path, reason)
    }
}
