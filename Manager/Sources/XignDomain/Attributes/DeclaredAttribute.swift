import Spelling
import XignProtocol

/// An attribute beyond the twelve, as the operator declares it for the whole manager. The operator keeps its values,
/// one for each person.
public struct DeclaredAttribute: Described {
    /// The type of the values, which decides the JSON of the claim.
    public enum Kind: String, Word, CaseIterable {
        /// 1 to 200 characters.
        case text
        /// An integer that every reader of JSON represents exactly (RFC 7493, section 2.2).
        case number
        case boolean
    }

    /// The words by which devices and pages call the attribute. A declaration has one text for both languages, or both.
    public struct Label: Described {
        public var english: String
        public var german: String

        public init(_ english: String, german: String? = nil) {
            (self.english, self.german) = (english, german ?? english)
        }

        public init() { self.init("") }

        public static let members: Members<Self> = [
            .required("en", \.english, .keptCanonical), .member("de", \.german, usual: \.english, .keptCanonical),
        ]

        public static let shorthand: String? = "en"

        public var contradictions: [Flaw] {
            [("en", english), ("de", german)].flatMap { path, text in
                Self.reason(against: text).map { [Flaw(path, $0)] } ?? []
            }
        }

        public func text(in language: Language) -> String {
            switch language {
            case .english: english
            case .german: german
            }
        }

        /// The keys by which labels are compared.
        fileprivate var keys: Set<String> { [UserName.key(of: english), UserName.key(of: german)] }

        /// Returns the reason why nothing can be called so, as the end of a sentence; nil for a label.
        private static func reason(against text: String) -> String? {
            let limit = 64
            do throws(UserName.Refusal) { _ = try UserName(text) } catch { return error.description }
            guard text.utf8.count <= limit else { return "must be at most \(limit) bytes long" }
            guard let known = DeclaredAttribute.knownLabel(like: text) else { return nil }
            return "must not be mistaken for \"\(known)\", which devices show for something else"
        }
    }

    /// The name in declarations, commands and the audit log. It is the manager's own name of the addition, too.
    public var name = ""
    public var label = Label()
    public var type = Kind.text
    /// The claim in which a website receives a value.
    public var claim = ""
    /// The scope that asks for it; nil where only `claims` does.
    public var scope: String?

    public init() {}

    public static let members: Members<Self> = [
        .required(
            "name", \.name,
            .must("1 to 32 letters and digits, a small letter first", isName),
            .must("another name: this one has a meaning of its own") { !reservedNames.contains($0) }),
        .required("label", \.label),
        .member("type", \.type),
        .member(
            "claim", \.claim, usual: \.name, .claim,
            .must("another claim: this one is the manager's own") {
                !takenClaims.contains($0.lowercased())
            }),
        .member(
            "scope", \.scope,
            .ifPresent(.claim),
            .ifPresent(.must("another scope: this one has a meaning of its own") { !reservedScopes.contains($0) })),
    ]

    /// The largest number of declared attributes.
    public static let maximumCount = 50
    /// The largest number of declared attributes of a service: a statement has them all.
    public static let maximumCountOfService = 10
    private static let maximumCharacterCount = 200

    /// Returns true for a text that can name a declared attribute: ASCII letters and digits, a small letter first.
    public static func isName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return (1...32).contains(bytes.count) && (0x61...0x7A).contains(bytes[0])
            && bytes.allSatisfy {
                (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
            } && AttributeName(rawValue: text) == nil
    }

    private static let reservedNames: Set<String> = [
        "name", "language", AdditionalName.groups.rawValue, "roles", AdditionalName.accountName.rawValue,
        AdditionalName.sharedLogin.rawValue,
    ]
    private static let reservedScopes = Set(
        LoginRequirements.supportedScopes + [LoginRequirements.groupsScope, LoginRequirements.offlineScope])

    /// The claims that have a meaning of their own in an ID token or in user info.
    static let reservedClaims: Set<String> = [
        "iss", "sub", "aud", "exp", "nbf", "iat", "jti", "auth_time", "nonce", "acr", "amr", "azp", "at_hash", "c_hash",
        "s_hash", "sid", "cnf", "scope", "client_id", "events", "act", "may_act", "updated_at", "groups", "roles",
        "name", "_claim_names", "_claim_sources", "verified_claims", "sub_id",
    ]
    private static let takenClaims = reservedClaims.union(AttributeName.claims)

    /// The words that devices show for the twelve attributes, and for the manager's own additions.
    private static let knownLabels: [String] =
        [
            "User name for websites", "Benutzername für Websites", "Email", "Email address", "E-Mail-Adresse",
            "Salutation",
            "Telephone number", "Name",
        ] + AttributeName.allCases.flatMap { [$0.rawValue] + $0.defaultAliases }
        + Language.allCases.flatMap { language in
            [
                AdditionalValue.groupsLabel(in: language), AdditionalValue.accountNameLabel(in: language),
                SharedLoginPermission.label(in: language),
            ]
        }

    /// Returns the word for something else that a label could be mistaken for.
    fileprivate static func knownLabel(like text: String) -> String? {
        let key = UserName.key(of: text)
        if let known = knownLabels.first(where: { UserName.key(of: $0) == key }) { return known }
        return Language.allCases.map { AdditionalValue.accountNameLabel(at: "", in: $0) }.first {
            key.hasPrefix(UserName.key(of: $0) + " ")
        }
    }

    /// Returns the name that was probably meant, or all names.
    public static func advice(for name: String, besides declared: [DeclaredAttribute]) -> String {
        let names = AttributeName.allCases.map(\.rawValue) + declared.map(\.name)
        return Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
            ?? "there are \(names.joined(separator: ", ")); `settings.attributes` declares others"
    }

