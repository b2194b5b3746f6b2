/// A document that was read, and is decoded with all its errors at once.
///
/// ``YAMLDecoder`` says what is accepted.
public struct YAMLDocument: Sendable {
    private let root: Node

    /// - Parameter bytes: the document, in UTF-8.
    /// - Throws: ``YAMLError`` for the first place where the text is no such document: nothing behind it can be told.
    public init(_ bytes: [UInt8]) throws(YAMLError) { root = try Composer.compose(bytes) }

    /// Decodes the document, as ``YAMLDecoder/decode(_:from:)`` does, and finds all its errors.
    ///
    /// - Returns: the value, in which an empty one stands for each that could not be decoded; nil where there is no empty one.
    ///   The errors are in the order of their places. Only without errors is the value what the document says.
    public func decode<T: Decodable>(_ type: T.Type) -> (value: T?, errors: [YAMLError]) {
        let record = KeyRecord(collectsErrors: true)
        let value = try? NodeDecoder(node: root, path: Path(), record: record).value(type)
        record.noteSurplus(in: root)
        return (value, record.errors.sorted { ($0.line, $0.column) < ($1.line, $1.column) })
    }

    /// The line in which a value stands; where there is none at that path, that of the nearest one around it.
    /// - Parameter path: as in ``YAMLError/path``.
    public func line(of path: String) -> Int {
        var (node, line, way) = (root, root.position.line, "")
        while let (next, nextLine, nextWay) = Self.step(from: node, way, to: path) {
            (node, line, way) = (next, nextLine, nextWay)
        }
        return line
    }

    /// The value inside `node` that lies on the way to `path`.
    private static func step(from node: Node, _ way: String, to path: String) -> (Node, line: Int, way: String)? {
        func leads(_ next: String) -> Bool {
            path == next || path.hasPrefix(next + ".") || path.hasPrefix(next + "[")
        }
        switch node.content {
        case .scalar: return nil
        case .sequence(let nodes):
            for (index, node) in nodes.enumerated() where leads("\(way)[\(index)]") {
                return (node, node.position.line, "\(way)[\(index)]")
            }
        case .mapping(let mapping):
            for entry in mapping.entries {
                let next = way.isEmpty ? entry.key : "\(way).\(entry.key)"
                if leads(next) { return (entry.value, entry.keyPosition.line, next) }
            }
        }
        return nil
    }
}
