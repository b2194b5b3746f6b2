import XignDomain
import XignProtocol

/// Lists the attribute values of one user.
package struct ListUserAttributes: Sendable {
    /// A value as an operator sees it.
    package struct Value: Encodable, Sendable {
        private enum CodingKeys: CodingKey { case attribute, alias, value, primary, verified, verifiedBy }

        package let attribute: String
        package let alias: String
        /// The canonical text.
        package let value: String
        /// The value on one line, as an operator types it. No member of the JSON.
        package let line: String
        package let primary: Bool
        package let verified: Bool
        /// `operator` or `code`; nil where the value is not verified.
        package let verifiedBy: String?
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: the values by attribute, the primary one first; then those of declared attributes.
    /// - Throws: `ManagerError` with the code `unknownUser`.
    package func callAsFunction(userName: String) throws -> [Value] {
        let (values, kept) = try context.withAttributes(ofUser: userName) { user in
            (try user.all(), try user.transaction.declaredAttributeValues(of: user.account.id))
        }
        return values.map { value in
            Value(
                attribute: value.attribute.rawValue, alias: value.alias, value: value.text, line: value.line,
                primary: value.isPrimary, verified: value.isVerified,
                verifiedBy: value.verification?.rawValue)
        }
            + kept.map { kept in
                Value(
                    attribute: kept.attribute.name, alias: kept.attribute.label.english, value: kept.text,
                    line: kept.text, primary: true, verified: true, verifiedBy: Verification.operator.rawValue)
            }
    }
}

extension AttributeValue {
    /// An address as it is typed, with the lines of its street separated by commas; the text of any other attribute.
    fileprivate var line: String {
        guard attribute == .address, let address = AddressText(text) else { return text }
        let street = address.street.split(separator: "\n").joined(separator: ", ")
        let parts = [street, address.postalCode ?? "", address.locality, address.region, address.country]
        return parts.compactMap { $0 }.joined(separator: "; ")
    }
}
