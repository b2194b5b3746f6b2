internal import XignProtocol

extension Authenticator {
    /// Takes a remembered choice back. Where no answer came, it can be repeated.
    func forget(_ selection: AliasSelection, _ idmIdentifier: String) -> Flow<Void> {
        Flow { [device] in
            let device = try device.get()
            let activation = try await device.requiredActivation(at: idmIdentifier)
            _ = try await device.perform(
                ForgetAliasChoice.self,
                ForgetAliasChoice.Request(activationId: activation.activationId, choiceId: selection.choiceId),
                at: idmIdentifier, provenBy: activation)
        }
    }
}
