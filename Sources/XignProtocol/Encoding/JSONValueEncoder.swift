/// An encoder of values as JSON of the protocol's profile; `JSONValueDecoder` is its counterpart.
///
/// Optional members without a value are left out. Encoding a null or a fraction throws, since the profile has neither.
final class JSONValueEncoder: Encoder {
    private var single: JSONValue?
    private var elements: [JSONValueEncoder]?
    private var members: [(name: String, encoder: JSONValueEncoder)] = []

    /// The encoded value; an empty object where nothing was encoded.
    var value: JSONValue {
        if let single { return single }
        if let elements { return .array(elements.map(\.value)) }
        return .object(members.map { ($0.name, $0.encoder.value) })
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Members(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if elements == nil { elements = [] }
        return Elements(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    fileprivate func put(_ value: JSONValue) { single = value }

    fileprivate func member(_ key: some CodingKey) -> JSONValueEncoder {
        let encoder = JSONValueEncoder()
        members.append((key.stringValue, encoder))
        return encoder
    }

    fileprivate func element() -> JSONValueEncoder {
        let encoder = JSONValueEncoder()
        elements?.append(encoder)
        return encoder
    }

    fileprivate var elementCount: Int { elements?.count ?? 0 }

    fileprivate static func unsupported(_ what: String) -> EncodingError {
        .invalidValue(what, .init(codingPath: [], debugDescription: "\(what) is not in the protocol's profile of JSON"))
    }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: JSONValueEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { throw JSONValueEncoder.unsupported("null") }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try value.encode(to: encoder.member(key)) }
    func encode(_ value: String, forKey key: Key) { encoder.member(key).put(.string(value)) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { encoder.member(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.member(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }
}

private struct Elements: UnkeyedEncodingContainer {
    let encoder: JSONValueEncoder

    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.elementCount }

    func encodeNil() throws { throw JSONValueEncoder.unsupported("null") }
    func encode<T: Encodable>(_ value: T) throws { try value.encode(to: encoder.element()) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder.element().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.element().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder.element() }
}

private struct Single: SingleValueEncodingContainer {
    let encoder: JSONValueEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws { throw JSONValueEncoder.unsupported("null") }
    func encode(_ value: Bool) { encoder.put(.boolean(value)) }
    func encode(_ value: String) { encoder.put(.string(value)) }
    func encode(_ value: Double) throws { throw JSONValueEncoder.unsupported("a fraction") }
    func encode(_ value: Float) throws { throw JSONValueEncoder.unsupported("a fraction") }
    func encode(_ value: Int) throws { try integer(value) }
    func encode(_ value: Int8) throws { try integer(value) }
    func encode(_ value: Int16) throws { try integer(value) }
    func encode(_ value: Int32) throws { try integer(value) }
    func encode(_ value: Int64) throws { try integer(value) }
    func encode(_ value: UInt) throws { try integer(value) }
    func encode(_ value: UInt8) throws { try integer(value) }
    func encode(_ value: UInt16) throws { try integer(value) }
    func encode(_ value: UInt32) throws { try integer(value) }
    func encode(_ value: UInt64) throws { try integer(value) }
    func encode<T: Encodable>(_ value: T) throws { try value.encode(to: encoder) }

    private func integer(_ value: some BinaryInteger) throws {
        guard let number = Int64(exactly: value), JSONValue.integers.contains(number) else {
            throw JSONValueEncoder.unsupported("an integer of that size")
        }
        encoder.put(.integer(number))
    }
}
