import XignDomain

/// Client secrets. The text of the current one is sealed, for the operator; of a replaced one only the hash is left.
extension Services {
    /// Replaces the secret of a service.
    /// - Parameter overlapEnd: the end of the time in which the replaced secret is still accepted; nil ends it now. A
    ///   secret that was replaced before ends in any case.
    package func setSecret(
        _ secret: BearerToken, of service: ServiceID, acceptingFormerUntil overlapEnd: Timestamp? = nil
    ) throws {
        let sealed = try transaction.vault.seal(Array(secret.text.utf8), at: Self.secretPlace(service))
        try removeFormerSecret(of: service)
        if let overlapEnd {
            try transaction.declare(
                """
                UPDATE service SET former_secret_hash = secret_hash, former_secret_expires_at = \(overlapEnd)
                WHERE id = \(service) AND secret_hash IS NOT NULL
                """)
        }
        try transaction.declare(
            "UPDATE service SET secret_hash = \(secret.hash), sealed_secret = \(sealed) WHERE id = \(service)")
        try transaction.notify(Settings.topic, "")
    }

    /// Ends the overlap after a rotation: only the current secret is accepted.
    package func removeFormerSecret(of service: ServiceID) throws {
        try transaction.declare(
            "UPDATE service SET former_secret_hash = NULL, former_secret_expires_at = NULL WHERE id = \(service)")
    }

    /// Removes the secrets of a service, which is a public client then, or authenticates with keys.
    package func removeSecret(of service: ServiceID) throws {
        try removeFormerSecret(of: service)
        try transaction.declare("UPDATE service SET secret_hash = NULL, sealed_secret = NULL WHERE id = \(service)")
        try transaction.notify(Settings.topic, "")
    }

    /// Returns the secret's text, for the operator who sets up the service; nil for a public client.
    package func secret(of service: ServiceID) throws -> String? {
        guard let sealed: [UInt8] = try transaction.value("SELECT sealed_secret FROM service WHERE id = \(service)")
        else { return nil }
        return String(decoding: try transaction.vault.open(sealed, at: Self.secretPlace(service)), as: UTF8.self)
    }

    static func secretPlace(_ service: ServiceID) -> Vault.Place {
        Vault.Place(column: "service.secret", item: service.text)
    }
}
