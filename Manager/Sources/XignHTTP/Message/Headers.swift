/// The header fields of a request, in the order received.
///
/// Stored as one copy of the bytes and a list of positions; strings are made on demand. Bytes above 0x7F (obs-text) are
/// kept; in a string, invalid UTF-8 becomes U+FFFD. All lookups ignore the case of the name.
public struct Headers: Sendable {
    struct Position {
        var name: Range<UInt32>, value: Range<UInt32>
    }

    private var bytes: [UInt8] = []
    private var positions: [Position] = []

    public init(_ fields: [HeaderField] = []) {
        for field in fields { append(field.name, field.value) }
    }

    init(bytes: [UInt8], positions: [Position]) {
        self.bytes = bytes
        self.positions = positions
    }

    public mutating func append(_ name: String, _ value: String) {
        let start = UInt32(bytes.count)
        bytes += name.utf8
        let middle = UInt32(bytes.count)
        bytes += value.utf8
        positions.append(Position(name: start..<middle, value: middle..<UInt32(bytes.count)))
    }

    public var count: Int { positions.count }

    public var fields: [HeaderField] {
        positions.map { HeaderField(string($0.name), string($0.value)) }
    }

    /// Returns all values of the field, in the order received.
    public func all(_ name: String) -> [String] {
        positions.compactMap { isNamed($0, name) ? string($0.value) : nil }
    }

    /// The first value of the field. For a field that decides about security, use `single`.
    public subscript(name: String) -> String? {
        positions.first { isNamed($0, name) }.map { string($0.value) }
    }

    /// Returns the value of a field that may not be repeated.
    ///
    /// - Throws: 400 when the field is repeated, since two readers could each use another value.
    public func single(_ name: String) throws(HTTPError) -> String? {
        var found: Position?
        for position in positions where isNamed(position, name) {
            guard found == nil else { throw .malformed("\(name) is repeated") }
            found = position
        }
        return found.map { string($0.value) }
    }

    private func string(_ range: Range<UInt32>) -> String {
        String(decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
    }

    private func isNamed(_ position: Position, _ name: String) -> Bool {
        guard position.name.count == name.utf8.count else { return false }
        var index = Int(position.name.lowerBound)
        for byte in name.utf8 {
            guard bytes[index].lowercased == byte.lowercased else { return false }
            index += 1
        }
        return true
    }
}

/// Names only: the values of Cookie and Authorization are secrets.
extension Headers: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "[" + fields.map(\.name).joined(separator: ", ") + "]" }
    public var debugDescription: String { description }
}
