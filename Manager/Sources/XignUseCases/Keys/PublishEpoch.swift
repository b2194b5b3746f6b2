import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// Publishes key material that the root keys have signed, destroys the former online key, and all encryption keys but
/// its own: so each device learns of the new epoch with its next request. All of it happens in one transaction.
package struct PublishEpoch: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - replacesRoots: true where the operator has agreed to the new root keys of this document; false: they stay.
    ///   - name: the operator's, for the audit log.
    /// - Returns: the material.
    /// - Throws: `ManagerError` with the code `keyMaterialRequest` for a document that devices would refuse, that
    ///   replaces the root keys without consent, or whose request is void or was altered; nothing has changed then.
    @discardableResult
    package func callAsFunction(
        _ signed: SignedKeyMaterial, replacesRoots: Bool = false, by name: String
    ) throws -> KeyMaterial {
        let now = context.clock.now()
        try context.database.write { transaction in
            let repository = transaction.keys
            let former = try repository.newestMaterial()
            let material = signed.material
            guard material.epoch > former.material.epoch else {
                throw ManagerError(
                    .keyMaterialRequest,
                    "An epoch of this number was published already: prepare and sign a new request if one is needed.")
            }
            guard let prepared = try repository.signingKeys(purpose: PrepareEpoch.preparedPurpose).first,
                prepared.id.hasSameBytes(as: material.onlineKey.identifier)
            else {
                throw ManagerError(
                    .keyMaterialRequest,
                    "The request was not prepared here, or another one was prepared since: sign the last one.")
            }
            let digest = Base64URL.encode(KeyMaterialRequest(material).digest)
            guard try transaction.settings.value(of: PrepareEpoch.preparedSetting)?.hasSameBytes(as: digest) == true
            else {
                throw ManagerError(
                    .keyMaterialRequest,
                    "The signed document is not the request that was prepared here: somebody has altered it. Publish "
                        + "nothing, and find out who.")
            }
            guard replacesRoots == (material.fingerprint != former.material.fingerprint) else {
                throw ManagerError(
                    .keyMaterialRequest,
                    "The signed document has other root keys than expected: compare their fingerprint before you "
                        + "publish it.")
            }
            let online = try Curve25519.Signing.PrivateKey(rawRepresentation: prepared.privateKey)
            let complete = try signed.signed(by: [online])
            try Self.check(complete, after: former, at: now)
            guard try repository.keepOnlyDecryptionKeys(of: material.encryptionKeys) else {
                throw ManagerError(
                    .keyMaterialRequest,
                    "The encryption keys of the request were destroyed since: prepare and sign a new request.")
            }
            _ = try repository.insert(complete)
            for key in try repository.signingKeys(purpose: KeyRing.onlinePurpose) + [prepared] {
                try repository.destroySigningKey(purpose: key.purpose, id: key.id)
            }
            try repository.insert(
                Keys.SigningKey(
                    purpose: KeyRing.onlinePurpose, id: prepared.id, privateKey: prepared.privateKey, signsFrom: now),
                at: now)
            try transaction.audit.append(
                AuditEvent(
                    .keyMaterialEpochBegun, at: now, actor: .machine(name),
                    detail: Self.detail(material, after: former.material)))
            try transaction.notify(Settings.topic, "")
        }
        try context.keys.reload()
        return signed.material
    }

    /// Refuses a document that devices would refuse, and one whose fingerprint would not authenticate it.
    private static func check(
        _ signed: SignedKeyMaterial, after former: SignedKeyMaterial, at now: Timestamp
    ) throws {
        do {
            var chain = try KeyMaterialChain(trusting: former)
            try chain.update(to: signed)
            // The documents of an epoch can begin an app's, and a person can compare their fingerprint.
            _ = try KeyMaterialChain(confirming: [signed])
        } catch {
            throw ManagerError(
                .keyMaterialRequest, "The present root keys have not signed this document: sign the request with them.")
        }
        guard signed.material.url == former.material.url else {
            throw ManagerError(.keyMaterialRequest, "The issuer of a manager never changes: prepare a new request.")
        }
        guard (1...EncryptionKeys.materialSeconds + 86_400).contains(signed.material.expiresAt - now.seconds) else {
            throw ManagerError(.keyMaterialRequest, "The request has expired: prepare and sign a new one.")
        }
    }

    /// The change in words, for the audit log.
    private static func detail(_ material: KeyMaterial, after former: KeyMaterial) -> String {
        var words = ["epoch \(material.epoch)", "online key replaced"]
        if material.rootKeys != former.rootKeys { words.append("root keys replaced") }
        if material.appLinkOrigins != former.appLinkOrigins {
            words.append("App-Links at \(material.appLinkOrigins.map(\.description).joined(separator: " "))")
        }
        return words.joined(separator: ", ")
    }
}
