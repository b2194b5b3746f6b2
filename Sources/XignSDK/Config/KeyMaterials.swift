import Foundation
import Synchronization
internal import XignCrypto
internal import XignProtocol

/// The trusted managers and their newest key material (docs/protocol.md, section 1).
///
/// The base is the key material that the app ships; updates that were fetched and stored extend it. Key material is
/// never replaced by an older document.
final class KeyMaterials: Sendable {
    private let folder: String
    private let lock: HomeLock
    private let chains: Mutex<[String: KeyMaterialChain]>
    private let shippedRoots: [String: String]

    /// Starts from the shipped key material, and applies the stored updates that it verifies.
    ///
    /// - Throws: `KeyStoreError.unusable` if stored updates cannot be read or verified. Ignoring them would mean
    ///   trusting keys again that the manager has withdrawn.
    init(shipped: [KeyMaterialChain], folder: String, lock: HomeLock) throws {
        self.folder = folder
        self.lock = lock
        var chains: [String: KeyMaterialChain] = [:]
        var roots: [String: String] = [:]
        for var chain in shipped {
            let idm = chain.current.material.idmIdentifier
            let shippedRoots = chain.current.material.rootsDigest
            roots[idm] = shippedRoots
            try Self.applyStoredUpdates(to: &chain, on: shippedRoots, in: folder)
            chains[idm] = chain
        }
        self.chains = Mutex(chains)
        shippedRoots = roots
    }

    /// The content of a file with stored updates.
    ///
    /// Updates belong to the root keys of the shipped document. If the app ships a document with other root keys, as
    /// after a theft of root keys, the updates are dropped.
    private struct Updates: Codable {
        /// The limits of the file: the same size as on the network, and as `PrivateFolder` reads.
        static let limits = StrictJSON.Limits(size: 1 << 20, depth: 3)

        var v = 1
        var shippedRoots: String
        var documents: [Octets]
    }

    /// Returns the updates stored for these root keys, oldest first.
    private static func storedDocuments(
        of idmIdentifier: String, on shippedRoots: String, in folder: String
    ) throws -> [SignedKeyMaterial] {
        guard let content = try PrivateFolder(folder).read(fileName(idmIdentifier)) else { return [] }
        do {
            let updates = try MessageCoding.decode(Updates.self, from: Array(content), limits: Updates.limits)
            guard updates.v == 1 else { throw damaged(idmIdentifier, in: folder) }
            guard updates.shippedRoots == shippedRoots else { return [] }
            return try updates.documents.map { try SignedKeyMaterial(parsing: $0.bytes) }
        } catch { throw damaged(idmIdentifier, in: folder) }
    }

    /// Extends a chain by the stored updates. They are verified again, so that modifying the file gains nothing.
    ///
    /// - Throws: `KeyStoreError.unusable` if a newer document is not verified by its predecessor.
    private static func applyStoredUpdates(
        to chain: inout KeyMaterialChain, on shippedRoots: String, in folder: String
    ) throws {
        let idmIdentifier = chain.current.material.idmIdentifier
        for next in try storedDocuments(of: idmIdentifier, on: shippedRoots, in: folder) {
            do throws(KeyMaterialChain.UpdateError) { try chain.update(to: next) } catch {
                guard error == .notNewer else { throw damaged(idmIdentifier, in: folder) }
            }
        }
    }

    private static func damaged(_ idmIdentifier: String, in folder: String) -> KeyStoreError {
        .unusable(
            """
            \(folder)/\(fileName(idmIdentifier)), the key material of \(idmIdentifier), is damaged. Restore it, or \
            update the app to a version that ships the manager's newest key material. Do not remove the file before \
            that: the device would trust replaced, possibly stolen, keys again.
            """)
    }

    var managers: [KeyMaterial] {
        chains.withLock { $0.values.map(\.current.material) }.sorted { $0.idmIdentifier < $1.idmIdentifier }
    }

    /// Returns the manager with exactly this origin.
    func manager(at origin: ManagerOrigin) throws -> KeyMaterial {
        guard let manager = managers.first(where: { $0.url == origin }) else {
            throw unknown(origin.description)
        }
        return manager
    }

