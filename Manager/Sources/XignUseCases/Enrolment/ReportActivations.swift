import XignDomain
import XignProtocol
import XignStorage

/// `list`: a device asks for the activations of its account.
package struct ReportActivations: DeviceOperationHandler {
    package typealias Operation = ListActivations

    package init() {}

    package func answer(
        _ request: ListActivations.Request, _ call: DeviceCall
    ) async throws -> ListActivations.Response {
        let prover = try call.admittedActivation(request.activationId)
        let activations = try call.context.database.read { transaction in
            try transaction.activations.current(of: prover.accountID, at: call.now)
        }
        return ListActivations.Response(activations: activations.map { ListActivations.Item($0) })
    }
}

extension ListActivations.Item {
    fileprivate init(_ activation: Activation) {
        let isActive = activation.state == .active
        self.init(
            activationId: activation.id, alias: activation.alias.isEmpty ? nil : activation.alias,
            platform: isActive ? activation.platform : nil, since: isActive ? activation.personalizedAt?.seconds : nil,
            expiresAt: isActive ? nil : activation.expiresAt.seconds)
    }
}
