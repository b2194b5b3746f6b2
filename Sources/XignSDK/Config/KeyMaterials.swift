import Foundation
import Synchronization
internal import XignCrypto
internal import XignProtocol

/// The managers that the app trusts, and their newest key material: what the app shipped, and on it the updates that were
/// fetched and stored. Never goes back.
final class KeyMaterials: Sendable {
    private let folder: String
    private let lock: HomeLock
    private let chains: Mutex<[String: KeyMaterialChain]>
    private let shippedRoots: [String: String]

    /// Begins with what the app ships, and adds the stored updates that it vouches for.
    ///
    /// - Throws: `KeyStoreError.unusable` where stored updates cannot be read or verified. To go on without them would be to
    ///   believe keys again that the manager has withdrawn.
    init(shipped: [KeyMaterialChain], folder: String, lock: HomeLock) throws {
        self.folder = folder
        self.lock = lock
        var chains: [String: KeyMaterialChain] = [:]
        var roots: [String: String] = [:]
        for var chain in shipped {
            let idm = chain.current.material.idmIdentifier
            let shippedRoots = chain.current.material.rootsDigest
            roots[idm] = shippedRoots
            try Self.goOn(&chain, on: shippedRoots, in: folder)
            chains[idm] = chain
        }
        self.chains = Mutex(chains)
        shippedRoots = roots
    }

    /// Stored updates. They hang on the roots of the document that the app shipped: one with other roots, which is the way
    /// out after a theft of roots, drops them.
    private struct Updates: Codable {
        /// Of the file: as much as key material may have on the network, and as `PrivateFolder` reads.
        static let limits = StrictJSON.Limits(size: 1 << 20, depth: 3)

        var v = 1
        var shippedRoots: String
        var documents: [Octets]
    }

    /// The updates that were stored on these roots, oldest first; none where there are none.
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

    /// Goes on to what is stored. Verified anew, so that a writer of the file gains nothing.
    ///
    /// - Throws: `KeyStoreError.unusable` where a newer document is not vouched for by the one before it.
    private static func goOn(_ chain: inout KeyMaterialChain, on shippedRoots: String, in folder: String) throws {
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
            \(folder)/\(fileName(idmIdentifier)), the key material of \(idmIdentifier), is damaged. Restore it, or update the \
            app to one that ships the manager's newest key material. Do not remove it before such an update: keys that were \
            stolen and replaced would work again.
            """)
    }

    var managers: [KeyMaterial] {
        chains.withLock { $0.values.map(\.current.material) }.sorted { $0.idmIdentifier < $1.idmIdentifier }
    }

    /// The manager that has exactly this address.
    func manager(at origin: ManagerOrigin) throws -> KeyMaterial {
        guard let manager = managers.first(where: { $0.url == origin }) else {
            throw XignSdkError.managerUnknown(origin.description)
        }
        return manager
    }

    func chain(_ idmIdentifier: String) throws -> KeyMaterialChain {
        guard let chain = chains.withLock({ $0[idmIdentifier] }) else {
            throw XignSdkError.managerUnknown(idmIdentifier)
        }
        return chain
    }

    /// Adopts documents that the manager handed out, as far as they are vouched for, and stores them.
    ///
    /// - Returns: whether anything is new.
    /// - Throws: `keyMaterialInvalid` where a document is signed wrongly, changes what it may not, or claims what belongs to another
    ///   manager. What came before it has been adopted. `KeyStoreError.unusable` where the stored updates cannot be read or written;
    ///   nothing has changed then.
    @discardableResult
    func adopt(_ documents: [SignedKeyMaterial], for idmIdentifier: String) throws -> Bool {
        try chains.withLock { chains in
            guard var chain = chains[idmIdentifier] else { return false }
            let known = chain.current.material
            let others = chains.values.filter { $0.current.material.idmIdentifier != idmIdentifier }
            let refusal = try lock.withLock { () -> KeyMaterialChain.UpdateError? in
                // Another process may have stored others.
                try Self.goOn(&chain, on: shippedRoots[idmIdentifier] ?? "", in: folder)
                let stored = chain.current.material
                let refusal = Self.goOn(&chain, to: documents, beside: others)
                if chain.current.material.isNewer(than: stored) { try store(chain) }
                return refusal
            }
            chains[idmIdentifier] = chain
            if let refusal {
                throw XignSdkError(
                    .keyMaterialInvalid,
                    "\(idmIdentifier) handed out key material that the known one does not vouch for.",
                    underlying: refusal)
            }
            return chain.current.material.isNewer(than: known)
        }
    }

    /// Goes on to what a manager handed out, up to the first document that the one before it does not vouch for, or that claims
    /// what belongs to another manager.
    private static func goOn(
        _ chain: inout KeyMaterialChain, to documents: [SignedKeyMaterial], beside others: [KeyMaterialChain]
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

    /// Stores what leads from the shipped document to the current one, after it was verified as it will be read. The lock is held.
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
    /// SHA-256 of the root keys, whatever their order.
    fileprivate var rootsDigest: String {
        let keys = rootKeys.map(\.rawRepresentation).sorted { $0.lexicographicallyPrecedes($1) }
        return SHA256.hash(data: Array(keys.joined())).hexadecimal
    }
}
