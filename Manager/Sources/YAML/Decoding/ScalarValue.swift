#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A type that is read from a scalar directly.
protocol ScalarValue {
    init(decoding decoder: NodeDecoder) throws(YAMLError)
    /// The substitute for a value that could not be read.
    static var empty: Self { get }
}

extension NodeDecoder {
    fileprivate var resolved: Scalar.Resolved? {
        if case .scalar(let scalar) = node.content { scalar.resolved } else { nil }
    }
}

extension String: ScalarValue {
    static var empty: String { "" }

    init(decoding decoder: NodeDecoder) throws(YAMLError) {
        guard case .string(let text) = decoder.resolved else {
            throw decoder.wrongType(expected: "text", advice: "put it in quotes")
        }
        guard !text.utf8.contains(0) else {
            throw decoder.error(.invalidValue, "text cannot contain the character NUL (\\0); remove it")
        }
        self = text
    }
}

extension Bool: ScalarValue {
    static var empty: Bool { false }

    init(decoding decoder: NodeDecoder) throws(YAMLError) {
        guard case .bool(let value) = decoder.resolved else {
            throw decoder.wrongType(expected: "true or false", advice: "write one of them, without quotes")
        }
        self = value
    }
}

extension ScalarValue where Self: FixedWidthInteger {
    static var empty: Self { 0 }

    init(decoding decoder: NodeDecoder) throws(YAMLError) {
        switch decoder.resolved {
        case .integer(let digits, let radix):
            guard let value = Self(digits, radix: radix) else {
                throw decoder.error(.wrongType, "the number must lie between \(Self.min) and \(Self.max)")
            }
            self = value
        case .ambiguousInteger:
            throw decoder.error(
                .wrongType, "a number cannot start with 0; leave the zeros out, or write 0o if it is octal")
        default:
            throw decoder.wrongType(expected: "a whole number", advice: "write digits, without quotes")
        }
    }
}

extension Int: ScalarValue {}
extension Int8: ScalarValue {}
extension Int16: ScalarValue {}
extension Int32: ScalarValue {}
extension Int64: ScalarValue {}
extension UInt: ScalarValue {}
extension UInt8: ScalarValue {}
extension UInt16: ScalarValue {}
extension UInt32: ScalarValue {}
extension UInt64: ScalarValue {}

extension Double: ScalarValue {
    static var empty: Double { 0 }

    init(decoding decoder: NodeDecoder) throws(YAMLError) {
        switch decoder.resolved {
        case .float(let value): self = value
        case .integer(let digits, 10): self = Double(digits) ?? .nan
        default: throw decoder.wrongType(expected: "a number", advice: "write digits, without quotes")
        }
    }
}

extension Float: ScalarValue {
    static var empty: Float { 0 }

    init(decoding decoder: NodeDecoder) throws(YAMLError) { self = Float(try Double(decoding: decoder)) }
}

/// `URL` is read from text here; its own `init(from:)` would ask for a mapping.
extension URL: ScalarValue {
    static var empty: URL { URL(filePath: "/") }

    init(decoding decoder: NodeDecoder) throws(YAMLError) {
        guard let url = URL(string: try String(decoding: decoder)) else {
            throw decoder.error(.invalidValue, "not a URL; write it in full, with percent-encoding")
        }
        self = url
    }
}
