import XignSDK

/// The attributes that a service cannot do without, in words. Optional ones are left out of every login.
struct RequestedAttributes {
    let required: [String]

    init(_ info: AuthenticationPersonalInformation) {
        let all: [(name: String, isRequired: Bool?)] = [
            ("user name", info.username?.isRequired), ("nickname", info.nickname?.isRequired),
            ("given name", info.givenName?.isRequired), ("family name", info.familyName?.isRequired),
            ("date of birth", info.birthdate?.isRequired), ("address", info.address?.isRequired),
            ("nationality", info.nationality?.isRequired), ("place of birth", info.placeOfBirth?.isRequired),
            ("gender", info.gender?.isRequired), ("salutation", info.salutation?.isRequired),
            ("mail address", info.email?.isRequired), ("telephone number", info.phoneNumber?.isRequired),
        ]
        required = all.filter { $0.isRequired == true }.map(\.name)
    }
}
