/// A service, as the user is shown it.
public struct ServiceDescription: Codable, Sendable, Equatable {
    public var id: String
    public var name: String
    /// Origin of the redirect URI in use; `app` for InApp-Authentication.
    public var origin: String
    public var description: String?

    public init(id: String, name: String, origin: String, description: String?) {
        self.id = id
        self.name = name
        self.origin = origin
        self.description = description
    }
}

/// An organization, as the user is shown it.
public struct OrganizationDescription: Codable, Sendable, Equatable {
    public var id: String
    public var name: String
    public var website: String?
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

/// A role that the user holds.
public struct RoleDescription: Codable, Sendable, Equatable {
    public var id: String
    public var name: String
    /// Each sorted and with the device in it; one of them must sign.
    public var alternatives: [[FactorType]]

    public init(id: String, name: String, alternatives: [[FactorType]]) {
        self.id = id
        self.name = name
        self.alternatives = alternatives
    }
}

/// An attribute that a service asks for. Never a value.
public struct AttributeDescription: Codable, Sendable, Equatable {
    public struct Alias: Codable, Sendable, Equatable {
        /// Random, for this user and service.
        public var id: String
        public var text: String
        public var isPrimary: Bool

        public init(id: String, text: String, isPrimary: Bool) {
            self.id = id
            self.text = text
            self.isPrimary = isPrimary
        }
    }

    public var isRequired: Bool
    /// The manager has no value yet, or none that the service takes.
    public var isMissing: Bool
    /// The service takes verified values alone: one that is missing cannot be supplied here.
    public var mustBeVerified: Bool
    /// Of the values to choose from; one where the choice was made before. None where all are missing.
    public var aliases: [Alias]

    public init(isRequired: Bool, isMissing: Bool, mustBeVerified: Bool = false, aliases: [Alias]) {
        self.isRequired = isRequired
        self.isMissing = isMissing
        self.mustBeVerified = mustBeVerified
        self.aliases = aliases
    }
}

/// What a new PIN must be at this manager, within ``PIN/lengthRange``.
public struct PINPolicy: Codable, Sendable, Equatable {
    public var minimumLength: Int
    public var maximumLength: Int

    public init(minimumLength: Int, maximumLength: Int) {
        self.minimumLength = minimumLength
        self.maximumLength = maximumLength
    }

    public static let standard = PINPolicy(
        minimumLength: PIN.defaultMinimumLength, maximumLength: PIN.lengthRange.upperBound)

    /// Why a PIN does not do, or nil.
    public func refusal(of pin: PIN) -> Refusal? {
        if pin.count < minimumLength { return .tooShort }
        if pin.count > maximumLength { return .tooLong }
        return pin.isCommon ? .common : nil
    }

    public enum Refusal: Sendable, Equatable { case tooShort, tooLong, common }
}
