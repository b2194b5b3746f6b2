import XignProtocol

/// An authorization request that a client has pushed over the back channel (RFC 9126).
public struct PushedRequest: Sendable, Equatable {
    /// The seconds for which a browser can begin a login with it. FAPI 2.0 (section 5.3.2.2) demands less than 600.
    public static let lifetimeSeconds: Int64 = 300
    /// The seconds after its end for which a request is kept that no login has: one may be about to begin.
    public static let retentionSeconds: Int64 = 60
    /// The beginning of every `request_uri`; a `BearerToken` follows (RFC 9126, section 2.2).
    public static let prefix = "urn:ietf:params:oauth:request_uri:"

    /// The hash of the token within the `request_uri`.
    public let hash: BearerHash
    public let serviceID: ServiceID
    /// The parameters as they were sent and checked, form-encoded, without those that authenticate the client.
    public let parameters: String
    public let expiresAt: Timestamp

    public init(hash: BearerHash, serviceID: ServiceID, parameters: String, expiresAt: Timestamp) {
        self.hash = hash
        self.serviceID = serviceID
        self.parameters = parameters
        self.expiresAt = expiresAt
    }

    /// Returns the hash of the token within a `request_uri`; nil for an address of another form.
    public static func hash(ofURI uri: String) -> BearerHash? {
        guard uri.utf8.starts(with: prefix.utf8) else { return nil }
        return BearerHash(of: String(Substring(uri.utf8.dropFirst(prefix.utf8.count))))
    }

    /// True as long as a browser can begin a login.
    public func isOpen(at now: Timestamp) -> Bool { now.isBefore(expiresAt, ofLifetime: Self.lifetimeSeconds) }
}
