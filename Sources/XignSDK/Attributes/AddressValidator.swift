internal import XignProtocol

/// The validator for postal addresses.
public struct AddressValidator: AttributeValidator {
    /// The outcome of a check.
    public enum ResultCode: String, ValidationResultCode {
        /// The value is accepted.
        case valid
        /// There is no value.
        case empty
        /// Street or locality is missing.
        case incomplete
        /// A part has more than ``AddressValidator/maxLength`` characters, or more than four times that number of bytes
        /// in UTF-8.
        case tooLong
        /// A part contains an invisible character or too many combining marks on one letter, or a part other than the
        /// street contains a line feed.
        case invalidCharacter
        /// The country is not a two-letter code of ISO 3166-1.
        case unknownCountry
    }

    /// The maximum length of each part, in characters.
    public var maxLength: Int { TextLimits.addressPart.maximum }

    init() {}

    /// Checks an address. Ignores empty lines, and white space at the ends of each part.
    public func validate(_ value: PostalAddress?) -> ResultCode {
        guard let value else { return .empty }
        do throws(AddressText.Refusal) {
            _ = try AddressText(canonicalizing: value)
            return .valid
        } catch {
            return switch error {
            case .missing: .incomplete
            case .tooLong: .tooLong
            case .notCanonical: .invalidCharacter
            case .unknownCountry: .unknownCountry
            }
        }
    }

    /// Returns the address as a JSON object with the members of OpenID Connect Core 1.0, section 5.1.1, sorted by name
    /// and without white space; the empty string for an invalid address.
    public func canonical(_ value: PostalAddress) -> String { (try? AddressText(canonicalizing: value))?.text ?? "" }

    public func flaw(in value: PostalAddress) -> InputFlaw? {
        do throws(AddressText.Refusal) {
            _ = try AddressText(canonicalizing: value)
            return nil
        } catch { return InputFlaw(error) }
    }
}

extension AddressText {
    fileprivate init(canonicalizing address: PostalAddress) throws(Refusal) {
        try self.init(
            typedStreet: address.street, postalCode: address.postalCode, locality: address.locality,
            region: address.region, country: address.country)
    }
}
