/// A postal address, sent and stored as one text: JSON with the members of OpenID Connect's structured claim
/// (OpenID Connect Core, section 5.1.1), sorted and without white space (protocol.md, section 5).
public struct AddressText: Sendable, Equatable {
    /// Street and house number, in one or more lines separated by line feeds.
    public let street: String
    /// Nil in countries without postal codes.
    public let postalCode: String?
    public let locality: String
    /// State, province or region; nil in countries whose addresses have none.
    public let region: String?
    /// Two upper-case letters (ISO 3166-1 alpha-2).
    public let country: String

    /// A part of an address.
    public enum Part: String, Sendable, Hashable, CaseIterable { case street, postalCode, locality, region, country }

    /// The reason why an address is refused.
    public enum Refusal: Error, Hashable, Sendable {
        /// A part is missing: street or locality, or it is empty where it may be absent.
        case missing(Part)
        /// A part is longer than `TextLimits.addressPart`.
        case tooLong(Part)
        /// A part is not in its canonical form; of typed text, for the reason given.
        case notCanonical(Part, TextFlaw?)
        /// The country is not the code of a country.
        case unknownCountry

        /// The part that is refused.
        public var part: Part {
            switch self {
            case .missing(let part), .tooLong(let part), .notCanonical(let part, _): part
            case .unknownCountry: .country
            }
        }
    }

    /// Makes an address of canonical parts.
    /// - Parameters:
    ///   - street: lines separated by line feeds, each canonical and not empty.
    ///   - country: two upper-case letters (ISO 3166-1 alpha-2).
    /// - Throws: `Refusal`. Each part has at most `TextLimits.addressPart` characters.
    public init(
        street: String, postalCode: String?, locality: String, region: String?, country: String
    ) throws(Refusal) {
        let parts: [(Part, String?)] = [
            (.street, street), (.postalCode, postalCode), (.locality, locality), (.region, region),
        ]
        for (part, text) in parts {
            guard let text else { continue }
            switch TextLimits.addressPart.refusal(of: text) {
            case .empty, .tooShort: throw .missing(part)
            case .tooLong: throw .tooLong(part)
            case nil: break
            }
            let lines = part == .street ? text.split(separator: "\n", omittingEmptySubsequences: false) : [text[...]]
            for line in lines.map(String.init) where line.isEmpty || !CanonicalText.isCanonical(line) {
                throw .notCanonical(part, CanonicalText.flaw(in: line))
            }
        }
        guard CountryCode.isKnown(country) else { throw .unknownCountry }
        self.street = street
        self.postalCode = postalCode
        self.locality = locality
        self.region = region
        self.country = country
    }

    /// Makes an address of parts as a person types them: in any normal form, with white space at their ends and empty
    /// lines, and with the country in any case.
    ///
    /// A postal code and a region that are empty, or white space alone, are absent.
    /// - Throws: `Refusal`, for parts that are not acceptable after they were made canonical.
    public init(
        typedStreet street: String, postalCode: String, locality: String, region: String?, country: String
    ) throws(Refusal) {
        let lines = street.split(whereSeparator: \.isNewline).map { CanonicalText.canonical(String($0)) }
        func optional(_ typed: String) -> String? {
            let text = CanonicalText.canonical(typed)
            return text.isEmpty ? nil : text
        }
        try self.init(
            street: lines.filter { !$0.isEmpty }.joined(separator: "\n"), postalCode: optional(postalCode),
            locality: CanonicalText.canonical(locality), region: region.flatMap(optional),
            country: CountryCode.canonical(country))
    }

    /// Reads the text of an address; nil for any text that `text` would not have returned, byte for byte.
    public init?(_ text: String) {
        guard let json = try? StrictJSON.parse(Array(text.utf8), limits: .statement),
            var reader = try? JSONObjectReader(json), let street = try? reader.string("street_address"),
            let locality = try? reader.string("locality"), let country = try? reader.string("country")
        else { return nil }
        let postalCode = (try? reader.optionalString("postal_code")) ?? nil
        let region = (try? reader.optionalString("region")) ?? nil
        guard (try? reader.end()) != nil,
            let address = try? AddressText(
                street: street, postalCode: postalCode, locality: locality, region: region, country: country),
            address.text.hasSameBytes(as: text)
        else { return nil }
        self = address
    }

    /// Reads an address that a person typed in one line: four or five parts separated by semicolons, such as
    /// `Street 1; 51147; Köln; DE` or `Street 1; 51147; Köln; Nordrhein-Westfalen; DE`.
    ///
    /// White space around the parts and the country's case do not matter. An address without a postal code has an empty
    /// part in its place: `1 Nathan Road; ; Hong Kong; HK`. Nil for any other line, and for parts that
    /// `init(typedStreet:postalCode:locality:region:country:)` refuses.
    public init?(line: String) {
        guard let parts = Self.parts(ofLine: line), parts.region?.isEmpty != true,
            let address = try? AddressText(
                typedStreet: parts.street, postalCode: parts.postalCode, locality: parts.locality, region: parts.region,
                country: parts.country)
        else { return nil }
        self = address
    }

    /// Splits such a line into its parts, without white space at their ends and without checking them; nil unless there
    /// are four or five.
    public static func parts(
        ofLine line: String
    ) -> (street: String, postalCode: String, locality: String, region: String?, country: String)? {
        // By scalar: a combining mark behind a semicolon would hide it in a character of its own.
        let parts = line.unicodeScalars.split(separator: ";", omittingEmptySubsequences: false).map {
            String(CanonicalText.trimmed(String($0)))
        }
        guard parts.count == 4 || parts.count == 5 else { return nil }
        return (parts[0], parts[1], parts[2], parts.count == 5 ? parts[3] : nil, parts[parts.count - 1])
    }

    /// The text that is sent and stored.
    public var text: String { String(decoding: claim.serialized, as: UTF8.self) }

    /// OpenID Connect's structured claim.
    public var claim: JSONValue {
        .object(
            [
                ("street_address", .string(street)), ("locality", .string(locality)), ("country", .string(country)),
            ] + (postalCode.map { [("postal_code", .string($0))] } ?? [])
                + (region.map { [("region", .string($0))] } ?? []))
    }
}

extension AddressText.Refusal: CustomStringConvertible {
    /// The reason as the end of a sentence: `must ...`.
    public var description: String {
        switch self {
        case .missing(let part): "must have \(part.name)"
        case .tooLong(let part):
            "must have parts of at most \(TextLimits.addressPart.maximum) characters: \(part.name) is longer"
        case .notCanonical(let part, let flaw): "\(flaw?.description ?? "must be canonical"), in \(part.name)"
        case .unknownCountry: "must end with the code of a country in two letters (ISO 3166-1), such as DE"
        }
    }
}

extension AddressText.Part {
    fileprivate var name: String {
        switch self {
        case .street: "a street"
        case .postalCode: "a postal code"
        case .locality: "a town (locality)"
        case .region: "a region"
        case .country: "a country"
        }
    }
}
