import XignProtocol

/// A textual identifier that this manager generates. The kind is part of the type, so that the identifiers of
/// accounts and services cannot be confused.
///
/// Compared byte by byte: Swift's strings are equal where Unicode says that they look the same.
public struct TextID<Kind>: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    public init(_ text: String) { self.text = text }

    public static func == (one: Self, other: Self) -> Bool { one.text.hasSameBytes(as: other.text) }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    public var description: String { text }
}

extension TextID: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The kind of `AccountID`.
public enum AccountKind {}
/// The kind of `OrganizationID`.
public enum OrganizationKind {}
/// The kind of `ServiceID`.
public enum ServiceKind {}
/// The kind of `RoleID`.
public enum RoleKind {}
/// The kind of `MappingID`.
public enum MappingKind {}

/// The identifier of an account: a UUIDv7, which tells when the account was made. It never leaves the manager.
public typealias AccountID = TextID<AccountKind>

/// The kind of `PublicAccountID`.
public enum PublicAccountKind {}

/// The identifier of an account for operators, in the addresses of pages, in exports and in commands. It is random.
public typealias PublicAccountID = Identifier<PublicAccountKind>

/// The kind of `MemberID`.
public enum MemberKind {}

/// The identifier of a membership, by which the operators of an organization know a member whom a service does not know
/// yet. It is random, so that two organizations cannot find out that they have the same member.
public typealias MemberID = Identifier<MemberKind>

/// The identifier of an organization: a random UUID.
public typealias OrganizationID = TextID<OrganizationKind>

/// The identifier of a service, its client id: a random UUID.
public typealias ServiceID = TextID<ServiceKind>

/// The identifier of a role: a random UUID.
public typealias RoleID = TextID<RoleKind>

/// The pairwise subject of an account at a service (OpenID Connect Core, section 8): random, never derived.
public typealias MappingID = TextID<MappingKind>
