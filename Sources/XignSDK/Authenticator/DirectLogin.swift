internal import XignProtocol

/// A login in this app, directly at a service of the manager (docs/protocol.md, section 8, "Direct").
struct DirectLogin {
    let clientId: String
    let scopes: [String]
    let authorization: InAppAuthorization

    /// Begins the login, which no other activation can claim.
    func begin(on device: Device) async throws -> AuthenticationInitializationDataInApp {
        guard let service = device.serviceConfigurations.first(where: { $0.clientId.hasSameBytes(as: clientId) }) else {
            throw XignSdkError(
                .serviceNotConfigured,
                "The SDK has no configuration of a service with this client id. Pass the file that `xignin-manager "
                    + "service show NAME --json` prints to XignSdkConfig.Builder.addServiceConfiguration.")
        }
        let activation = try await device.requiredActivation(at: service.idmIdentifier)
        let request = InAppStart.Request(
            activationId: activation.activationId, clientId: clientId,
            scope: scopes.withOpenID.joined(separator: " "), nonce: authorization.nonce,
            codeChallenge: authorization.codeChallenge, client: device.clientInformation())
        do {
            let answer = try await device.manager(service.idmIdentifier)
                .perform(InAppStart.self, request, provenBy: activation)
            return AuthenticationInitializationDataInApp(
                idmIdentifier: service.idmIdentifier, sessionId: answer.sessionId,
                claim: .sessionToken(answer.sessionToken), beginning: .inApp(clientId: clientId))
        } catch let error as ProtocolError where error.error == .notAllowed {
            throw XignSdkError(
                .notAllowed,
                "The service does not let apps log in, or was removed. Its operator declares it with inApp: true.",
                underlying: error)
        } catch let error as ProtocolError where error.error == .malformed {
            throw XignSdkError(
                .requestRejected,
                "The service demands a code challenge or a nonce, or one of them is malformed. The app's backend makes "
                    + "them for each login: pass them in InAppAuthorization.", underlying: error)
        }
    }

    /// Collects the code of a confirmed login. The call can be repeated within a minute of the confirmation.
    static func collectCode(of process: AuthenticationProcess) async throws -> AuthorizationCode {
        let answer = try await process.manager.perform(
            CollectCode.self,
            CollectCode.Request(
                activationId: process.activation.activationId, sessionId: process.session, sessionToken: process.token),
            provenBy: process.activation)
        return .direct(code: answer.code, clientId: process.service.id)
    }
}