    /// Returns whether an origin is no manager's, but the beginning of one.
    func isBeginning(ofOrigin origin: ManagerOrigin) -> Bool {
        let origins = managers.map(\.url.description)
        return !origins.contains(origin.description) && origins.contains { $0.hasPrefix(origin.description) }
    }

    func chain(_ idmIdentifier: String) throws -> KeyMaterialChain {
        guard let chain = chains.withLock({ $0[idmIdentifier] }) else {
            throw unknown(idmIdentifier)
        }
        return chain
    }

    private func unknown(_ name: String) -> XignSdkError { .managerUnknown(name, configuresNone: managers.isEmpty) }

    /// Adopts and stores documents from the manager, up to the first that fails verification.
    ///
    /// - Returns: true if the key material is newer than before.
    /// - Throws: `keyMaterialInvalid` if a document has a wrong signature, makes a forbidden change, or conflicts with
    ///   another manager; the documents before it are adopted. `KeyStoreError.unusable` if the stored updates cannot be
    ///   read or written; nothing has changed then.
    @discardableResult
    func adopt(_ documents: [SignedKeyMaterial], for idmIdentifier: String) throws -> Bool {
        try chains.withLock { chains in
            guard var chain = chains[idmIdentifier] else { return false }
            let known = chain.current.material
            let others = chains.values.filter { $0.current.material.idmIdentifier != idmIdentifier }
            let refusal = try lock.withLock { () -> KeyMaterialChain.UpdateError? in
                // Another process may have stored newer updates.
                try Self.applyStoredUpdates(to: &chain, on: shippedRoots[idmIdentifier] ?? "", in: folder)
                let stored = chain.current.material
                let refusal = Self.extend(&chain, by: documents, beside: others)
                if chain.current.material.isNewer(than: stored) { try store(chain) }
                return refusal
            }
            chains[idmIdentifier] = chain
            if let refusal {
                throw XignSdkError(
                    .keyMaterialInvalid,
                    "\(idmIdentifier) sent key material that the known key material does not verify: another manager "
                        + "answers at its address, or it was set up anew. Do not continue; ask the operator.",
                    underlying: refusal)
            }
            return chain.current.material.isNewer(than: known)
        }
    }

    /// Extends a chain by a manager's documents, up to the first that its predecessor does not verify, or that
    /// conflicts with another manager. Returns the error of that document.
    private static func extend(
        _ chain: inout KeyMaterialChain, by documents: [SignedKeyMaterial], beside others: [KeyMaterialChain]
    ) -> KeyMaterialChain.UpdateError? {
        for next in documents {
            do throws(KeyMaterialChain.UpdateError) {
                if others.contains(where: { $0.conflicts(with: next.material) }) { throw .forbiddenChange }
                try chain.update(to: next)
            } catch {
                if error != .notNewer { return error }
            }
        }
        return nil
    }

    /// Stores the documents from the shipped one to the current one, after verifying them as a later start will.
    /// Requires the lock.
    private func store(_ chain: KeyMaterialChain) throws {
        let idmIdentifier = chain.current.material.idmIdentifier
        let updates = Updates(
            shippedRoots: shippedRoots[idmIdentifier] ?? "", documents: chain.documents.map { Octets($0.serialized) })
        let content = try MessageCoding.encode(updates)
        guard content.count <= Updates.limits.size else {
            throw KeyStoreError.unusable(
                "The key material of \(idmIdentifier) is larger than \(Updates.limits.size) bytes. Update the app.")
        }
        _ = try KeyMaterialChain(trusting: chain.documents)
        try PrivateFolder(folder).write(Data(content), to: Self.fileName(idmIdentifier))
    }

    private static func fileName(_ idmIdentifier: String) -> String {
        SHA256.hash(data: Array(idmIdentifier.utf8)).prefix(16).hexadecimal + ".json"
    }
}

extension KeyMaterial {
    /// The SHA-256 of the root keys, independent of their order.
    fileprivate var rootsDigest: String {
        let keys = rootKeys.map(\.rawRepresentation).sorted { $0.lexicographicallyPrecedes($1) }
        return SHA256.hash(data: Array(keys.joined())).hexadecimal
    }
}
