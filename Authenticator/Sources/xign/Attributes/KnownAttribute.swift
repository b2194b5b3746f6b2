import Spelling
import Terminal
import XignSDK

/// An attribute with its name in scripts and its label for people.
struct KnownAttribute: Sendable {
    let name: String
    let label: String
    /// Returns the attribute in a request; nil if the service does not request it.
    let requested: @Sendable (AuthenticationPersonalInformation) -> (any AttributeInformation)?

    private init(
        _ name: String, _ label: String,
        requested: @escaping @Sendable (AuthenticationPersonalInformation) -> (any AttributeInformation)?
    ) {
        self.name = name
        self.label = label
        self.requested = requested
    }

    /// All attributes, in the order of the questions.
    static let all = [
        KnownAttribute("username", "user name") { $0.username },
        KnownAttribute("salutation", "salutation") { $0.salutation },
        KnownAttribute("givenName", "given name") { $0.givenName },
        KnownAttribute("familyName", "family name") { $0.familyName },
        KnownAttribute("nickname", "nickname") { $0.nickname },
        KnownAttribute("gender", "gender") { $0.gender },
        KnownAttribute("birthdate", "date of birth") { $0.birthdate },
        KnownAttribute("placeOfBirth", "place of birth") { $0.placeOfBirth },
        KnownAttribute("nationality", "nationality") { $0.nationality },
        KnownAttribute("address", "address") { $0.address },
        KnownAttribute("email", "mail address") { $0.email },
        KnownAttribute("phoneNumber", "telephone number") { $0.phoneNumber },
    ]

    /// - Throws: ``UsageError`` with the most similar name.
    init(named name: String) throws(UsageError) {
        guard let known = Self.all.first(where: { $0.name == name }) else {
            let names = Self.all.map(\.name)
            let advice: Text =
                Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
                ?? "the attributes are \(names.joined(separator: ", "))"
            throw UsageError("\(name) is not an attribute; \(advice)")
        }
        self = known
    }

    /// The label with a capital letter, to begin a sentence.
    var heading: String { label.prefix(1).uppercased() + label.dropFirst() }
}
