internal import XignProtocol

extension Personalizer {
    /// Begins a utility process of this device's activation.
    func start(
        _ utility: StartUtility.Utility, at idmIdentifier: String
    ) -> Flow<AuthenticationInitializationData> {
        Flow(utility.flowName, device) { device in
            let activation = try await device.requiredActivation(at: idmIdentifier)
            return try await device.start(utility, of: activation)
        }
    }
}

extension Device {
    /// Begins a utility process, which no other activation can claim.
    func start(
        _ utility: StartUtility.Utility, of activation: ActivationRecord
    ) async throws -> AuthenticationInitializationData {
        let request = StartUtility.Request(
            activationId: activation.activationId, utility: utility, client: clientInformation())
        let answer = try await manager(activation.idmIdentifier)
            .perform(StartUtility.self, request, provenBy: activation)
        guard utility.setsPIN == (answer.pinPolicy != nil) else { throw XignSdkError.unreadableAnswer }
        return AuthenticationInitializationDataWithSession(
            idmIdentifier: activation.idmIdentifier, sessionId: answer.sessionId,
            claim: .sessionToken(answer.sessionToken), beginning: .utility(utility, pinPolicy: answer.pinPolicy))
    }
}

extension StartUtility.Utility {
    /// True if the user chooses a new PIN after the authentication.
    fileprivate var setsPIN: Bool { self == .changePin || self == .newActivation }

    /// The name in the log.
    fileprivate var flowName: String {
        switch self {
        case .addFactor: "startAddAuthenticationFactor"
        case .changePin: "startChangePin"
        case .newActivation: "startRequestNewActivationData"
        case .revoke: "startRevokeActivation"
        case .delete: "startDeletion"
        }
    }
}
