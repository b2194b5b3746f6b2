import XignDomain
import XignProtocol
import XignStorage

/// `revoke`: a device ends its own activation. A disabled account may do so too: it takes rights away, and the device
/// deletes its keys in any case.
package struct RevokeActivation: DeviceOperationHandler {
    package typealias Operation = Revoke

    package init() {}

    package func answer(_ request: Revoke.Request, _ call: DeviceCall) async throws -> Revoke.Response {
        let activation = try call.admittedActivation(request.activationId, of: .all)
        try await call.context.database.write { transaction in
            guard try transaction.activations.revoke(activation.id) else {
                throw ProtocolError(.activationUnknown)
            }
            try transaction.audit.append(
                AuditEvent(
                    .activationRevoked, at: call.now, accountID: activation.accountID, activationID: activation.id))
        }
        return Revoke.Response()
    }
}
