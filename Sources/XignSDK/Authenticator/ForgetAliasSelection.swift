internal import XignProtocol

extension Authenticator {
    /// Revokes a remembered choice. The call can be repeated if no answer arrives.
    func forget(_ selection: AliasSelection, _ idmIdentifier: String) -> Flow<Void> {
        Flow("forgetAliasSelection", device) { device in
            let activation = try await device.requiredActivation(at: idmIdentifier)
            let request = ForgetAliasChoice.Request(
                activationId: activation.activationId, choiceId: selection.choiceId)
            _ = try await device.manager(idmIdentifier)
                .perform(ForgetAliasChoice.self, request, provenBy: activation)
        }
    }
}
