@testable import XignProtocol

/// Values of attributes, canonical and not (protocol.md, section 5).
extension VectorGenerator {
    /// The current day of the vectors, in the time zone UTC+14.
    static let today = CalendarDay(year: 2026, month: 12, day: 31)

    static func values() -> [ValueVector] {
        let addresses = sampleAddresses.map { what, parts in
            let text = JSONValue.object(parts.map { ($0, .string($1)) }).serialized
            return ValueVector(
                what: what, attribute: AttributeName.address.rawValue, text: Octets(text), isCanonical: true,
                parts: Dictionary(uniqueKeysWithValues: parts),
                disclosure: AttributeDisclosure(
                    salt: salt, name: AttributeName.address.rawValue, value: String(decoding: text, as: UTF8.self)
                ).text)
        }
        let refused = refusedAddresses.map { what, text in
            ValueVector(
                what: what, attribute: AttributeName.address.rawValue, text: Octets(text.octets), isCanonical: false)
        }
        let others = sampleValues.map { what, attribute, text, isCanonical in
            ValueVector(
                what: what, attribute: attribute.rawValue, text: Octets(text.octets), isCanonical: isCanonical)
        }
        return addresses + refused + others
    }

    /// The salt of the disclosures.
    private static let salt = [UInt8](0x60...0x6F)

    private static func address(
        _ street: String, locality: String = "K\u{F6}ln", _ more: [(String, String)] = []
    ) -> [(String, String)] {
        [("street_address", street), ("postal_code", "51147"), ("locality", locality), ("country", "DE")] + more
    }

    private static let sampleAddresses: [(what: String, parts: [(String, String)])] = [
        ("without a region", address("Weg 1")),
        ("with a region", address("Weg 1", [("region", "Nordrhein-Westfalen")])),
        ("a street of two lines", address("Haus 3\nWeg 1")),
        ("quotation marks and a backslash", address(#"Haus "Ada" \ Weg 1"#)),
        ("a slash, and signs that HTML escapes", address("Weg 1/2 <A&B> 'C'")),
        ("letters beyond ASCII", address("\u{5343}\u{4EE3}\u{7530}\u{533A} 1-1", locality: "\u{6771}\u{4EAC}\u{90FD}")),
        ("a character of two UTF-16 units", address("\u{20BB7}\u{91CE}\u{5BB6} 1")),
        ("a space that does not break", address("Weg\u{A0}1")),
    ]

    private static func text(
        street: String = "Weg 1", locality: String = "K\u{F6}ln", country: String = "DE", more: String = ""
    ) -> String {
        #"{"country":"\#(country)","locality":"\#(locality)","postal_code":"51147"\#(more),"street_address":"\#(street)"}"#
    }

    private static let refusedAddresses: [(what: String, text: String)] = [
        ("a line feed in short form", text(street: #"Haus 3\nWeg 1"#)),
        ("a line feed in capital digits", text(street: #"Haus 3\u000AWeg 1"#)),
        ("a line feed as it is", text(street: "Haus 3\nWeg 1")),
        ("an escaped slash", text(street: #"Weg 1\/2"#)),
        ("an escaped quotation mark by its number", text(street: #"Haus \u0022Ada\u0022"#)),
        ("an escaped letter", text(locality: #"K\u00f6ln"#)),
        ("an escaped character of two UTF-16 units", text(street: #"\ud842\udfb7\u91ce 1"#)),
        ("letters apart from their marks", text(locality: "Ko\u{308}ln")),
        ("a tab", text(street: #"Weg\u00091"#)),
        ("white space at the end of a line", text(street: #"Haus 3 \u000aWeg 1"#)),
        ("an empty line", text(street: #"Haus 3\u000a\u000aWeg 1"#)),
        ("a line break at the end", text(street: #"Weg 1\u000a"#)),
        ("a line break in the town", text(locality: #"K\u00f6ln\u000aPorz"#)),
        ("an empty region", text(more: #","region":"""#)), ("a country in small letters", text(country: "de")),
        ("a country that is none", text(country: "XX")), ("another member", text(more: #","po_box":"1""#)),
        ("a number", #"{"country":"DE","locality":"Bonn","postal_code":51147,"street_address":"Weg 1"}"#),
        (
            "members in another order",
            #"{"street_address":"Weg 1","postal_code":"51147","locality":"Bonn","country":"DE"}"#
        ),
        ("white space", #"{"country": "DE","locality":"Bonn","postal_code":"51147","street_address":"Weg 1"}"#),
        ("a member twice", text(more: #","postal_code":"51147""#)),
        ("no street", #"{"country":"DE","locality":"Bonn","postal_code":"51147"}"#),
        ("no address", "Weg 1, 51147 Bonn"),
    ]

    private static let sampleValues: [(what: String, attribute: AttributeName, text: String, isCanonical: Bool)] = [
        ("a name", .familyName, "Lovelace", true), ("a name of two words", .givenName, "Mary\u{A0}Ann", true),
        ("a name with a quotation mark", .nickname, #"Ada "the" \ Countess"#, true),
        ("marks apart", .familyName, "Mu\u{308}ller", false),
        ("white space at the end", .familyName, "Lovelace ", false),
        ("a soft hyphen", .familyName, "M\u{FC}ller\u{AD}", false), ("nothing", .familyName, "", false),
        ("a user name", .username, "ada_l", true), ("a user name of two words", .username, "ada l", false),
        ("a day", .birthdate, "1815-12-10", false), ("the first day", .birthdate, "1900-01-01", true),
        ("the current day", .birthdate, "2026-12-31", true), ("the day after", .birthdate, "2027-01-01", false),
        ("a leap day", .birthdate, "2000-02-29", true), ("no leap day", .birthdate, "1900-02-29", false),
        ("a short day", .birthdate, "2000-2-9", false),
        ("a country", .nationality, "DE", true), ("Kosovo", .nationality, "XK", true),
        ("small letters", .nationality, "de", false), ("three letters", .nationality, "DEU", false),
        ("an address of mail", .email, "Ada.Lovelace+1@example.org", true),
        ("a domain in capitals", .email, "ada@Example.org", false), ("no second part", .email, "ada@localhost", false),
        ("an empty part", .email, "ada..l@example.org", false),
        ("a hyphen at an end", .email, "ada@-example.org", false),
        ("quotation marks", .email, "\"ada\"@example.org", false),
        ("a telephone number", .phoneNumber, "+4915123456789", true),
        ("a leading zero", .phoneNumber, "+015123456789", false),
        ("spaces", .phoneNumber, "+49 151 23456789", false), ("no plus", .phoneNumber, "4915123456789", false),
        ("other digits", .phoneNumber, "+\u{664}\u{669}15123456789", false),
        ("six digits", .phoneNumber, "+123456", false),
    ]
}
