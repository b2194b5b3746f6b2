internal import XignProtocol

extension Authenticator {
    /// Asks which choices of aliases are remembered.
    func aliasSelections(_ idmIdentifier: String) -> Flow<[AliasSelection]> {
        Flow { [device] in
            let device = try device.get()
            let activation = try await device.requiredActivation(at: idmIdentifier)
            let choices = try await device.perform(
                AliasChoices.self, AliasChoices.Request(activationId: activation.activationId), at: idmIdentifier,
                provenBy: activation
            ).choices
            guard choices.allSatisfy(\.isShowable), Set(choices.map(\.id)).count == choices.count else {
                throw XignSdkError.unreadableAnswer
            }
            return choices.map { AliasSelection($0) }
        }
    }
}
