/// A change that this device began to send to the manager, and whose answer it never got: the manager may have made it.
///
/// See ``Personalizer/unansweredChanges``.
public struct UnansweredChange: Sendable, Hashable {
    /// The kind of a change.
    public enum Kind: String, Codable, Sendable {
        /// A change of the PIN. The old or the new PIN is valid: let the user begin again with the one that is
        /// accepted.
        case changePin
        /// The deletion of the account. It may be deleted.
        case delete
    }

    /// The manager's identifier.
    public let idmIdentifier: String
    /// The kind of the change.
    public let kind: Kind
}

extension Personalizer {
    /// The changes of PIN and account whose answer was lost, sorted by manager. Reads the disk, but not the network.
    /// May be called from any thread.
    ///
    /// Read them when the app starts, and tell the user. A change stays until the manager's answer settles it: the
    /// answer to a repetition with the same object, or to the next authentication that succeeds. A change of the PIN
    /// needs an authentication with a PIN. The device stores nothing of either PIN.
    ///
    /// - Throws: codes `storageFailed`, `notInitialized`.
    public var unansweredChanges: [UnansweredChange] {
        get throws(XignSdkError) {
            do {
                return try device.get().activations.all().compactMap { record in
                    record.unansweredChange.map { UnansweredChange(idmIdentifier: record.idmIdentifier, kind: $0) }
                }
            } catch { throw XignSdkError.wrapping(error) }
        }
    }
}

extension Device {
    /// Stores or removes the mark of a change. The change is made also where the disk is full and has no mark.
    func setUnansweredChange(_ kind: UnansweredChange.Kind?, of activation: ActivationRecord) {
        do {
            try activations.change { changes in
                guard var record = try changes.current(activation), record.unansweredChange != kind else { return }
                record.unansweredChange = kind
                try changes.write(record)
            }
        } catch { log(.warning, "the mark of a change that was sent could not be stored") }
    }
}
