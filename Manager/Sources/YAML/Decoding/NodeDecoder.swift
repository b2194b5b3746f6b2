/// A decoder of one node.
struct NodeDecoder: Decoder {
    let node: Node
    let path: Path
    let record: KeyRecord
    /// True for the substitute of a value that could not be decoded: it is empty for every type, and adds no errors.
    let isBlank: Bool

    init(node: Node, path: Path, record: KeyRecord, isBlank: Bool = false) {
        (self.node, self.path, self.record, self.isBlank) = (node, path, record, isBlank)
        if case .mapping = node.content { record.visit(path) }
    }

    var blank: NodeDecoder { NodeDecoder(node: node, path: path, record: record, isBlank: true) }

    var codingPath: [any CodingKey] { path.codingKeys }
    /// Tells types that faults are noted at their places, so that they can go on after one.
    var userInfo: [CodingUserInfoKey: Any] { record.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if isBlank { return KeyedDecodingContainer(MappingContainer(decoder: self, mapping: Mapping([]))) }
        guard case .mapping(let mapping) = node.content else {
            throw wrongType(expected: "a mapping", advice: "write keys with values")
        }
        return KeyedDecodingContainer(MappingContainer(decoder: self, mapping: mapping))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        if isBlank { return SequenceContainer(decoder: self, nodes: []) }
        guard case .sequence(let nodes) = node.content else {
            throw wrongType(expected: "a list", advice: "start each element with a hyphen, even a single one")
        }
        return SequenceContainer(decoder: self, nodes: nodes)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { ValueContainer(decoder: self) }

    func descend(to node: Node, _ step: Path.Step) -> NodeDecoder {
        NodeDecoder(node: node, path: path.appending(step), record: record)
    }

    /// Decodes the node. Where errors are collected, a value that cannot be decoded is noted and replaced by an empty
    /// one.
    func value<T: Decodable>(_ type: T.Type) throws(YAMLError) -> T {
        do { return try decoded(type) } catch {
            guard record.collectsErrors, !isBlank else { throw error }
            record.note(error)
            record.abandon(path)
            // Not every type has an empty value; if it has none, the value around it is replaced.
            guard let empty = try? blank.decoded(type) else { throw error }
            return empty
        }
    }

    /// Decodes the node, and adds the place to errors of the type itself.
    func decoded<T: Decodable>(_ type: T.Type) throws(YAMLError) -> T {
        do {
            guard let scalarType = type as? any ScalarValue.Type else { return try T(from: self) }
            // The cast succeeds, since `scalar` is of the type `T`.
            let scalar: any ScalarValue = isBlank ? scalarType.empty : try scalarType.init(decoding: self)
            guard let value = scalar as? T else {
                throw error(.invalidValue, "unreadable")
            }
            return value
        } catch let error as YAMLError {
            throw error
        } catch let error as DecodingError {
            throw self.error(.invalidValue, error.reason)
        } catch {
            throw self.error(.invalidValue, "\(error)")
        }
    }

    func error(_ code: YAMLError.Code, _ reason: String) -> YAMLError {
        YAMLError(code, at: node.position, path: path, reason)
    }

    func wrongType(expected: String, advice: String) -> YAMLError {
        error(.wrongType, "\(expected) is expected and \(node.kind) is there; \(advice)")
    }
}

extension DecodingError {
    /// The message of a type's own `init(from:)`.
    fileprivate var reason: String {
        switch self {
        case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
            .valueNotFound(_, let context):
            context.debugDescription
        @unknown default: "the value is not valid"
        }
    }
}
