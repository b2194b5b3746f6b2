/// Submits the chosen role and attributes, and receives the statement that is to be signed.
public enum Prepare: DeviceOperation {
    public static let name = DeviceOperationName.prepare

    /// How one requested attribute is to be met. An optional attribute that is left out does not appear.
    public struct Selection: Codable, Sendable, Equatable, CustomStringConvertible, CustomReflectable {
        /// One of the aliases that `start` offered.
        public var aliasId: String?
        /// The text of an `AttributeDisclosure`, where the value was missing.
        public var disclosure: String?

        public init(aliasId: String? = nil, disclosure: String? = nil) {
            self.aliasId = aliasId
            self.disclosure = disclosure
        }

        /// Without the disclosure, which holds personal data.
        public var description: String { aliasId.map { "alias \($0)" } ?? "a supplied value" }
        public var customMirror: Mirror { Mirror(self, children: []) }
    }

    public struct Request: Codable, Sendable {
        public var sessionId: SessionID
        public var sessionToken: SecretOctets
        public var roleId: String
        public var attributes: [String: Selection]

        public init(
            sessionId: SessionID, sessionToken: SecretOctets, roleId: String, attributes: [String: Selection]
        ) {
            self.sessionId = sessionId
            self.sessionToken = sessionToken
            self.roleId = roleId
            self.attributes = attributes
        }
    }

    public enum AttributeError: String, Error, Codable {
        /// In a bad format.
        case invalid
        /// Supplied though not requested, though there is a value already, or though it must be verified first.
        case notAvailable
        /// Required and not supplied.
        case dataMissing
        /// Several aliases and none chosen.
        case noAliasSelected
    }

    /// Exactly one member is there.
    public struct Response: Codable, Sendable {
        /// By attribute.
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
