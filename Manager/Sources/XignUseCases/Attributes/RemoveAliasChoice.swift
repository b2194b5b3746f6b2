import XignDomain
import XignProtocol
import XignStorage

/// `forgetAliasChoice`: the device removes a choice, so that its user chooses again. An unknown choice gets the same
/// answer.
package struct RemoveAliasChoice: DeviceOperationHandler {
    package typealias Operation = ForgetAliasChoice

    package init() {}

    package func answer(_ request: ForgetAliasChoice.Request, _ call: DeviceCall) async throws
        -> ForgetAliasChoice.Response
    {
        let proven = try call.admittedActivation(request.activationId)
        try await call.context.database.write { transaction in
            let activation = try call.activeActivation(proven.id, transaction)
            _ = try transaction.chosenAliases.forget(request.choiceId.bytes, of: activation.accountID)
        }
        return ForgetAliasChoice.Response()
    }
}
