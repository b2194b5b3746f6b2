import XignDomain
import XignStorage

extension Context {
    /// Revokes a device on behalf of an operator, or voids an activation that waits for one.
    /// - Parameters:
    ///   - typed: the device, as `DeviceSelection` takes it.
    ///   - isForced: revokes the last device of the last administrator, too.
    /// - Returns: the device as it was.
    /// - Throws: `ManagerError` for an unknown user or device, and with the code `lastAdministrator`.
    package func revokeDevice(
        _ typed: String, ofUser userName: String, by operatorName: String, because reason: Reason? = nil,
        isForced: Bool = false
    ) throws -> DeviceDetails {
        try atMachine(by: operatorName, because: reason, isForced: isForced) { act in
            let account = try UserNames(transaction: act.transaction).existing(userName)
            let device = try DeviceSelection(of: account, at: act.now, act.transaction).device(named: typed)
            try act(.revokeDevice(device.id))
            return try DeviceDetails(device, at: act.now, act.transaction)
        }
    }
}
