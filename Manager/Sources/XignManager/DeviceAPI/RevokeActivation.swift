import XignDomain
import XignProtocol
import XignStorage

/// `revoke`: a device ends its own activation. Also where the account is disabled: it takes rights away, and the device deletes its
/// keys in any case.
struct RevokeActivation: DeviceOperationHandler {
    typealias Operation = Revoke

    func answer(_ request: Revoke.Request, _ call: DeviceCall) async throws -> Revoke.Response {
        let activation = try call.admittedActivation(request.activationId, of: .all)
        try await call.manager.database.write { transaction in
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
