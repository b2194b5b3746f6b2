import XignCrypto
import XignDomain
import XignProtocol

/// Key material with which an epoch shall begin, before the root keys have signed it.
///
/// It holds nothing secret. The manager prepares it, the root keys sign it on any machine, and the manager publishes
/// it: so they need never be on the server.
package struct KeyMaterialRequest: Sendable {
    package let material: KeyMaterial

    init(_ material: KeyMaterial) { self.material = material }

    /// Reads what `serialized` has written, and somebody else may have written instead.
    /// - Parameters:
    ///   - name: the file's name, for the error.
    ///   - now: the time of this machine. Epoch and sequence follow the clock: one far ahead would be the last that
    ///     devices ever accept.
    /// - Throws: `ManagerError` with the code `keyMaterialRequest`.
    package init(parsing bytes: [UInt8], from name: String, at now: Timestamp) throws {
        do { material = try KeyMaterial(parsing: bytes) } catch {
            throw ManagerError(
                .keyMaterialRequest,
                "\(name) is no request: name the file that `keys prepare-key-material` has written.")
        }
        guard max(material.epoch, material.sequence) <= now.seconds + 86_400 else {
            throw ManagerError(
                .keyMaterialRequest,
                "The epoch or the sequence of \(name) lies in the future: set the clocks of both machines. If they are "
                    + "right, the request was altered.")
        }
    }

    package var serialized: [UInt8] { material.serialized }

    /// SHA-256 of all that the root keys may not change when they sign: everything but themselves.
    var digest: [UInt8] {
        var masked = material
        masked.rootKeys = []
        masked.threshold = 0
        return Array(SHA256.hash(data: masked.serialized))
    }

    /// Signs the request with the root keys of the present epoch.
    ///
    /// Whoever holds the server has written the request. So the file of the root keys says which ones these are and how
    /// many sign, and the request must say the same.
    /// - Parameters:
    ///   - newRoots: the root keys of the new epoch; nil: they stay. These sign as well, so that a fingerprint of
    ///     theirs authenticates the document.
    ///   - now: the time of this machine.
    /// - Throws: `ManagerError` with the code `rootKeys` where the keys belong to another manager, are not those of the
    ///   present epoch, or are to be replaced by themselves; with `keyMaterialRequest` where the request has expired,
    ///   would be valid for longer than devices accept, or names other root keys besides.
    package func signed(
        by roots: RootKeys, replacedBy newRoots: RootKeys? = nil, at now: Timestamp
    ) throws -> SignedKeyMaterial {
        var material = material
        guard roots.issuer == material.url else {
            throw ManagerError(
                .rootKeys, "The root keys belong to \(roots.issuer), not to \(material.url): name the right file.")
        }
        let present = Set(roots.publicKeys)
        guard !present.isDisjoint(with: material.rootKeys) else {
            throw ManagerError(
                .rootKeys,
                "These are not the present root keys of \(material.url): they were replaced, so name the newer file.")
        }
        guard present == Set(material.rootKeys), material.threshold == RootKeys.threshold else {
            throw ManagerError(
                .keyMaterialRequest,
                "The request names other root keys than the file does: somebody has altered it, or a key is missing in "
                    + "the file. Sign nothing, and find out who has written the request.")
        }
        guard (1...EncryptionKeys.materialSeconds + 86_400).contains(material.expiresAt - now.seconds) else {
            throw ManagerError(
                .keyMaterialRequest,
                "The request is too old, or the clock of this machine is wrong: prepare a new one.")
        }
        var signers = roots.privateKeys
        if let newRoots {
            guard newRoots.issuer == material.url else {
                throw ManagerError(
                    .rootKeys,
                    "The new root keys belong to \(newRoots.issuer), not to \(material.url): name another file.")
            }
            guard present.isDisjoint(with: newRoots.publicKeys) else {
                throw ManagerError(.rootKeys, "The new root keys are the present ones: name a file for others.")
            }
            material.rootKeys = newRoots.publicKeys
            material.threshold = RootKeys.threshold
            signers += newRoots.privateKeys
        }
        return try SignedKeyMaterial(signing: material, with: signers)
    }
}
