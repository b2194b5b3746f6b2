/// The service of a process, to be displayed to the user.
public struct ServiceDescription: Codable, Sendable, Equatable {
    /// An identifier, which is compared by its bytes and not displayed.
    public var id: String
    public var name: String
    /// The origin of the redirect URI in use; `app` for InApp-Authentication.
    public var origin: String
    public var description: String?

    public init(id: String, name: String, origin: String, description: String?) {
        self.id = id
        self.name = name
        self.origin = origin
        self.description = description
    }
}

/// The organization of a service, to be displayed to the user.
public struct OrganizationDescription: Codable, Sendable, Equatable {
    /// An identifier, which is compared by its bytes and not displayed.
    public var id: String
    public var name: String
    public var website: String?
    /// A postal address in lines, each of which is display text.
    public var address: String?
    public var description: String?

    public init(id: String, name: String, website: String?, address: String?, description: String?) {
        self.id = id
        self.name = name
        self.website = website
        self.address = address
        self.description = description
    }
}

/// A role that the user holds at the service.
public struct RoleDescription: Codable, Sendable, Equatable {
    /// An identifier, which is compared by its bytes and not displayed.
    public var id: String
    public var name: String
    /// The sets of factors that may authenticate, of which one must sign. Each is sorted and contains the device.
    public var alternatives: [[FactorType]]

    public init(id: String, name: String, alternatives: [[FactorType]]) {
        self.id = id
        self.name = name
        self.alternatives = alternatives
    }
}

/// An attribute that a service requests, with the aliases of its values and never a value (protocol.md, section 5).
public struct AttributeDescription: Codable, Sendable, Equatable {
    /// The kind of an addition: an attribute beyond the twelve, whose name is the text to show.
    public enum Kind: String, Sendable {
        /// A value that the service receives.
        case value
        /// An act that the user allows, and that gives the service nothing.
        case permission
    }

    /// The name that the user gave to one value. Of an addition, the words of the manager.
    public struct Alias: Codable, Sendable, Equatable {
        /// An id that differs for each user and service.
        public var id: String
        public var text: String
        /// True if the value is the default among several.
        public var isPrimary: Bool

        public init(id: String, text: String, isPrimary: Bool) {
            self.id = id
            self.text = text
            self.isPrimary = isPrimary
        }
    }

    /// True if the login is impossible without a value.
    public var isRequired: Bool
    /// True if the manager has no value that the service accepts.
    public var isMissing: Bool
    /// True if the service accepts only verified values. A missing one cannot be supplied during the login.
    public var mustBeVerified: Bool
    /// The aliases of the values to choose from; one where the user has chosen before, none where the value is missing.
    public var aliases: [Alias]
    /// The word of a `Kind`, or one of a later version; nil for one of the twelve.
    public var kind: String?

    /// Makes one of the twelve.
    public init(isRequired: Bool, isMissing: Bool, mustBeVerified: Bool = false, aliases: [Alias]) {
        self.isRequired = isRequired
        self.isMissing = isMissing
        self.mustBeVerified = mustBeVerified
        self.aliases = aliases
    }

    private init(_ kind: Kind, isRequired: Bool, aliases: [Alias]) {
        self.init(isRequired: isRequired, isMissing: aliases.isEmpty, mustBeVerified: true, aliases: aliases)
        self.kind = kind.rawValue
    }

    /// Makes an addition that the service receives. Without an alias its value is missing.
    public static func value(isRequired: Bool, aliases: [Alias]) -> AttributeDescription {
        AttributeDescription(.value, isRequired: isRequired, aliases: aliases)
    }

    /// Makes an addition that the user may allow.
    public static func permission(_ alias: Alias) -> AttributeDescription {
        AttributeDescription(.permission, isRequired: false, aliases: [alias])
    }
}
