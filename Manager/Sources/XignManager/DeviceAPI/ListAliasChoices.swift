import XignDomain
import XignProtocol
import XignStorage

/// `aliasChoices`: which values a person has chosen for which services.
struct ListAliasChoices: DeviceOperationHandler {
    typealias Operation = AliasChoices

    func answer(_ request: AliasChoices.Request, _ call: DeviceCall) async throws -> AliasChoices.Response {
        let activation = try call.admittedActivation(request.activationId)
        let choices = try call.manager.database.read { try $0.chosenAliases.all(of: activation.accountID) }
        return AliasChoices.Response(
            choices: choices.map {
                .init(
                    id: Octets($0.id), serviceId: $0.serviceID, serviceName: $0.serviceName,
                    attribute: $0.attribute.rawValue, aliasText: $0.alias)
            })
    }
}

/// `forgetAliasChoice`: the person wants to choose anew. The same answer whether there was such a choice or not.
struct TakeBackAliasChoice: DeviceOperationHandler {
    typealias Operation = ForgetAliasChoice

    func answer(_ request: ForgetAliasChoice.Request, _ call: DeviceCall) async throws -> ForgetAliasChoice.Response {
        let proven = try call.admittedActivation(request.activationId)
        try await call.manager.database.write { transaction in
            let activation = try call.activeActivation(proven.id, transaction)
            _ = try transaction.chosenAliases.forget(request.choiceId.bytes, of: activation.accountID)
        }
        return ForgetAliasChoice.Response()
    }
}
