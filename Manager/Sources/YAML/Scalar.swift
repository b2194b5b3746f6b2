/// A scalar as written. It is resolved by the core schema of YAML 1.2 (section 10.3.2), not by YAML 1.1, in which `no`
/// is false and `0755` is 493.
struct Scalar: Hashable, Sendable {
    enum Resolved: Hashable, Sendable {
        case null
        case bool(Bool)
        /// An optional sign and digits, without a prefix.
        case integer(digits: String, radix: Int)
        /// A decimal number that starts with zeros: YAML 1.1 reads it as octal, 1.2 as decimal, people as either.
        case ambiguousInteger
        case float(Double)
        case string(String)
    }

    let text: String
    /// True if it is quoted, a block, or tagged as a string: text, whatever it looks like.
    let isString: Bool

    var resolved: Resolved {
        if isString { return .string(text) }
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        case ".nan", ".NaN", ".NAN": return .float(.nan)
        default: return number ?? .string(text)
        }
    }

    private var number: Resolved? {
        if text.hasPrefix("0o"), Self.isDigits(text.dropFirst(2), radix: 8) {
            return .integer(digits: String(text.dropFirst(2)), radix: 8)
        }
        if text.hasPrefix("0x"), Self.isDigits(text.dropFirst(2), radix: 16) {
            return .integer(digits: String(text.dropFirst(2)), radix: 16)
        }
        let unsigned = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
        if Self.isDigits(unsigned, radix: 10) {
            if unsigned.count > 1, unsigned.first == "0" { return .ambiguousInteger }
            return .integer(digits: text, radix: 10)
        }
        if [".inf", ".Inf", ".INF"].contains(String(unsigned)) {
            return .float(text.first == "-" ? -.infinity : .infinity)
        }
        return Self.isFloat(unsigned) ? Double(text).map { .float($0) } : nil
    }

    private static func isDigits(_ text: Substring, radix: Int) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { Character(Unicode.Scalar($0)).hexDigitValue.map { $0 < radix } ?? false }
    }

    /// `( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`
    private static func isFloat(_ text: Substring) -> Bool {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let mantissa = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let exponent =
            parts.count > 1 ? parts[1].first == "-" || parts[1].first == "+" ? parts[1].dropFirst() : parts[1] : "0"
        return mantissa.allSatisfy { $0.isEmpty || isDigits($0, radix: 10) }
            && mantissa.contains { !$0.isEmpty } && isDigits(exponent, radix: 10)
    }
}

extension Scalar.Resolved {
    /// The tags that YAML's core schema allows for it.
    var tags: [Substring] {
        switch self {
        case .null: ["null"]
        case .bool: ["bool"]
        case .integer: ["int", "float"]
        case .ambiguousInteger: []
        case .float: ["float"]
        case .string: ["str"]
        }
    }

    /// The kind of value, for messages.
    var kind: String {
        switch self {
        case .null: "nothing"
        case .bool: "true or false"
        case .integer, .ambiguousInteger, .float: "a number"
        case .string: "text"
        }
    }
}
