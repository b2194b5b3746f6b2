/// The names and values of a query, a form or the cookies, in their order. Names are case-sensitive.
///
/// A name may be repeated, perhaps by an attacker. `single` and `required` refuse a repetition, `all` returns every
/// value, and no method returns the first value only.
public struct Parameters: Sendable, Equatable {
    public struct Parameter: Sendable, Equatable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The largest number of names in one query or form; more are refused with 400.
    public static let limit = 256

    public private(set) var list: [Parameter] = []

    public init() {}

    public init(_ list: [Parameter]) { self.list = list }

    public var isEmpty: Bool { list.isEmpty }

    /// Returns all values of the name, in the order received.
    public func all(_ name: String) -> [String] {
        list.compactMap { $0.name == name ? $0.value : nil }
    }

    /// Returns the value of the name, or nil.
    ///
    /// - Throws: 400 when the name is repeated.
    public func single(_ name: String) throws(HTTPError) -> String? {
        var found: String?
        for parameter in list where parameter.name == name {
            guard found == nil else { throw .malformed("\(name) is repeated") }
            found = parameter.value
        }
        return found
    }

    /// Returns the value of the name.
    ///
    /// - Throws: 400 when the name is missing or repeated.
    public func required(_ name: String) throws(HTTPError) -> String {
        guard let value = try single(name) else { throw .malformed("\(name) is missing") }
        return value
    }

    /// The first name that is repeated. OAuth 2.0 refuses every repetition (RFC 6749, section 3.1).
    public var repeatedName: String? {
        var seen: Set<String> = []
        return list.first { !seen.insert($0.name).inserted }?.name
    }
}

extension Parameters {
    /// Decodes application/x-www-form-urlencoded: a query, or a form's body. Escaped line ends are allowed.
    ///
    /// - Throws: 400 for escapes that are not two hexadecimal digits, for invalid UTF-8, for NUL, and for more than
    ///   `limit` names.
    public init(formEncoded bytes: some Collection<UInt8>) throws(HTTPError) {
        for part in Array(bytes).split(separator: UInt8(ascii: "&")) {
            guard list.count < Self.limit else { throw .malformed("too many parameters") }
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let name = try PercentDecoder.decode(part[..<equals], plusIsSpace: true)
            let value = try PercentDecoder.decode(part[equals...].dropFirst(), plusIsSpace: true)
            list.append(Parameter(name, value))
        }
    }
}

/// Names only: a value may be a password or a code.
extension Parameters: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "[" + list.map(\.name).joined(separator: ", ") + "]" }
    public var debugDescription: String { description }
}
