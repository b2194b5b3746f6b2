/// The client's own description, sent with the requests that begin a process. It is a signal for the manager's policy
/// and not a control.
public struct ClientInformation: Codable, Sendable, Equatable {
    /// The result of the SDK's security check.
    public struct SecurityCheck: Codable, Sendable, Equatable {
        /// The time of the check in Unix seconds.
        public var date: Int64
        public var checkVersion: Int32
        public var osVersion: String
        public var isRooted: Bool
        public var isHooked: Bool

        public init(date: Int64, checkVersion: Int32, osVersion: String, isRooted: Bool, isHooked: Bool) {
            self.date = date
            self.checkVersion = checkVersion
            self.osVersion = osVersion
            self.isRooted = isRooted
            self.isHooked = isHooked
        }
    }

    /// The version of the SDK.
    public var version: String
    /// The operating system, such as `Linux`.
    public var platform: String
    /// Nil where no check was made.
    public var securityCheck: SecurityCheck?
    /// The capabilities of the app. Words that a manager does not know have no effect.
    public var supports: Capabilities?

    public init(
        version: String, platform: String, securityCheck: SecurityCheck?, supports: Set<ClientCapability> = []
    ) {
        self.supports = supports.isEmpty ? nil : Capabilities(supports)
        self.version = version
        self.platform = platform
        self.securityCheck = securityCheck
    }
}

extension ClientInformation {
    /// Returns true if the app shows what a process of this kind asks for.
    public func supports(_ capability: ClientCapability) -> Bool {
        supports?.words.contains { $0.hasSameBytes(as: capability.rawValue) } ?? false
    }

    /// The words with which an app names its capabilities: at most 16, each of 1 to 32 lower-case ASCII letters.
    public struct Capabilities: Codable, Sendable, Equatable {
        static let maximumCount = 16
        static let maximumWordLength = 32

        let words: [String]

        init(_ capabilities: Set<ClientCapability>) { words = capabilities.map(\.rawValue).sorted() }

        /// - Throws: `DecodingError` for too many words, and for one of another form.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            words = try container.decode([String].self)
            guard words.count <= Self.maximumCount,
                words.allSatisfy({
                    (1...Self.maximumWordLength).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isLowercaseLetter)
                })
            else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "not capabilities") }
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(words)
        }
    }
}

/// A kind of process, or a part of one, that older apps do not show.
public enum ClientCapability: String, Sendable, CaseIterable {
    case merge, offline, pairing, transaction
}