    // MARK: Values

    /// Returns the canonical text of a value that an operator has typed.
    /// - Returns: nil for a text that is no value of the type.
    public func canonicalText(ofTyped typed: String) -> String? {
        guard typed.utf8.count <= 8 * Self.maximumCharacterCount else { return nil }
        let text = CanonicalText.canonical(typed)
        return claimValue(of: text).flatMap { value in
            // A number has one text: no zeros before it, and no plus.
            if case .integer(let number) = value { "\(number)" } else { text }
        }
    }

    /// Completes "must be ...".
    public var expected: String {
        switch type {
        case .text: "text of 1 to \(Self.maximumCharacterCount) visible characters"
        case .number: "a whole number between \(-Self.largestNumber) and \(Self.largestNumber)"
        case .boolean: "true or false"
        }
    }

    /// The value of the claim; nil for a text that is no value of the type.
    public func claimValue(of text: String) -> JSONValue? {
        switch type {
        case .text:
            text.unicodeScalars.count <= Self.maximumCharacterCount && !text.isEmpty && CanonicalText.isCanonical(text)
                ? .string(text) : nil
        case .number:
            Int64(text).flatMap { (-Self.largestNumber...Self.largestNumber).contains($0) ? .integer($0) : nil }
        case .boolean:
            switch text {
            case "true": .boolean(true)
            case "false": .boolean(false)
            default: nil
            }
        }
    }

    private static let largestNumber: Int64 = (1 << 53) - 1
}

extension DeclaredAttribute: Codable {
    public init(from decoder: any Decoder) throws { self = try Stored<Self>(from: decoder).value }

    public func encode(to encoder: any Encoder) throws { try rendered(.declared, without: []).encode(to: encoder) }
}

extension MemberRule<String> {
    /// The rule for the name of a claim or scope.
    static var claim: Self {
        .must("1 to 64 letters, digits and characters of _.:/-") { text in
            (1...64).contains(text.utf8.count)
                && text.utf8.allSatisfy { byte in
                    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                        || "_.:/-".utf8.contains(byte)
                }
        }
    }
}

extension MemberRule<[DeclaredAttribute]> {
    /// The rule of all declared attributes: names, claims and labels differ.
    static var differing: Self {
        MemberRule { all in
            let limit = DeclaredAttribute.maximumCount
            return (all.count > limit ? [Flaw("", "must be at most \(limit) attributes")] : [])
                + all.indices.flatMap { index in flaws(of: all[index], at: index, after: all[..<index]) }
        }
    }

    private static func flaws(
        of attribute: DeclaredAttribute, at index: Int, after others: ArraySlice<DeclaredAttribute>
    ) -> [Flaw] {
        func flaw(_ member: String, _ isTaken: (DeclaredAttribute) -> Bool, _ reason: String) -> [Flaw] {
            others.contains(where: isTaken) ? [Flaw("[\(index)].\(member)", reason)] : []
        }
        if others.contains(where: { $0.name.hasSameBytes(as: attribute.name) }) {
            return [Flaw("[\(index)].name", "must be there once: it is there before")]
        }
        return flaw(
            "claim", { $0.claim.hasSameBytes(as: attribute.claim) }, "must be a claim that no attribute before it has")
            + flaw(
                "label", { !$0.label.keys.isDisjoint(with: attribute.label.keys) },
                "must not be mistaken for the label of an attribute before it")
    }
}

/// A declared attribute that a service asks its users for. A declaration has its name alone, or in full
/// `{ name: costCentre, required: false }`.
public struct DeclaredAttributeDemand: Described {
    public var name: String
    /// True if nobody can log in without releasing the attribute.
    public var isRequired: Bool

    public init(name: String, isRequired: Bool) { (self.name, self.isRequired) = (name, isRequired) }

    public init() { self.init(name: "", isRequired: true) }

    public static let members: Members<Self> = [.required("name", \.name), .member("required", \.isRequired)]

    public static let shorthand: String? = "name"
}

/// An attribute in the list of a service: one of the twelve, or one that the settings declare.
public enum AttributeDemand: DescribedValue {
    case known(ServiceAttribute)
    case declared(DeclaredAttributeDemand)

    public init(describedBy decoder: any Decoder) throws {
        if let name = try Self.name(decoder), DeclaredAttribute.isName(name) {
            self = .declared(try DeclaredAttributeDemand(describedBy: decoder))
        } else {
            self = .known(try ServiceAttribute(describedBy: decoder))
        }
    }

    /// Reads a text without noting a fault: another reader does.
    private struct Text: Decodable {
        let text: String?

        init(from decoder: any Decoder) { text = try? decoder.singleValueContainer().decode(String.self) }
    }

    private static func name(_ decoder: any Decoder) throws -> String? {
        guard let members = try? decoder.container(keyedBy: MemberName.self) else { return Text(from: decoder).text }
        let name = MemberName("name")
        return members.contains(name) ? try members.decode(Text.self, forKey: name).text : nil
    }

    public func rendered(_ form: Rendering) -> JSONValue? {
        switch self {
        case .known(let attribute): attribute.rendered(form)
        case .declared(let attribute): attribute.rendered(form)
        }
    }

    public var flaws: [Flaw] {
        switch self {
        case .known(let attribute): attribute.flaws
        case .declared(let attribute): attribute.flaws
        }
    }

    /// The name in declarations.
    public var name: String {
        switch self {
        case .known(let attribute): attribute.name.rawValue
        case .declared(let attribute): attribute.name
        }
    }
}
