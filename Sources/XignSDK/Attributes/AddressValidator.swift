internal import XignProtocol

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
        /// A part has more than ``AddressValidator/maxLength`` characters, or more than four times as many bytes of UTF-8.
        case tooLong
        /// Invisible characters, too many marks on one letter, or a line feed elsewhere than in the street.
        case invalidCharacter
        /// The country is no code of two letters that ISO 3166-1 knows.
        case unknownCountry
    }

    /// The greatest number of characters of each part.
    public var maxLength: Int { TextLimits.addressPart.maximum }

    init() {}

    /// Checks an address. White space at the ends of its parts, and empty lines, do not count.
    public func validate(_ value: PostalAddress?) -> ResultCode {
        guard let value else { return .empty }
        do throws(AddressText.Refusal) {
            _ = try AddressText(canonicalizing: value)
            return .valid
        } catch {
            return switch error {
            case .incomplete: .incomplete
            case .tooLong: .tooLong
            case .notCanonical: .invalidCharacter
            case .unknownCountry: .unknownCountry
            }
        }
    }

    /// A JSON object with the members of OpenID Connect Core 5.1.1, sorted, without white space; empty for an address that is
    /// not valid.
    public func canonical(_ value: PostalAddress) -> String { (try? AddressText(canonicalizing: value))?.text ?? "" }
}

extension AddressText {
    fileprivate init(canonicalizing address: PostalAddress) throws(Refusal) {
        try self.init(
            typedStreet: address.street, postalCode: address.postalCode, locality: address.locality,
            region: address.region, country: address.country)
    }
}
