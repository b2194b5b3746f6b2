import Foundation

/// Checks postal addresses.
public struct AddressValidator: AttributeValidator {
    /// What a check found.
    public enum ResultCode: ValidationResultCode {
        /// The value was accepted.
        case valid
        /// There is no value.
        case empty
        /// Street, postal code or locality is missing.
        case incomplete
        /// A part has more than ``AddressValidator/maxLength`` characters.
        case tooLong
        /// The country is no code of two letters that ISO 3166-1 knows.
        case unknownCountry
    }

    /// The greatest number of characters of each part.
    public let maxLength = 200

    init() {}

    /// Checks an address.
    public func validate(_ value: PostalAddress?) -> ResultCode {
        guard let value else { return .empty }
        let needed = [value.street, value.postalCode, value.locality].map(\.canonicalText)
        if needed.contains(where: \.isEmpty) { return .incomplete }
        if (needed + [value.region ?? ""]).contains(where: { $0.utf8.count > 4 * maxLength || $0.count > maxLength }) {
            return .tooLong
        }
        return NationalityValidator().validate(value.country) == .valid ? .valid : .unknownCountry
    }

    /// A JSON object with the members of OpenID Connect Core 5.1.1, sorted, without white space.
    public func canonical(_ value: PostalAddress) -> String {
        var members = [
            "street_address": value.street.canonicalText, "postal_code": value.postalCode.canonicalText,
            "locality": value.locality.canonicalText, "country": NationalityValidator().canonical(value.country),
        ]
        if let region = value.region?.canonicalText, !region.isEmpty { members["region"] = region }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A dictionary of strings always encodes; the fallback is no address, which the manager refuses.
        return (try? encoder.encode(members)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
