import XignDomain
import XignProtocol

/// Attributes in a declaration.
extension Declaration {
    /// A person's values of one attribute: one, or a list.
    package enum AttributeValues: Sendable, Decodable {
        case one(AttributeValue)
        case list([AttributeValue])

        package init(from decoder: any Decoder) throws {
            guard (try? decoder.unkeyedContainer()) != nil else {
                self = .one(try AttributeValue(from: decoder))
                return
            }
            self = .list(try [AttributeValue](from: decoder))
        }
    }

    /// `ada@example.org`, or in full `{ value: ada@example.org, alias: Private, primary: true, verified: true }`.
    package struct AttributeValue: Sendable, Decodable {
        package var value: AttributeText
        /// The user's name for the value, unique within the attribute. An existing value keeps its alias by default; a
        /// new one gets a generated alias.
        package var alias: String?
        /// The preselected value. By default the first one that does not say `false`.
        package var primary: Bool?
        /// An existing value keeps its verification by default; a new one is not verified.
        package var verified: Verified?

        private enum Key: String, CodingKey { case value, alias, primary, verified, street }

        package init(from decoder: any Decoder) throws {
            guard let fields = try? decoder.container(keyedBy: Key.self), !fields.contains(.street) else {
                value = try AttributeText(from: decoder)
                return
            }
            value = try fields.decode(AttributeText.self, forKey: .value)
            alias = try fields.decodeIfPresent(String.self, forKey: .alias)
            primary = try fields.decodeIfPresent(Bool.self, forKey: .primary)
            verified = try fields.decodeIfPresent(Verified.self, forKey: .verified)
        }
    }

    /// `true` where the operator vouches for a value, `false` where nobody does, and `code` where the person has typed
    /// a code that was mailed to it, as an export says.
    package struct Verified: Sendable, Decodable {
        package let verification: Verification?

        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let isVouchedFor = try? container.decode(Bool.self) {
                verification = isVouchedFor ? .operator : nil
                return
            }
            guard try container.decode(String.self).hasSameBytes(as: Verification.code.rawValue) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "must be true, false or code")
            }
            verification = .code
        }
    }

    /// A text, an address by its parts, or a number or truth value of a declared attribute.
    package enum AttributeText: Sendable, Decodable {
        case text(String)
        case address(Address)
        case number(Int64)
        case boolean(Bool)

        package init(from decoder: any Decoder) throws {
            guard (try? decoder.container(keyedBy: Address.CodingKeys.self)) == nil else {
                self = .address(try Address(from: decoder))
                return
            }
            let scalar = try decoder.singleValueContainer()
            if let text = try? scalar.decode(String.self) {
                self = .text(text)
            } else if let number = try? scalar.decode(Int64.self) {
                self = .number(number)
            } else if let isTrue = try? scalar.decode(Bool.self) {
                self = .boolean(isTrue)
            } else {
                self = .text(try scalar.decode(String.self))
            }
        }
    }

    package struct Address: Sendable, Decodable {
        package var street: String
        package var postalCode: String?
        package var locality: String
        package var region: String?
        package var country: String

        fileprivate enum CodingKeys: String, CodingKey { case street, postalCode, locality, region, country }
    }
}
