internal import XignProtocol

extension Authenticator {
    /// Fetches the remembered choices of aliases.
    func aliasSelections(_ idmIdentifier: String) -> Flow<[AliasSelection]> {
        Flow("fetchAliasSelections", device) { device in
            let activation = try await device.requiredActivation(at: idmIdentifier)
            let request = AliasChoices.Request(activationId: activation.activationId)
            let choices = try await device.manager(idmIdentifier)
                .perform(AliasChoices.self, request, provenBy: activation).choices
            guard choices.allSatisfy(\.isDisplayable), Set(choices.map(\.id)).count == choices.count else {
                throw XignSdkError.unreadableAnswer
            }
            return choices.map { AliasSelection($0) }
        }
    }
}
