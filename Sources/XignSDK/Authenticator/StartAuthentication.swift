import Foundation
internal import XignProtocol

extension Authenticator {
    /// Claims the session for this device's activation.
    func start(_ data: AuthenticationInitializationData) -> Flow<AuthenticateRequest> {
        Flow("startAuthentication", device) { device in
            let activation = try await device.requiredActivation(at: data.idmIdentifier)
            let request = Start.Request(
                activationId: activation.activationId, sessionId: data.sessionId, claim: data.claim,
                client: device.clientInformation())
            let answer = try await device.manager(data.idmIdentifier)
                .perform(Start.self, request, provenBy: activation)
            let url = try device.keyMaterials.chain(data.idmIdentifier).current.material.url
            try answer.checkPurpose(against: data.beginning, at: url)
            try answer.checkTexts()
            guard let subject = AuthenticationSubject(answer, of: data.beginning),
                !answer.pairing || data.beginning.isOfQRCode
            else {
                throw XignSdkError(
                    .clientTooOld, "The process asks for something that this version cannot show. Update the app.")
            }
            // An optional attribute that cannot be shown is left out, as if the user had declined it.
            guard
                let attributes = ShownAttributes(
                    answer.attributes, of: answer.subject.purpose, showsAdditions: device.showsAdditionalInformation)
            else {
                throw XignSdkError(
                    .clientTooOld, "The service requires attributes that this version does not know. Update the app.")
            }
            let process = AuthenticationProcess(
                device: device, activation: activation, session: data.sessionId, token: answer.sessionToken,
                beginning: data.beginning, subject: answer.subject, service: answer.service,
                organization: answer.organization, roles: answer.roles)
            let lifetime = TimeInterval(min(max(0, answer.expiresInSeconds), 3600))
            return AuthenticateRequest(
                process, answer, subject: subject, info: AuthenticationPersonalInformation(attributes),
                expiresAt: device.now().addingTimeInterval(lifetime))
        }
    }
}

extension Start.Response {
    /// Refuses a session with another purpose than what the user began.
    fileprivate func checkPurpose(against beginning: ProcessBeginning, at manager: ManagerOrigin) throws {
        guard channel == beginning.channel, beginning.allows(subject), beginning.allowsParties(of: self, at: manager)
        else {
            throw XignSdkError(
                .consentMismatch, "The session has another purpose than what the user began. Report it.")
        }
    }

    /// Refuses texts that are not displayable, and values that cannot be told apart.
    fileprivate func checkTexts() throws {
        guard service.isDisplayable, organization.isDisplayable, !roles.isEmpty, roles.allSatisfy(\.isDisplayable),
            Set(roles.map(\.id)).count == roles.count, attributes.values.allSatisfy(\.isDisplayable)
        else { throw XignSdkError.unreadableAnswer }
    }
}
