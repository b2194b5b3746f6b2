import XignDomain
import XignProtocol
import XignStorage

extension Performer {
    /// Gives an active activation another alias. Other activations may have it too: `since` and platform tell them
    /// apart.
    /// - Returns: false, without an effect, where it has the alias already, or is no longer active.
    @discardableResult
    func rename(_ activation: Activation, to alias: String) throws -> Bool {
        guard !activation.alias.hasSameBytes(as: alias),
            try transaction.activations.rename(activation.id, to: alias)
        else { return false }
        var renamed = activation
        renamed.alias = alias
        try record(.activationRenamed, .activationRenamed, of: activation.accountID, device: renamed)
        return true
    }
}

/// Renames a device on behalf of an operator.
package struct RenameDevice: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - typed: the device, as `DeviceSelection` takes it.
    ///   - alias: the new alias, in any normal form.
    /// - Returns: the device under its new alias.
    /// - Throws: `ManagerError` for an unknown user or device, for an activation that waits for its device, and for an
    ///   alias that cannot be displayed.
    package func callAsFunction(
        _ typed: String, ofUser userName: String, to alias: String, by operatorName: String
    ) throws -> DeviceDetails {
        let now = context.clock.now()
        let canonical: String
        do throws(TextFlaw) { canonical = try DisplayText.canonical(alias) } catch {
            throw ManagerError(.deviceAlias, "A device's alias \(error.description)")
        }
        return try context.database.write { transaction in
            let account = try UserNames(transaction: transaction).locked(userName)
            var device = try DeviceSelection(of: account, at: now, transaction).device(named: typed)
            guard device.state == .active else {
                throw ManagerError(
                    .pendingDevice,
                    "\(device.id.short) waits for its device, which will name itself: revoke it instead.")
            }
            try Performer(actor: .machine(operatorName), now: now, transaction: transaction)
                .rename(device, to: canonical)
            device.alias = canonical
            return try DeviceDetails(device, at: now, transaction)
        }
    }
}
