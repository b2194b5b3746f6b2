/// Decodes one node.
struct NodeDecoder: Decoder {
    let node: Node
    let path: Path
    let record: KeyRecord

    init(node: Node, path: Path, record: KeyRecord) {
        (self.node, self.path, self.record) = (node, path, record)
        if case .mapping = node.content { record.visit(path) }
    }

    var codingPath: [any CodingKey] { path.codingKeys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .mapping(let mapping) = node.content else {
            throw wrongType(expected: "a mapping", advice: "write keys with values")
        }
        return KeyedDecodingContainer(MappingContainer(decoder: self, mapping: mapping))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .sequence(let nodes) = node.content else {
            throw wrongType(expected: "a list", advice: "start each element with a hyphen, even a single one")
        }
        return SequenceContainer(decoder: self, nodes: nodes)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { ValueContainer(decoder: self) }

    func descend(to node: Node, _ step: Path.Step) -> NodeDecoder {
        NodeDecoder(node: node, path: path.appending(step), record: record)
    }

    /// The node as a value. Errors of the type's own become ones that say where.
    func value<T: Decodable>(_ type: T.Type) throws(YAMLError) -> T {
        do {
            guard let scalarType = type as? any ScalarValue.Type else { return try T(from: self) }
            // A type's own name for itself: what a type makes of a scalar is of that type.
            guard let value = try scalarType.init(decoding: self) as? T else {
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
    /// What a type's own `init(from:)` says.
    fileprivate var reason: String {
        switch self {
        case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
            .valueNotFound(_, let context):
            context.debugDescription
        @unknown default: "the value is not valid"
        }
    }
}
