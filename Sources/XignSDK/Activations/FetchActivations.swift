internal import XignProtocol

extension Personalizer {
    /// Fetches the activations of the account.
    func activations(_ idmIdentifier: String) -> Flow<[ActivationInformation]> {
        Flow("fetchActivations", device) { device in
            let activation = try await device.requiredActivation(at: idmIdentifier)
            let request = ListActivations.Request(activationId: activation.activationId)
            let items = try await device.manager(idmIdentifier)
                .perform(ListActivations.self, request, provenBy: activation).activations
            guard items.allSatisfy(\.isDisplayable), Set(items.map(\.activationId)).count == items.count else {
                throw XignSdkError.unreadableAnswer
            }
            return items.map {
                ActivationInformation($0, isThisDevice: $0.activationId == activation.activationId)
            }
        }
    }
}
