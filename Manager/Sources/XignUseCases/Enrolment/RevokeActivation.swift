import XignDomain
import XignProtocol
import XignStorage

/// `revoke`: a device ends its own activation, with all that the activation has begun. A disabled account may do so
/// too: it takes rights away, and the device deletes its keys in any case.
package struct RevokeActivation: DeviceOperationHandler {
    package typealias Operation = Revoke

    package init() {}

    package func answer(_ request: Revoke.Request, _ call: DeviceCall) async throws -> Revoke.Response {
        let proven = try call.admittedActivation(request.activationId, of: .all)
        try await call.context.database.write { transaction in
            guard try transaction.accounts.lock(proven.accountID) != nil,
                let activation = try transaction.activations.find(proven.id),
                try Performer(actor: .device(activation.id), now: call.now, transaction: transaction).end(activation)
            else { throw ProtocolError(.activationUnknown) }
        }
        return Revoke.Response()
    }
}
