import Foundation
internal import XignProtocol

extension Authenticator {
    /// Claims the session for this device's activation.
    func start(_ data: AuthenticationInitializationData) -> Flow<AuthenticateRequest> {
        Flow { [device] in
            let device = try device.get()
            let activation = try await device.requiredActivation(at: data.idmIdentifier)
            let request = Start.Request(
                activationId: activation.activationId, sessionId: data.sessionId, claim: data.claim,
                client: device.clientInformation())
            let answer = try await device.perform(Start.self, request, at: data.idmIdentifier, provenBy: activation)
            try answer.check(against: data)
            let process = AuthenticationProcess(
                device: device, activation: activation, session: data.sessionId, token: answer.sessionToken,
                purpose: data.purpose, channel: data.channel, service: answer.service,
                organization: answer.organization, roles: answer.roles)
            let lifetime = TimeInterval(min(max(0, answer.expiresInSeconds), 3600))
            return try AuthenticateRequest(process, answer, expiresAt: device.now().addingTimeInterval(lifetime))
        }
    }
}

extension Start.Response {
    /// Refuses what could not be shown, and a session for another purpose than the one that the user began: a scanned code
    /// must not turn out to delete the account.
    fileprivate func check(against data: AuthenticationInitializationData) throws {
        guard purpose == data.purpose, channel == data.channel else {
            throw XignSdkError(
                .consentMismatch, "The session is for something else than what the user began. Report it.")
        }
        guard service.isShowable, organization.isShowable, !roles.isEmpty, roles.allSatisfy(\.isShowable),
            Set(roles.map(\.id)).count == roles.count, attributes.values.allSatisfy(\.isShowable)
        else { throw XignSdkError.unreadableAnswer }
    }
}
