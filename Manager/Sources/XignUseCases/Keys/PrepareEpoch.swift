import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// Draws the keys of the next epoch of the key material (protocol.md, section 1). Nothing changes for devices until the
/// request is signed and published; a request that was prepared before becomes void.
///
/// Each epoch has an online key of its own; its root keys and App-Link origins may be others. Epochs are numbered by
/// the clock, so that one begun after a backup was restored comes after those that the backup does not know.
package struct PrepareEpoch: Sendable {
    /// The purpose of an online key whose key material is not published yet.
    static let preparedPurpose = "online, prepared"

    /// The setting with the digest of the request that was prepared last.
    static let preparedSetting = "key material, prepared"

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter appLinkOrigins: nil: they stay.
    package func callAsFunction(appLinkOrigins: [ManagerOrigin]? = nil) throws -> KeyMaterialRequest {
        let now = context.clock.now()
        let online = Curve25519.Signing.PrivateKey()
        let onlineKey = try StatementVerificationKey(of: online)
        let next = try EncryptionKeys.draw(at: now)
        return try context.database.write { transaction in
            let repository = transaction.keys
            var material = try repository.newestMaterial().material
            material.epoch = max(material.epoch + 1, now.seconds)
            // In a new epoch any sequence will do; a thief of the online key may have driven it to its end.
            material.sequence = min(material.sequence, now.seconds) + 1
            material.expiresAt = next.materialExpiresAt.seconds
            material.appLinkOrigins = appLinkOrigins ?? material.appLinkOrigins
            material.onlineKey = onlineKey
            material.encryptionKeys = next.keys.map(\.publicKey)
            for key in try repository.signingKeys(purpose: Self.preparedPurpose) {
                try repository.destroySigningKey(purpose: key.purpose, id: key.id)
            }
            try repository.insert(
                Keys.SigningKey(
                    purpose: Self.preparedPurpose, id: onlineKey.identifier,
                    privateKey: Array(online.rawRepresentation), signsFrom: now),
                at: now)
            try next.insert(repository, at: now)
            let request = KeyMaterialRequest(material)
            try transaction.settings.set(Self.preparedSetting, to: Base64URL.encode(request.digest))
            return request
        }
    }
}

extension Keys {
    func newestMaterial() throws -> SignedKeyMaterial {
        guard let document = try newestKeyMaterial() else {
            throw ManagerError(.notInitialized, "The database holds no keys", .initialize)
        }
        return try SignedKeyMaterial(parsing: document)
    }
}
