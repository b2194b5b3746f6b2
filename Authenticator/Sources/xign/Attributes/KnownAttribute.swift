import Spelling
import XignSDK

/// An attribute that services can request.
struct KnownAttribute: Sendable {
    /// The name of an attribute in scripts. ``AttributeWording`` has its label for people.
    enum Name: String, CaseIterable, Sendable {
        case username, salutation, givenName, familyName, nickname, gender, birthdate, placeOfBirth, nationality
        case address, email, phoneNumber
    }

    let id: Name
    /// Returns the attribute in a request; nil if the service does not request it.
    let requested: @Sendable (AuthenticationPersonalInformation) -> (any AttributeInformation)?

    private init(
        _ id: Name, requested: @escaping @Sendable (AuthenticationPersonalInformation) -> (any AttributeInformation)?
    ) {
        self.id = id
        self.requested = requested
    }

    var name: String { id.rawValue }

    /// All attributes, in the order of the questions.
    static let all = [
        KnownAttribute(.username) { $0.username },
        KnownAttribute(.salutation) { $0.salutation },
        KnownAttribute(.givenName) { $0.givenName },
        KnownAttribute(.familyName) { $0.familyName },
        KnownAttribute(.nickname) { $0.nickname },
        KnownAttribute(.gender) { $0.gender },
        KnownAttribute(.birthdate) { $0.birthdate },
        KnownAttribute(.placeOfBirth) { $0.placeOfBirth },
        KnownAttribute(.nationality) { $0.nationality },
        KnownAttribute(.address) { $0.address },
        KnownAttribute(.email) { $0.email },
        KnownAttribute(.phoneNumber) { $0.phoneNumber },
    ]

    /// The names of all attributes, in the order of the questions.
    static var names: [String] { all.map(\.name) }

    /// - Throws: ``CommandFailure`` with the most similar name.
    init(named name: String) throws(CommandFailure) {
        guard let known = Self.all.first(where: { $0.name == name }) else {
            let (names, nearest) = (Self.names, Spelling.nearest(to: name, among: Self.names))
            throw CommandFailure(.usage) { $0.attributes.unknown(name, nearest: nearest, known: names) }
        }
        self = known
    }
}
