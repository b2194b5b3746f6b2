internal import XignProtocol

/// A postal address (OpenID Connect Core 1.0, section 5.1.1).
public struct PostalAddress: Hashable, Sendable {
    /// The street and house number; line feeds separate several lines.
    public var street: String
    /// The postal code; empty in countries without postal codes. A manager before this version refuses an address
    /// without one.
    public var postalCode: String
    /// The town or city.
    public var locality: String
    /// The state, province or region, in countries whose addresses have one.
    public var region: String?
    /// The country as two upper-case letters (ISO 3166-1 alpha-2), such as `DE`.
    public var country: String

    /// Makes an address.
    public init(street: String, postalCode: String, locality: String, region: String? = nil, country: String) {
        self.street = street
        self.postalCode = postalCode
        self.locality = locality
        self.region = region
        self.country = country
    }

    /// Parses an address in one line, such as `Street 1; 51147; Köln; DE`, or with a region before the country, such as
    /// `Street 1; 51147; Köln; Nordrhein-Westfalen; DE`. The part of the postal code may be empty.
    ///
    /// Returns nil unless there are four or five parts between semicolons. ``AddressValidator`` checks the parts.
    public init?(_ text: String) {
        guard let parts = AddressText.parts(ofLine: text) else { return nil }
        self.init(
            street: parts.street, postalCode: parts.postalCode, locality: parts.locality, region: parts.region,
            country: parts.country)
    }
}
