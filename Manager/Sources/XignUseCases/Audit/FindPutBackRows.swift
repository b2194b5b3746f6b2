import XignDomain
import XignProtocol
import XignStorage

/// Finds rows of devices that somebody has put back, by what the audit chain and the device's signed statements say.
///
/// A row of yesterday is whole: its sealed values open. Before the retention of the audit log nothing is known.
struct FindPutBackRows {
    let transaction: any Transaction

    /// Compares a linked event with the row of its device, in one snapshot.
    /// - Returns: nil where they agree, or the device was removed.
    func contradiction(to record: AuditRecord) throws -> AuditReport.PutBack? {
        guard let kind = AuditEvent.Kind(rawValue: record.kind), let bytes = record.activationID,
            let id = ActivationID(bytes)
        else { return nil }
        switch kind {
        case .activationRevoked, .activationVoided, .activationMerged:
            guard try transaction.activations.find(id)?.state == .active else { return nil }
            return .init(kind: .endedDevice, activation: id, endedAt: record.at)
        case .pinChanged:
            guard let activation = try transaction.activations.find(id),
                try !pinChanges(of: activation).contains(where: { $0.at == record.at })
            else { return nil }
            return .init(kind: .missingPINChange, activation: id, endedAt: record.at)
        default: return nil
        }
    }

    /// Compares the PIN key of each active device with the one that it has signed last.
    /// - Parameter report: takes the findings.
    /// - Returns: the place after these devices; nil where none is left.
    func comparePINKeys(after id: ActivationID?, limit: Int, _ report: inout AuditReport) throws -> ActivationID? {
        let devices = try transaction.activations.active(after: id, limit: limit)
        for device in devices {
            do {
                guard let signed = try signedPINKey(of: device) else { continue }
                let stored = try transaction.activations.factor(.pin, of: device)
                if stored?.rawRepresentation == signed.rawRepresentation { continue }
                report.putBack.append(.init(kind: .formerPIN, activation: device.id))
            } catch is Vault.OpeningError {
                report.putBack.append(.init(kind: .movedKey, activation: device.id))
            }
        }
        return devices.last?.id
    }

    /// Returns the PIN key of the last change, else of the enrolment; nil for a device that a version enrolled which
    /// kept no statements.
    private func signedPINKey(of device: Activation) throws -> FactorPublicKey? {
        let changes = try pinChanges(of: device)
        if let last = changes.max(by: { $0.confirmedAt < $1.confirmedAt }) { return last.key }
        return try transaction.activations.enrolledKeys(of: device)?.first { $0.factor == .pin }
    }

    private struct PINChange {
        let key: FactorPublicKey
        /// The moment in the row, which is that of the event.
        let at: Timestamp
        /// The moment of the sealed consent; that of the row where the evidence has left with the log.
        let confirmedAt: Int64
    }

    private func pinChanges(of device: Activation) throws -> [PINChange] {
        try transaction.evidence.keyChanges(of: device).compactMap { change in
            let statement = try KeyChangeStatement(parsing: change.signed.payload)
            guard case .changePin(let key) = statement.change else { return nil }
            let consent = try transaction.evidence.confirmation(ofHash: statement.consentHash, by: device)
            return PINChange(key: key, at: change.at, confirmedAt: consent?.issuedAt ?? change.at.seconds)
        }
    }
}
