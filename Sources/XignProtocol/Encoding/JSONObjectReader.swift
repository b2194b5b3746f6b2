/// A reader of the members of one object by name. `end` refuses members that were not read: a statement has a closed
/// list of members, so that nobody signs one that was ignored.
struct JSONObjectReader {
    private var members: [(name: String, value: JSONValue)]

    init(_ value: JSONValue) throws(StatementError) {
        guard case .object(let members) = value else { throw .malformed }
        self.members = members
    }

    /// Takes a member, or returns nil where it is absent.
    ///
    /// Names are compared as bytes. Swift's `==` compares by Unicode equivalence, so that a Kelvin sign would match the
    /// K in `rootKeys` here, and not in other readers.
    mutating func optional(_ name: String) -> JSONValue? {
        guard let index = members.firstIndex(where: { $0.name.hasSameBytes(as: name) }) else { return nil }
        return members.remove(at: index).value
    }

    mutating func value(_ name: String) throws(StatementError) -> JSONValue {
        guard let value = optional(name) else { throw .malformed }
        return value
    }

    mutating func string(_ name: String) throws(StatementError) -> String { try value(name).asString() }

    mutating func optionalString(_ name: String) throws(StatementError) -> String? { try optional(name)?.asString() }

    mutating func integer(_ name: String) throws(StatementError) -> Int64 {
        guard case .integer(let number) = try value(name) else { throw .malformed }
        return number
    }

    mutating func optionalInteger(_ name: String) throws(StatementError) -> Int64? {
        guard let value = optional(name) else { return nil }
        guard case .integer(let number) = value else { throw .malformed }
        return number
    }

    mutating func boolean(_ name: String) throws(StatementError) -> Bool {
        guard case .boolean(let flag) = try value(name) else { throw .malformed }
        return flag
    }

    mutating func array(_ name: String) throws(StatementError) -> [JSONValue] { try value(name).asArray() }

    mutating func bytes(_ name: String, count: Int? = nil) throws(StatementError) -> [UInt8] {
        guard let bytes = Base64URL.decode(try string(name)), count == nil || bytes.count == count else {
            throw .malformed
        }
        return bytes
    }

    mutating func identifier<Kind>(_ name: String) throws(StatementError) -> Identifier<Kind> {
        guard let identifier = Identifier<Kind>(try bytes(name)) else { throw .malformed }
        return identifier
    }

    mutating func word<Word: RawRepresentable>(_ name: String) throws(StatementError) -> Word
    where Word.RawValue == String {
        let text = try string(name)
        guard let word = Word(rawValue: text), word.rawValue.hasSameBytes(as: text) else { throw .malformed }
        return word
    }

    /// Refuses members that were not read. Must be called last.
    func end() throws(StatementError) { guard members.isEmpty else { throw .malformed } }
}

extension JSONValue {
    func asString() throws(StatementError) -> String {
        guard case .string(let text) = self else { throw .malformed }
        return text
    }

    func asArray() throws(StatementError) -> [JSONValue] {
        guard case .array(let elements) = self else { throw .malformed }
        return elements
    }

    static func bytes(_ bytes: some Collection<UInt8>) -> JSONValue { .string(Base64URL.encode(bytes)) }
}
