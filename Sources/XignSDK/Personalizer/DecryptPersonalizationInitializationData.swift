import Foundation
internal import XignProtocol

extension Personalizer {
    /// Opens a pending activation with the proof that the user knows its PIN.
    func decrypt(_ data: PersonalizationInitializationData, _ pin: String) -> Flow<PersonalizationResponse> {
        Flow { [device] in
            let device = try device.get()
            guard let pin = PIN(pin) else {
                throw XignSdkError(
                    .pinInvalid,
                    "The text cannot be a PIN: every PIN has 5 to 32 digits. Ask the user again; nothing was sent.")
            }
            let existing = try await device.activation(at: data.idmIdentifier)
            let request = Open.Request(
                activationId: data.activationId, activationSecret: data.secret,
                pinProof: try ActivationPINProof.compute(pin: pin, secret: data.secret, activation: data.activationId),
                existingActivationId: existing?.activationId, client: device.clientInformation())
            let answer = try await device.perform(Open.self, request, at: data.idmIdentifier, provenBy: existing)
            return try device.response(to: answer, data, pin, existing)
        }
    }
}

extension Device {
    fileprivate func response(
        to answer: Open.Response, _ data: PersonalizationInitializationData, _ pin: PIN, _ existing: ActivationRecord?
    ) throws -> PersonalizationResponse {
        if let opened = answer.personalize {
            if existing != nil { throw XignSdkError.alreadyPersonalized(at: data.idmIdentifier) }
            guard DisplayText.isValid(opened.userName), opened.organization.map(\.isShowable) ?? true,
                opened.service.map(\.isShowable) ?? true, opened.challenge.bytes.count == 32
            else { throw XignSdkError.unreadableAnswer }
            return .personalize(
                PersonalizationRequest(opened, for: data, activationPin: pin, alias: ProcessInfo.processInfo.hostName))
        }
        if let merge = answer.merge {
            guard existing != nil, merge.organization.isShowable, DisplayText.isValid(merge.address) else {
                throw XignSdkError.unreadableAnswer
            }
            let information = MergeInformation(
                organizationInformation: OrganizationInformation(merge.organization), emailAddress: merge.address)
            let session = AuthenticationInitializationDataWithSession(
                idmIdentifier: data.idmIdentifier, sessionId: merge.sessionId, claim: .sessionToken(merge.sessionToken),
                purpose: .merge, channel: .api)
            return .mergePersonalization(information, session)
        }
        if let lockout = answer.lockout {
            let information = LockoutAttemptInformation(lockout, now: now(), canResume: true)
            return .lockout(lockoutInformation: information, data: data)
        }
        if let time = answer.alreadyUsedAt { return .alreadyUsed(at: Date(timeIntervalSince1970: TimeInterval(time))) }
        throw XignSdkError.unreadableAnswer
    }
}
