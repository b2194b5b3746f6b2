/// Readers of the JSON that several kinds of statements share.
enum StatementCoding {
    /// Parses strict JSON within the limits of statements.
    static func json(_ bytes: [UInt8]) throws(StatementError) -> JSONValue {
        do throws(StrictJSON.Refusal) { return try StrictJSON.parse(bytes, limits: .statement) } catch {
            throw .malformed
        }
    }

    /// Reads alternatives, each sorted, without repetition, and with the device.
    static func alternatives(_ values: [JSONValue]) throws(StatementError) -> [[FactorType]] {
        var alternatives: [[FactorType]] = []
        for value in values {
            var factors: [FactorType] = []
            for name in try value.asArray() {
                guard let factor = FactorType(rawValue: try name.asString()) else { throw .malformed }
                factors.append(factor)
            }
            guard factors.contains(.device), factors == factors.sorted(), Set(factors).count == factors.count else {
                throw .malformed
            }
            alternatives.append(factors)
        }
        guard !alternatives.isEmpty else { throw .malformed }
        return alternatives
    }
}

extension JSONObjectReader {
    /// Reads text that is displayed to the user before they sign.
    mutating func displayText(_ name: String) throws(StatementError) -> String {
        let text = try string(name)
        guard DisplayText.isValid(text) else { throw .malformed }
        return text
    }

    /// Reads optional text that is displayed to the user before they sign.
    mutating func optionalDisplayText(_ name: String) throws(StatementError) -> String? {
        guard let text = try optionalString(name) else { return nil }
        guard DisplayText.isValid(text) else { throw .malformed }
        return text
    }

    /// Reads an identifier that is text: 1 to 256 bytes, compared byte by byte and not displayed.
    mutating func textIdentifier(_ name: String) throws(StatementError) -> String {
        guard let text = try optionalTextIdentifier(name) else { throw .malformed }
        return text
    }

    /// Reads an optional identifier that is text.
    mutating func optionalTextIdentifier(_ name: String) throws(StatementError) -> String? {
        guard let text = try optionalString(name) else { return nil }
        guard (1...256).contains(text.utf8.count) else { throw .malformed }
        return text
    }
}
