import Foundation
internal import XignProtocol

// A factor that is added after the personalization is pending from before its key is sent until the manager has
// confirmed it (docs/protocol.md, section 7). Its key is never replaced meanwhile: a request in transit could still add
// the old one. Only the manager's `status` decides, and only after the end of the grant that the factor is lost.

extension Device {
    /// Creates the key of a factor and records it as pending. A key that is pending already is used again.
    ///
    /// - Throws: `factorRefused` if the activation has the factor, `notPersonalized` if the activation was given up,
    ///   `factorUnavailable` if the gate makes no key.
    func pendingKey(
        of factor: FactorType, by gate: any BiometricGate, for grant: Grant
    ) throws -> FactorPublicKey {
        try activations.change { changes in
            guard var record = try changes.current(grant.activation) else {
                throw XignSdkError.notPersonalized(at: grant.activation.idmIdentifier)
            }
            guard !record.factors.contains(factor) else { throw XignSdkError.factorAlreadyAdded }
            let earlier = record.pendingFactor
            let bytes = try earlier?.publicKey.bytes ?? gate.newKey(of: record)
            guard let key = FactorPublicKey(factor: factor, rawRepresentation: bytes) else {
                throw KeyStoreError.unusable("The biometric gate made a key that is not on its curve.")
            }
            let end = Int64(grant.endsAt.timeIntervalSince1970.rounded(.up))
            record.pendingFactor = PendingFactor(
                factor: factor, publicKey: Octets(bytes), grantEndsAt: max(end, earlier?.grantEndsAt ?? end))
            try changes.write(record)
            return key
        }
    }

    /// Records that the manager has the pending factor.
    func confirmPendingFactor(of activation: ActivationRecord) throws {
        try activations.change { changes in
            if let record = try changes.current(activation) { try changes.write(record.withPendingFactorAdded) }
        }
    }

    /// Returns the record after asking the manager for the state of a pending factor; the same record if there is none,
    /// or if the manager cannot be asked.
    func resolvingPendingFactor(of activation: ActivationRecord) async -> ActivationRecord {
        guard let pending = activation.pendingFactor else { return activation }
        let isGrantOver = now().timeIntervalSince1970 >= TimeInterval(pending.grantEndsAt)
        do {
            let isAdded = try await status(of: activation).factors.contains(pending.factor)
            var isResolved = false
            let record: ActivationRecord = try activations.change { changes in
                guard let record = try changes.current(activation) else { return activation }
                guard record.pendingFactor == pending, isAdded || isGrantOver else { return record }
                // A key that remains is replaced when the factor is added again.
                if !isAdded { biometricGate?.removeKey(record.label, log) }
                let resolved = isAdded ? record.withPendingFactorAdded : record.withoutPendingFactor
                try changes.write(resolved)
                isResolved = true
                return resolved
            }
            // Outside of the lock, since the app's log handler may call the SDK.
            if isResolved {
                log(
                    .info,
                    "the interrupted addition of the factor \(pending.factor.rawValue) at \(record.idmIdentifier)"
                        + (isAdded ? " had succeeded" : " is given up"))
            }
            return record
        } catch {
            log(.warning, "the manager could not be asked about a new factor")
            log.failure(XignSdkError.wrapping(error), of: "status")
            return activation
        }
    }
}

extension ActivationRecord {
    fileprivate var withPendingFactorAdded: ActivationRecord {
        guard let pendingFactor else { return self }
        var record = withoutPendingFactor
        record.factors = Set(factors + [pendingFactor.factor]).sorted()
        return record
    }

    fileprivate var withoutPendingFactor: ActivationRecord {
        var record = self
        record.pendingFactor = nil
        return record
    }
}
