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
            let answer = try await device.manager(data.idmIdentifier)
                .perform(Start.self, request, provenBy: activation)
            try answer.check(against: data)
            let process = AuthenticationProcess(
                device: device, activation: activation, session: data.sessionId, token: answer.sessionToken,
                subject: answer.subject, channel: data.channel, service: answer.service,
                organization: answer.organization, roles: answer.roles)
            let lifetime = TimeInterval(min(max(0, answer.expiresInSeconds), 3600))
            return try AuthenticateRequest(process, answer, expiresAt: device.now().addingTimeInterval(lifetime))
        }
    }
}

extension Start.Response {
    /// Refuses texts that are not displayable, and a session with another purpose than the scanned data: a login code
    /// must not turn out to delete the account.
    fileprivate func check(against data: AuthenticationInitializationData) throws {
        guard subject.purpose == data.purpose, channel == data.channel else {
            throw XignSdkError(
                .consentMismatch, "The session has another purpose than what the user began. Report it.")
        }
        guard service.isDisplayable, organization.isDisplayable, !roles.isEmpty, roles.allSatisfy(\.isDisplayable),
            Set(roles.map(\.id)).count == roles.count, attributes.values.allSatisfy(\.isDisplayable)
        else { throw XignSdkError.unreadableAnswer }
    }
}
