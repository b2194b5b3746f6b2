/// A decoder of values that `StrictJSON` has read, so that no second reader can interpret a text differently.
///
/// There is no null: an optional member without a value is absent. Errors never quote the input, which may hold
/// secrets.
struct JSONValueDecoder: Decoder {
    let value: JSONValue

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw Self.mismatch("an object") }
        return KeyedDecodingContainer(Members(members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw Self.mismatch("an array") }
        return Elements(elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(value: value) }

    static func mismatch(_ expected: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: "\(expected) is expected"))
    }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let members: [(name: String, value: JSONValue)]
    /// An index for objects with many members. `Dictionary.init(from:)` decodes each member by its name, and a linear
    /// search would take quadratic time.
    private let valuesByName: [[UInt8]: JSONValue]?

    init(members: [(name: String, value: JSONValue)]) {
        self.members = members
        valuesByName =
            members.count < 32
            ? nil : Dictionary(members.map { (Array($0.name.utf8), $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { member(key) != nil }
    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try type.init(from: required(key)) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try required(key).single.decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try required(key).single.decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try required(key).single.decode(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try required(key).single.decode(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try required(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try required(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { JSONValueDecoder(value: .object(members)) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try required(key) }

    private func member(_ key: Key) -> JSONValue? {
        if let valuesByName { return valuesByName[Array(key.stringValue.utf8)] }
        return members.first { $0.name.hasSameBytes(as: key.stringValue) }?.value
    }

    private func required(_ key: Key) throws -> JSONValueDecoder {
        guard let value = member(key) else { throw JSONValueDecoder.mismatch("the member \(key.stringValue)") }
        return JSONValueDecoder(value: value)
    }
}

private struct Elements: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    private(set) var currentIndex = 0

    init(elements: [JSONValue]) { self.elements = elements }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() -> Bool { false }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try type.init(from: next()) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws -> JSONValueDecoder {
        guard !isAtEnd else { throw JSONValueDecoder.mismatch("another element") }
        defer { currentIndex += 1 }
        return JSONValueDecoder(value: elements[currentIndex])
    }
}

private struct Single: SingleValueDecodingContainer {
    let value: JSONValue

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard case .boolean(let flag) = value else { throw JSONValueDecoder.mismatch("true or false") }
        return flag
    }

    func decode(_ type: String.Type) throws -> String {
        guard case .string(let text) = value else { throw JSONValueDecoder.mismatch("a string") }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double { throw JSONValueDecoder.mismatch("no fraction") }
    func decode(_ type: Float.Type) throws -> Float { throw JSONValueDecoder.mismatch("no fraction") }
    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try type.init(from: JSONValueDecoder(value: value)) }

    private func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        guard case .integer(let number) = value, let exact = T(exactly: number) else {
            throw JSONValueDecoder.mismatch("an integer of that size")
        }
        return exact
    }
}

extension JSONValueDecoder {
    fileprivate var single: Single { Single(value: value) }
}
