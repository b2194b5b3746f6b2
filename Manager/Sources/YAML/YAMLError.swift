/// The reason why a YAML document was refused, with its place.
///
/// Names keys, never values, since a configuration may hold secrets.
public struct YAMLError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        case tooLarge, invalidUTF8, lineEnd, syntax, tooDeep
        case empty, severalDocuments, directive
        case anchor, alias, tag, mergeKey, duplicateKey, invalidKey
        case unknownKey, missingKey, wrongType, invalidValue, surplusElement
    }

    public let code: Code
    /// Counted from 1.
    public let line: Int
    /// In characters (Unicode scalars), counted from 1.
    public let column: Int
    /// The path of the value: `organizations[0].services[1].redirectUris`; empty for the whole document.
    public let path: String
    /// The fault and its remedy.
    public let reason: String

    public var description: String {
        "line \(line), column \(column)\(path.isEmpty ? "" : " (\(path))"): \(reason)"
    }

    init(_ code: Code, at position: Position, path: Path, _ reason: String) {
        self.code = code
        (line, column) = (position.line, position.column)
        self.path = path.description
        self.reason = reason
    }
}
