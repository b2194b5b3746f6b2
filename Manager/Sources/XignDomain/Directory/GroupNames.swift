import XignProtocol

/// Names of groups of one organization. Their order has no meaning: another order is no change.
public struct GroupNames: DescribedValue {
    /// The names, each once, in the order of their bytes.
    public let all: [String]
    /// The names as they were typed, for messages alone.
    public let typed: [String]

    /// The largest number of groups of an organization.
    public static let maximumCount = 500
    /// The largest number of groups of a person in one organization: an ID token has them all.
    public static let maximumCountOfPerson = 50
    /// The longest name in bytes of UTF-8.
    public static let maximumByteCount = 64

    public static let none = GroupNames([])

    public init(_ names: [String]) {
        typed = names
        all = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.reduce(into: []) { sorted, name in
            if !(sorted.last?.hasSameBytes(as: name) ?? false) { sorted.append(name) }
        }
    }

    /// Reads what `text` has written.
    public init(text: String) {
        self.init(
            text.utf8.split(separator: UInt8(ascii: ",")).map { part in
                String(decoding: part.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
            })
    }

    /// The names in one text: no name has a comma.
    public var text: String { all.joined(separator: ", ") }

    /// Compares by bytes.
    public func contains(_ name: String) -> Bool { all.contains { $0.hasSameBytes(as: name) } }

    /// Returns the names that are not among others.
    public func subtracting(_ others: GroupNames) -> GroupNames { GroupNames(all.filter { !others.contains($0) }) }

    /// Returns the names that are among others, too.
    public func intersection(_ others: GroupNames) -> GroupNames { GroupNames(all.filter(others.contains)) }

    /// Compares the names by bytes, whatever order they were typed in.
    public static func == (one: Self, other: Self) -> Bool {
        one.all.count == other.all.count && zip(one.all, other.all).allSatisfy { $0.hasSameBytes(as: $1) }
    }

    // MARK: Description

    public init(describedBy decoder: any Decoder) throws { self.init(try [String](describedBy: decoder)) }

    public func rendered(_ form: Rendering) -> JSONValue? { .array(all.map(JSONValue.string)) }

    public var flaws: [Flaw] {
        let keys = typed.map { UserName.key(of: $0) }
        let ofNames = typed.indices.flatMap { index -> [Flaw] in
            if let reason = Self.reason(against: typed[index]) { return [Flaw("[\(index)]", reason)] }
            guard let earlier = keys[..<index].firstIndex(of: keys[index]) else { return [] }
            return [
                Flaw(
                    "[\(index)]",
                    typed[earlier].hasSameBytes(as: typed[index])
                        ? "is there before it" : "must not be mistaken for [\(earlier)]")
            ]
        }
        return (typed.count > Self.maximumCount ? [Flaw("", "must be at most \(Self.maximumCount) names")] : [])
            + ofNames
    }

    /// Returns the reason why no group can be called so, as the end of a sentence; nil for a name.
    private static func reason(against name: String) -> String? {
        // A list of names is shown with commas between them.
        guard !name.unicodeScalars.contains(where: commas.contains) else { return "must not have a comma" }
        do throws(UserName.Refusal) { _ = try UserName(name) } catch { return error.description }
        return name.utf8.count <= maximumByteCount ? nil : "must be at most \(maximumByteCount) bytes long"
    }

    /// The comma, and the characters that can be mistaken for one.
    private static let commas: Set<Unicode.Scalar> = [
        ",", "\u{201A}", "\u{A4F9}", "\u{60C}", "\u{66B}", "\u{66C}", "\u{7F8}", "\u{1363}", "\u{1802}", "\u{1808}",
        "\u{2E32}", "\u{2E34}", "\u{2E41}", "\u{3001}", "\u{A4FE}", "\u{A60D}", "\u{A6F5}", "\u{FE10}", "\u{FE11}",
        "\u{FE50}", "\u{FE51}", "\u{FF0C}", "\u{FF64}",
    ]
}

extension MemberRule<GroupNames> {
    /// Keeps the names in canonical form.
    static var canonicalNames: Self { MemberRule(canonical: { $0.canonical }) { _ in [] } }
}

extension GroupNames {
    /// The names in canonical form, where they have one.
    public var canonical: GroupNames { GroupNames(typed.map { (try? DisplayText.canonical($0)) ?? $0 }) }
}
