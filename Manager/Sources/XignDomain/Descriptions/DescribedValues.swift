import Spelling
import XignProtocol

extension DescribedValue {
    public var flaws: [Flaw] { [] }
}

/// Lets a decoder read a value by its description.
public struct Reading<Value: DescribedValue>: Decodable, Sendable {
    public let value: Value

    public init(from decoder: any Decoder) throws { value = try Value(describedBy: decoder) }
}

/// Reads a whole description that was stored. Its texts stay as they are, also those that are older than a rule.
public struct Stored<Value: Described>: Decodable, Sendable {
    public let value: Value

    public init(from decoder: any Decoder) throws { value = try Patch<Value>(wholeFrom: decoder).asStored() }
}

extension String: DescribedValue {
    public init(describedBy decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decode(Self.self)
    }

    public func rendered(_ form: Rendering) -> JSONValue? { .string(self) }
}

extension Bool: DescribedValue {
    public init(describedBy decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decode(Self.self)
    }

    public func rendered(_ form: Rendering) -> JSONValue? { .boolean(self) }
}

extension Int64: DescribedValue {
    public init(describedBy decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decode(Self.self)
    }

    public func rendered(_ form: Rendering) -> JSONValue? { .integer(self) }
}

extension Int: DescribedValue {
    public init(describedBy decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decode(Self.self)
    }

    public func rendered(_ form: Rendering) -> JSONValue? { .integer(Int64(self)) }
}

extension Optional: DescribedValue where Wrapped: DescribedValue {
    public init(describedBy decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decodeNil() ? nil : Wrapped(describedBy: decoder)
    }

    public func rendered(_ form: Rendering) -> JSONValue? { flatMap { $0.rendered(form) } }
    public var flaws: [Flaw] { map(\.flaws) ?? [] }
}

extension Array: DescribedValue where Element: DescribedValue {
    public init(describedBy decoder: any Decoder) throws {
        self = try [Reading<Element>](from: decoder).map(\.value)
    }

    public func rendered(_ form: Rendering) -> JSONValue? { .array(compactMap { $0.rendered(form) }) }
    public var flaws: [Flaw] { enumerated().flatMap { index, value in value.flaws.map { $0.below("[\(index)]") } } }
}

/// An enumeration whose raw values are the words of a declaration.
public protocol Word: DescribedValue, Hashable, RawRepresentable<String> {
    /// The words that a declaration may have, in the order of lists and messages.
    static var words: [Self] { get }
    /// Completes "must be ...".
    static var expected: String { get }
}

extension Word where Self: CaseIterable {
    public static var words: [Self] { Array(allCases) }
}

extension Word {
    public static var expected: String {
        let names = words.map(\.rawValue)
        return names.count < 2
            ? names.joined() : "\(names.dropLast().joined(separator: ", ")) or \(names[names.count - 1])"
    }

    public init(describedBy decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let word = Self.words.first(where: { $0.rawValue.hasSameBytes(as: text) }) else {
            let advice = Spelling.nearest(to: text, among: Self.words.map(\.rawValue)).map { "; did you mean \($0)?" }
            throw Unreadable("must be \(Self.expected)\(advice ?? "")")
        }
        self = word
    }

    public func rendered(_ form: Rendering) -> JSONValue? { .string(rawValue) }
}

/// A list of words whose order has no meaning: another order is no change.
public struct Words<W: Word>: DescribedValue {
    /// The words in their fixed order.
    public let all: [W]
    /// The places of words that are there before, for messages alone.
    private let repeated: [Int]

    public init(_ words: [W]) {
        all = W.words.filter(words.contains)
        repeated = words.indices.filter { words[..<$0].contains(words[$0]) }
    }

    public init(describedBy decoder: any Decoder) throws { self.init(try [W](describedBy: decoder)) }

    public func rendered(_ form: Rendering) -> JSONValue? { .array(all.map { .string($0.rawValue) }) }

    public var flaws: [Flaw] {
        (all.isEmpty ? [Flaw("", "must be left out, or a list of some of \(W.expected)")] : [])
            + repeated.map { Flaw("[\($0)]", "is there before it") }
    }

    public static func == (one: Self, other: Self) -> Bool { one.all == other.all }
}
