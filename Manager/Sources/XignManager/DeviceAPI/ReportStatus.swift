import XignDomain
import XignProtocol
import XignStorage

/// `status`: the device asks what became of its activation.
struct ReportStatus: DeviceOperationHandler {
    typealias Operation = Status

    func answer(_ request: Status.Request, _ call: DeviceCall) throws -> Status.Response {
        let activation = try call.admittedActivation(request.activationId)
        let (name, factors) = try call.manager.database.read { transaction in
            (
                try transaction.accounts.find(id: activation.accountID)?.name,
                try transaction.activations(call.vault).factors(of: activation)
            )
        }
        guard let name else { throw ProtocolError(.activationUnknown) }
        return Status.Response(
            userName: name, alias: activation.alias, factors: factors.map(\.factor),
            lockout: activation.lockout.pending(at: call.now))
    }
}
