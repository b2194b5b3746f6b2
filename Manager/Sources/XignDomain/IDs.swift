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

/// The identifier of an account: a UUIDv7, never shown to a service.
public typealias AccountID = TextID<AccountKind>

/// The identifier of an organization: a random UUID.
public typealias OrganizationID = TextID<OrganizationKind>

/// The identifier of a service, its client id: a random UUID.
public typealias ServiceID = TextID<ServiceKind>

/// The identifier of a role: a random UUID.
public typealias RoleID = TextID<RoleKind>

/// The pairwise subject of an account at a service (OpenID Connect Core, section 8): random, never derived.
public typealias MappingID = TextID<MappingKind>
