/// The attributes that readers from before the member `kind` showed of each answer among the vectors of offers; nil
/// where they ended the process (`clientTooOld`).
///
/// The values were recorded, and compared with those of the JavaScript reader of that time. They are never computed
/// anew: devices with these readers are in use.
enum FormerOffers {
    static let shown: [String: [OfferVector.Shown]?] = [
        "no attributes": [],
        "one of the twelve": [email],
        "an optional value, and one of the twelve": [email],
        "a required value": nil,
        "a value of several": nil,
        "an optional value that is missing": [],
        "a required value that is missing": nil,
        "a permission": [],
        "values before permissions, each in the order of their bytes": [
            OfferVector.Shown(name: "birthdate", kind: nil, isRequired: true, aliases: ["work"]), email,
        ],
        "a value of a login in an app": [],
        "a permission of a login in an app": [],
        "an optional addition of another kind": [email],
        "a required addition of another kind": nil,
        "an optional addition of a kind in capitals": [email],
        "a required addition of a kind in capitals": nil,
        "an optional addition of an empty kind": [email],
        "a required addition of an empty kind": nil,
        "an optional addition without a kind": [email],
        "a required addition without a kind": nil,
        "an optional addition with the name of one of the twelve": [
            email, OfferVector.Shown(name: "givenName", kind: nil, isRequired: false, aliases: ["staff, ops"]),
        ],
        "a required addition with the name of one of the twelve": [
            email, OfferVector.Shown(name: "givenName", kind: nil, isRequired: true, aliases: ["staff, ops"]),
        ],
        "an optional addition with a name of 65 bytes": [email],
        "a required addition with a name of 65 bytes": nil,
        "an optional addition that can be typed": [email],
        "a required addition that can be typed": nil,
        "an optional addition that is missing in spite of its alias": [email],
        "a required addition that is missing in spite of its alias": nil,
        "an optional addition that is there without an alias": [email],
        "a required addition that is there without an alias": nil,
        "a name of 64 bytes": [],
        "a required permission": nil,
        "a permission with two aliases": [],
        "a permission without an alias": [],
    ]

    private static let email = OfferVector.Shown(name: "email", kind: nil, isRequired: true, aliases: ["work"])
}
