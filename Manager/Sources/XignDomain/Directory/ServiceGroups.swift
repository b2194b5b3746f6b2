import XignProtocol

/// The groups of its organization that a service may learn of a person. A declaration has `all`, a list of names, or in
/// full `{ names: all, required: false }`.
public struct ServiceGroups: Described {
    public enum Selection: DescribedValue {
        case all
        case named(GroupNames)

        public init(describedBy decoder: any Decoder) throws {
            guard (try? decoder.unkeyedContainer()) == nil else {
                self = .named(try GroupNames(describedBy: decoder))
                return
            }
            guard try decoder.singleValueContainer().decode(String.self).hasSameBytes(as: Self.word) else {
                throw Unreadable("must be \(Self.word), or a list of names of groups")
            }
            self = .all
        }

        private static let word = "all"

        public func rendered(_ form: Rendering) -> JSONValue? {
            switch self {
            case .all: .string(Self.word)
            case .named(let names): names.rendered(form)
            }
        }

        public var flaws: [Flaw] {
            switch self {
            case .all: []
            case .named(let names) where names.all.isEmpty:
                [Flaw("", "must be \(Self.word), or a list of names; without any group, leave out `groups`")]
            case .named(let names): names.flaws
            }
        }
    }

    public var names: Selection
    /// True if nobody can log in without releasing the groups, where a login asks for them.
    public var isRequired: Bool

    public init(_ names: Selection, isRequired: Bool = true) { (self.names, self.isRequired) = (names, isRequired) }

    public init() { self.init(.named(.none)) }

    public static let members: Members<Self> = [
        .required("names", \.names, .canonicalNames), .member("required", \.isRequired),
    ]

    public static let shorthand: String? = "names"

    /// Returns those of a person's groups that the service may learn.
    public func permitted(among held: GroupNames) -> GroupNames {
        switch names {
        case .all: held
        case .named(let permitted): held.intersection(permitted)
        }
    }
}

extension MemberRule<ServiceGroups.Selection> {
    fileprivate static var canonicalNames: Self {
        MemberRule(canonical: { if case .named(let names) = $0 { .named(names.canonical) } else { $0 } }) { _ in [] }
    }
}
