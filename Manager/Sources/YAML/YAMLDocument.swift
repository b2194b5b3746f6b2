/// A parsed document, whose decoding finds all errors at once.
///
/// ``YAMLDecoder`` describes the accepted documents.
public struct YAMLDocument: Sendable {
    private let root: Node

    /// Parses a document.
    ///
    /// - Parameter bytes: The document, in UTF-8.
    /// - Throws: ``YAMLError`` for the first syntax error, behind which no others can be found.
    public init(_ bytes: [UInt8]) throws(YAMLError) { root = try Composer.compose(bytes) }

    /// Decodes the document, as ``YAMLDecoder/decode(_:from:)`` does, and finds all its errors.
    ///
    /// - Returns: The value, and the errors in the order of their places. With errors the value is of no use but for
    ///   finding more of them: each value that could not be decoded is replaced by an empty one; nil if there is no
    ///   empty one.
    public func decode<T: Decodable>(_ type: T.Type) -> (value: T?, errors: [YAMLError]) {
        let record = KeyRecord(collectsErrors: true)
        let value = try? NodeDecoder(node: root, path: Path(), record: record).value(type)
        record.noteSurplus(in: root)
        return (value, record.errors.sorted { ($0.line, $0.column) < ($1.line, $1.column) })
    }

    /// Returns the line of a value; if there is none at the path, that of the nearest value around it.
    ///
    /// - Parameter path: As in ``YAMLError/path``.
    public func line(of path: String) -> Int {
        var (node, line, way) = (root, root.position.line, "")
        while let (next, nextLine, nextWay) = Self.step(from: node, way, to: path) {
            (node, line, way) = (next, nextLine, nextWay)
        }
        return line
    }

    /// Finds the value inside `node` that is on the way to `path`.
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
