import XignDomain
import XignStorage

/// Seals one batch of values again, while the key-encryption key is being replaced (`ReplaceKeyEncryptionKey`).
package struct SealAgain: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter name: the operator's, for the audit log.
    package func callAsFunction(operator name: String) throws -> SealingAgain.Step {
        let now = context.clock.now()
        let step = try context.database.write { transaction in
            let former = try transaction.vault.identifiers.former
            let step = try transaction.sealingAgain.step()
            if case .ended(let unreadable) = step {
                try transaction.audit.append(
                    AuditEvent(
                        .keyEncryptionKeyRetired, at: now, actor: .machine(name),
                        detail: "\(former ?? ""), \(unreadable) values cannot be opened"))
                try transaction.notify(Settings.topic, "")
            }
            return step
        }
        if case .ended = step { try context.keys.reload() }
        return step
    }
}
