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
