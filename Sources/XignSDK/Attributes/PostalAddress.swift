internal import XignProtocol

/// Where somebody lives.
public struct PostalAddress: Hashable, Sendable {
    /// Street and house number; several lines are separated by a line feed.
    public var street: String
    /// The postal code.
    public var postalCode: String
    /// Town or city.
    public var locality: String
    /// State, province or region, where addresses have one.
    public var region: String?
    /// Two upper-case letters (ISO 3166-1 alpha-2), such as `DE`.
    public var country: String

    /// Makes an address.
    public init(street: String, postalCode: String, locality: String, region: String? = nil, country: String) {
        self.street = street
        self.postalCode = postalCode
        self.locality = locality
        self.region = region
        self.country = country
    }

    /// Reads an address that was typed in one line, as `Street 1; 51147; Köln; DE`, or with a region before the country, as
    /// `Street 1; 51147; Köln; Nordrhein-Westfalen; DE`.
    ///
    /// Nil if these are not four or five parts between semicolons. Whether they are an address, ``AddressValidator`` tells.
    public init?(_ text: String) {
        guard let parts = AddressText.parts(ofLine: text) else { return nil }
        self.init(
            street: parts.street, postalCode: parts.postalCode, locality: parts.locality, region: parts.region,
            country: parts.country)
    }
}
