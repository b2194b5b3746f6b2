import XignDomain
import XignStorage

extension Context {
    /// Revokes a device on behalf of an operator, or voids an activation that waits for one.
    /// - Parameter typed: the device, as `DeviceSelection` takes it.
    /// - Returns: the device as it was.
    /// - Throws: `ManagerError` for an unknown user or device.
    package func revokeDevice(
        _ typed: String, ofUser userName: String, by operatorName: String
    ) throws -> DeviceDetails {
        let now = clock.now()
        return try database.write { transaction in
            let account = try UserNames(transaction: transaction).locked(userName)
            let device = try DeviceSelection(of: account, at: now, transaction).device(named: typed)
            _ = try AccountAct(actor: .machine(operatorName), now: now, transaction: transaction).end(device)
            return try DeviceDetails(device, at: now, transaction)
        }
    }
}
