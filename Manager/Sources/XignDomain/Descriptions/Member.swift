import XignProtocol

/// One member of a description.
public struct Member<Owner: Described>: Sendable {
    typealias Change = @Sendable (inout Owner) -> Void
    public typealias Path<Value> = any WritableKeyPath<Owner, Value> & Sendable

    public let name: String
    let isRequired: Bool
    /// Reads the member of a mapping, and returns the change that sets it.
    private(set) var read: @Sendable (KeyedDecodingContainer<MemberName>) throws -> Change
    /// Reads a scalar in place of the mapping.
    let readAlone: @Sendable (any Decoder) throws -> Change
    let setUsual: Change
    /// Brings the value into the form in which a declaration keeps it.
    let makeCanonical: Change
    /// True if a form has the member.
    let isWritten: @Sendable (Owner, Rendering) -> Bool
    let value: @Sendable (Owner, Rendering) -> JSONValue?
    let flaws: @Sendable (Owner) -> [Flaw]

    private init<Value: DescribedValue>(
        _ name: String, _ path: Path<Value>, isRequired: Bool, isExplicit: Bool,
        usual: @escaping @Sendable (Owner) -> Value, _ rules: [MemberRule<Value>]
    ) {
        self.name = name
        self.isRequired = isRequired
        let initial = Owner()[keyPath: path]
        let change: @Sendable (Value) -> Change = { value in { $0[keyPath: path] = value } }
        read = { change(try $0.decode(Reading<Value>.self, forKey: MemberName(name)).value) }
        readAlone = { change(try Value(describedBy: $0)) }
        setUsual = { $0[keyPath: path] = usual($0) }
        makeCanonical = { owner in owner[keyPath: path] = rules.reduce(owner[keyPath: path]) { $1.canonical($0) } }
        isWritten = { owner, form in
            switch form {
            case .complete: true
            case .declared: isExplicit || owner[keyPath: path] != usual(owner)
            case .explicit: owner[keyPath: path] != initial
            }
        }
        value = { $0[keyPath: path].rendered($1) }
        flaws = { owner in
            let value = owner[keyPath: path]
            return (value.flaws + rules.flatMap { $0.flaws(value) }).map { $0.below(name) }
        }
    }

    /// A member that must be there.
    public static func required<Value: DescribedValue>(
        _ name: String, _ path: Path<Value>, _ rules: MemberRule<Value>...
    ) -> Member { Member(name, path, isRequired: true, isExplicit: true, usual: { $0[keyPath: path] }, rules) }

    /// A member whose usual value is the initial one.
    public static func member<Value: DescribedValue>(
        _ name: String, _ path: Path<Value>, _ rules: MemberRule<Value>...
    ) -> Member {
        let initial = Owner()[keyPath: path]
        return Member(name, path, isRequired: false, isExplicit: false, usual: { _ in initial }, rules)
    }

    /// A member of which a change keeps the parts that it leaves out.
    public static func part<Value: Described>(_ name: String, _ path: Path<Value>) -> Member {
        var member = Self.member(name, path)
        member.read = { container in
            let part = try container.decode(Patch<Value>.self, forKey: MemberName(name))
            return { $0[keyPath: path] = part.applied(to: $0[keyPath: path]) }
        }
        return member
    }

    /// A member whose usual value follows from members before it.
    /// - Parameter isExplicit: true: an export has the member also where it has its usual value.
    public static func member<Value: DescribedValue>(
        _ name: String, _ path: Path<Value>, usual: @escaping @Sendable (Owner) -> Value, isExplicit: Bool = false,
        _ rules: MemberRule<Value>...
    ) -> Member { Member(name, path, isRequired: false, isExplicit: isExplicit, usual: usual, rules) }
}

/// The members of a description, in the order of an export.
public struct Members<Owner: Described>: ExpressibleByArrayLiteral, Sendable {
    public let all: [Member<Owner>]
    let names: Set<String>

    public init(arrayLiteral all: Member<Owner>...) {
        self.all = all
        names = Set(all.map(\.name))
    }
}

/// The name of a member as a coding key.
public struct MemberName: CodingKey, Sendable {
    public let stringValue: String
    public var intValue: Int? { nil }

    public init(_ name: String) { stringValue = name }
    public init(stringValue: String) { self.init(stringValue) }
    public init?(intValue: Int) { nil }
}

/// A rule for the value of one member.
public struct MemberRule<Value>: Sendable {
    let flaws: @Sendable (Value) -> [Flaw]
    /// The form in which a value is kept; the value itself where it has none.
    let canonical: @Sendable (Value) -> Value

    public init(
        canonical: @escaping @Sendable (Value) -> Value = { $0 }, flaws: @escaping @Sendable (Value) -> [Flaw]
    ) { (self.canonical, self.flaws) = (canonical, flaws) }

    /// - Parameter expected: completes "must be ...".
    public static func must(_ expected: String, _ holds: @escaping @Sendable (Value) -> Bool) -> Self {
        MemberRule { holds($0) ? [] : [Flaw("", "must be \(expected)")] }
    }

    /// The rule of a value that may be absent.
    public static func ifPresent<Wrapped>(_ rule: MemberRule<Wrapped>) -> Self where Value == Wrapped? {
        MemberRule(canonical: { $0.map(rule.canonical) }, flaws: { $0.map(rule.flaws) ?? [] })
    }

    public static func count<Element>(_ range: ClosedRange<Int>, _ expected: String) -> Self where Value == [Element] {
        must(expected) { range.contains($0.count) }
    }
}

extension MemberRule where Value: FixedWidthInteger & Sendable {
    public static func within(_ range: ClosedRange<Value>) -> Self {
        must("\(range.lowerBound) to \(range.upperBound)", range.contains)
    }
}

extension MemberRule<String> {
    /// The rule of a text that people are shown. It is kept in its canonical form.
    public static var shown: Self {
        MemberRule(canonical: keptCanonical.canonical, flaws: DisplayText.flaws(of:))
    }

    /// Keeps a text in its canonical form where it has one.
    static var keptCanonical: Self {
        MemberRule(canonical: { (try? DisplayText.canonical($0)) ?? $0 }, flaws: { _ in [] })
    }
}

extension DisplayText {
    /// Returns the flaw of a text that people are to be shown.
    @Sendable static func flaws(of text: String) -> [Flaw] {
        do throws(TextFlaw) { _ = try canonical(text) } catch { return [Flaw("", error.description)] }
        return []
    }
}
