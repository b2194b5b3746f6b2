import XignDomain
import XignProtocol
import XignStorage

/// `aliasChoices`: the device lists the values that its user has chosen for services.
package struct ListAliasChoices: DeviceOperationHandler {
    package typealias Operation = AliasChoices

    package init() {}

    package func answer(_ request: AliasChoices.Request, _ call: DeviceCall) async throws -> AliasChoices.Response {
        let activation = try call.admittedActivation(request.activationId)
        let choices = try call.context.database.read { try $0.chosenAliases.all(of: activation.accountID) }
        return AliasChoices.Response(
            choices: choices.map {
                .init(
                    id: Octets($0.id), serviceId: $0.serviceID.text, serviceName: $0.serviceName,
                    attribute: $0.attribute.rawValue, aliasText: $0.alias)
            })
    }
}

/// `forgetAliasChoice`: the device removes a choice, so that its user chooses again. An unknown choice gets the same
/// answer.
package struct TakeBackAliasChoice: DeviceOperationHandler {
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
