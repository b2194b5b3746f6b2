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
            // Verified anew from the shipped document on, so that whoever wrote the file gains nothing.
            for next in try Self.storedDocuments(of: idm, on: shippedRoots, in: folder) {
                do throws(KeyMaterialChain.UpdateError) { try chain.update(to: next) } catch {
                    guard error == .notNewer else { throw Self.damaged(idm, in: folder) }
                }
            }
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

    private static func damaged(_ idmIdentifier: String, in folder: String) -> KeyStoreError {
        .unusable(
            """
            \(folder)/\(fileName(idmIdentifier)), the key material of \(idmIdentifier), is damaged. Restore it. Removing it is \
            safe only with an app that ships the manager's newest key material: keys that were stolen and replaced work again.
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
    ///   manager. What came before it has been adopted.
    @discardableResult
    func adopt(_ documents: [SignedKeyMaterial], for idmIdentifier: String) throws -> Bool {
        try chains.withLock { chains in
            guard var chain = chains[idmIdentifier] else { return false }
            var adopted: [SignedKeyMaterial] = []
            var refusal: (any Error)?
            for next in documents {
                do throws(KeyMaterialChain.UpdateError) {
                    let claimed = chains.contains { $0.key != idmIdentifier && $0.value.conflicts(with: next.material) }
                    if claimed { throw .forbiddenChange }
                    try chain.update(to: next)
                    adopted.append(next)
                } catch {
                    if error == .notNewer { continue }
                    refusal = error
                    break
                }
            }
            if !adopted.isEmpty {
                try store(adopted, for: idmIdentifier)
                chains[idmIdentifier] = chain
            }
            if let refusal {
                throw XignSdkError(
                    .keyMaterialInvalid,
                    "\(idmIdentifier) handed out key material that the known one does not vouch for.",
                    underlying: refusal)
            }
            return !adopted.isEmpty
        }
    }

    /// Of each epoch only the last document is needed to verify the next.
    private func store(_ adopted: [SignedKeyMaterial], for idmIdentifier: String) throws {
        let roots = shippedRoots[idmIdentifier] ?? ""
        try lock.withLock {
            // Another process may have stored others.
            let known = try Self.storedDocuments(of: idmIdentifier, on: roots, in: folder)
            let byEpoch = Dictionary(
                (known + adopted).map { ($0.material.epoch, $0) },
                uniquingKeysWith: { $1.material.isNewer(than: $0.material) ? $1 : $0 })
            let documents = byEpoch.values.sorted { $0.material.epoch < $1.material.epoch }
            let updates = Updates(shippedRoots: roots, documents: documents.map { Octets($0.serialized) })
            let content = try MessageCoding.encode(updates)
            guard content.count <= Updates.limits.size else {
                throw KeyStoreError.unusable(
                    "The key material of \(idmIdentifier) is larger than \(Updates.limits.size) bytes. Update the app.")
            }
            try PrivateFolder(folder).write(Data(content), to: Self.fileName(idmIdentifier))
        }
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
