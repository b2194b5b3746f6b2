/// Submits the chosen role and attributes, and returns the statement to sign (protocol.md, section 5).
public enum Prepare: DeviceOperation {
    public static let name = DeviceOperationName.prepare

    /// The user's choice for one requested attribute: a stored value or a supplied one. An optional attribute that the
    /// user leaves out has no selection.
    public struct Selection: Codable, Sendable, Equatable, CustomStringConvertible, CustomReflectable {
        /// The id of an alias that `start` offered.
        public var aliasId: String?
        /// The text of an `AttributeDisclosure`, for a missing value.
        public var disclosure: String?

        public init(aliasId: String? = nil, disclosure: String? = nil) {
            self.aliasId = aliasId
            self.disclosure = disclosure
        }

        /// A text without the disclosure, which holds personal data.
        public var description: String { aliasId.map { "alias \($0)" } ?? "a supplied value" }
        public var customMirror: Mirror { Mirror(self, children: []) }
    }

    public struct Request: Codable, Sendable {
        public var sessionId: SessionID
        /// The token that `start` returned, 32 bytes.
        public var sessionToken: SecretOctets
        /// The id of a role that `start` offered.
        public var roleId: String
        /// The selections by name of the attribute.
        public var attributes: [String: Selection]
        /// The digits that the login page shows, where `start` asked for them.
        public var pairing: PairingDigits?

        public init(
            sessionId: SessionID, sessionToken: SecretOctets, roleId: String, attributes: [String: Selection],
            pairing: PairingDigits? = nil
        ) {
            self.pairing = pairing
            self.sessionId = sessionId
            self.sessionToken = sessionToken
            self.roleId = roleId
            self.attributes = attributes
        }
    }

    /// The reason why a selection is refused.
    public enum AttributeError: String, Error, Codable {
        /// The disclosure is not canonical or belongs to another attribute, or an alias is given as well.
        case invalid
        /// The attribute was not requested, has a value already, or must be verified first.
        case notAvailable
        /// No value is stored or supplied.
        case dataMissing
        /// No alias is given, or one that was not offered.
        case noAliasSelected
    }

    /// Errors or a statement: exactly one member is set.
    public struct Response: Codable, Sendable {
        /// The errors by name of the attribute.
        public var errors: [String: AttributeError]?
        /// The bytes of the consent statement.
        public var statement: Octets?

        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            try members.requireExactlyOne()
            errors = try members.decodeIfPresent([String: AttributeError].self, forKey: .errors)
            statement = try members.decodeIfPresent(Octets.self, forKey: .statement)
        }

        private init(errors: [String: AttributeError]?, statement: Octets?) {
            self.errors = errors
            self.statement = statement
        }

        public static func failure(_ errors: [String: AttributeError]) -> Response {
            Response(errors: errors, statement: nil)
        }
        public static func success(statement: [UInt8]) -> Response {
            Response(errors: nil, statement: Octets(statement))
        }
    }
}
