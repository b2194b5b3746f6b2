import XignDomain
import XignStorage

/// Draws, retires and forgets the keys of ID tokens whose time has come. If several managers try at once, one of them
/// succeeds. Reads the database only where something is due, and for features that are not cached.
package struct RotateIDTokenKeys: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: true if this call changed anything.
    @discardableResult
    package func callAsFunction() throws -> Bool {
        let now = context.clock.now()
        let expected = context.keys.idToken.changes(for: try context.providerFeatures(), at: now, checked: now)
        guard !expected.isEmpty else { return false }
        let drawn = try Context.drawPrivateKeys(for: expected.draws.map(\.algorithm))
        let isOurs = try context.database.write { transaction in
            // Read again: another manager may have made the change meanwhile.
            let changes = try IDTokenKeys(transaction).changes(
                for: ProviderFeatures(of: transaction.services.readable()), at: now,
                checked: transaction.checkedTime(at: now))
            let details = try transaction.make(changes, drawn, at: now)
            guard !details.isEmpty else { return false }
            try transaction.audit.append(
                AuditEvent(.idTokenKeysRotated, at: now, detail: details.joined(separator: ", ")))
            try transaction.notify(Settings.topic, "")
            return true
        }
        try context.keys.reload()
        return isOurs
    }
}

extension Context {
    /// The key that signs ID tokens now; nil if the database holds none for the algorithm.
    package func idTokenKey(_ algorithm: Service.SigningAlgorithm) -> IDTokenKey? {
        keys.idToken.signer(algorithm, at: clock.now())?.key
    }

    /// The algorithms with a key that signs, as the discovery document names them.
    package var idTokenAlgorithms: [Service.SigningAlgorithm] {
        Service.SigningAlgorithm.allCases.filter { idTokenKey($0) != nil }
    }

    /// The keys that websites verify tokens with, for the JSON Web Key Set.
    package var publishedIDTokenKeys: [IDTokenPublicKey] { keys.idToken.published(at: clock.now()) }

    /// The keys that verify an `id_token_hint`: also those that have signed before.
    package var hintKeys: [IDTokenPublicKey] { keys.idToken.acceptedAsHint(at: clock.now()) }

    /// Draws keys outside of a transaction, since RSA takes its time.
    static func drawPrivateKeys(
        for algorithms: [Service.SigningAlgorithm]
    ) throws -> [Service.SigningAlgorithm: [UInt8]] {
        Dictionary(
            uniqueKeysWithValues: try algorithms.map { ($0, try IDTokenKey.drawPrivateKey(for: $0)) })
    }
}

extension IDTokenKeys {
    /// Reads the keys from the database.
    init(_ transaction: any Transaction) throws {
        let repository = transaction.keys
        self.init(
            live: try Service.SigningAlgorithm.allCases.flatMap { algorithm in
                try repository.signingKeys(purpose: algorithm.rawValue).map {
                    Live(
                        key: try IDTokenKey(algorithm: algorithm, id: $0.id, privateKey: $0.privateKey),
                        signsFrom: $0.signsFrom)
                }
            },
            retired: try repository.retiredIDTokenKeys().map {
                Retired(key: try IDTokenPublicKey(retired: $0.publicKey), retiredAt: $0.retiredAt)
            })
    }
}

extension Transaction {
    /// Replaces all keys of ID tokens. The former ones verify nothing from now on.
    /// - Parameters:
    ///   - drawn: the private halves of the new keys.
    ///   - operatorName: for the audit log.
    func replaceIDTokenKeys(
        by drawn: [Service.SigningAlgorithm: [UInt8]], operatorName: String, at now: Timestamp
    ) throws {
        for key in try IDTokenKeys(self).live.map(\.key) {
            try keys.destroySigningKey(purpose: key.algorithm.rawValue, id: key.id)
        }
        _ = try keys.removeRetiredIDTokenKeys(until: nil)
        let algorithms = Service.SigningAlgorithm.allCases.filter { drawn[$0] != nil }
        let draws = algorithms.map { (algorithm: $0, signsFrom: now) }
        let details = try make(IDTokenKeys.Changes(draws: draws), drawn, at: now)
        try audit.append(
            AuditEvent(
                .idTokenKeysReplaced, at: now, actor: .machine(operatorName), detail: details.joined(separator: ", ")))
    }

    /// - Parameter drawn: the private halves of new keys. Where one is missing, the next round draws it.
    /// - Returns: the changes in words, for the audit log.
    fileprivate func make(
        _ changes: IDTokenKeys.Changes, _ drawn: [Service.SigningAlgorithm: [UInt8]], at now: Timestamp
    ) throws -> [String] {
        var details: [String] = []
        for draw in changes.draws {
            guard let privateKey = drawn[draw.algorithm] else { continue }
            let id = IDTokenKey.newIdentifier()
            try keys.insert(
                Keys.SigningKey(
                    purpose: draw.algorithm.rawValue, id: id, privateKey: privateKey, signsFrom: draw.signsFrom),
                at: now)
            details.append("\(draw.algorithm.rawValue) \(id) published")
        }
        for key in changes.retires {
            try keys.destroySigningKey(purpose: key.algorithm.rawValue, id: key.id)
            try keys.insertRetiredIDTokenKey(key.id, publicKey: key.jsonWebKey.serialized, at: now)
            details.append("\(key.algorithm.rawValue) \(key.id) retired")
        }
        if let moment = changes.forgetsUntil {
            let count = try keys.removeRetiredIDTokenKeys(until: moment)
            details.append("\(count) forgotten")
        }
        return details
    }
}
