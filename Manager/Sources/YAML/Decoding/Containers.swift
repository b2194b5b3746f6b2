import Spelling

/// A container for a mapping. A key for which the type asks is a known key, even if the document does not have it.
struct MappingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: NodeDecoder
    let mapping: Mapping

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { mapping.entries.compactMap { Key(stringValue: $0.key) } }

    func contains(_ key: Key) -> Bool {
        decoder.record.ask(for: key.stringValue, at: decoder.path)
        return mapping[key.stringValue] != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool { try inner(key).node.isNull }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try inner(key).value(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try inner(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try inner(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try inner(AnyKey(stringValue: "super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try inner(key) }

    private func inner(_ key: some CodingKey) throws(YAMLError) -> NodeDecoder {
        decoder.record.ask(for: key.stringValue, at: decoder.path)
        if let node = mapping[key.stringValue] { return decoder.descend(to: node, .key(key.stringValue)) }
        if decoder.isBlank { return decoder }
        let error = missing(key.stringValue)
        guard decoder.record.collectsErrors else { throw error }
        decoder.record.note(error)
        return decoder.blank
    }

    /// Makes the error of a missing key, which is often there under a similar name.
    private func missing(_ key: String) -> YAMLError {
        let others = mapping.entries.filter { !decoder.record.isAskedFor($0.key, at: decoder.path) }
        let similar = Spelling.nearest(to: key, among: others.map(\.key))
        let advice = similar.map { "is \($0) meant to be it?" } ?? "add it"
        return decoder.error(.missingKey, "the key \(key) is missing; \(advice)")
    }
}

/// A container for a list.
struct SequenceContainer: UnkeyedDecodingContainer {
    let decoder: NodeDecoder
    let nodes: [Node]
    private(set) var currentIndex = 0

    init(decoder: NodeDecoder, nodes: [Node]) {
        (self.decoder, self.nodes) = (decoder, nodes)
        if !decoder.isBlank { decoder.record.ask(forElements: 0, at: decoder.path) }
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { nodes.count }
    var isAtEnd: Bool { currentIndex == nodes.count }

    mutating func decodeNil() throws -> Bool {
        guard try next().node.isNull else { return false }
        advance()
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let value = try next().value(type)
        advance()
        return value
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let container = try next().container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try next().unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let inner = try next()
        advance()
        return inner
    }

    private func next() throws(YAMLError) -> NodeDecoder {
        guard !isAtEnd else {
            if decoder.isBlank { return decoder }
            throw decoder.error(.missingKey, "the list is too short; add an element")
        }
        return decoder.descend(to: nodes[currentIndex], .index(currentIndex))
    }

    private mutating func advance() {
        guard !isAtEnd else { return }
        currentIndex += 1
        decoder.record.ask(forElements: currentIndex, at: decoder.path)
    }
}

/// A container for a single value.
struct ValueContainer: SingleValueDecodingContainer {
    let decoder: NodeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.isBlank || decoder.node.isNull }
    /// Throws where `NodeDecoder.value` notes a fault: the type that reads this node may read it as another one, and
    /// what it throws itself is noted.
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decoded(type) }
}
