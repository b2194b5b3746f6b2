import Foundation
internal import XignProtocol

extension Personalizer {
    /// Opens a pending activation by proving that the user knows its PIN (docs/protocol.md, section 4,
    /// "Personalization").
    func decrypt(_ data: PersonalizationInitializationData, _ pin: String) -> Flow<PersonalizationResponse> {
        Flow("decryptPersonalizationInitializationData", device) { device in
            guard let pin = PIN(typed: pin) else {
                throw XignSdkError(
                    .pinInvalid,
                    "The text cannot be a PIN: a PIN has 5 to 32 digits. Ask the user again; nothing was sent.")
            }
            let existing = try await device.activation(at: data.idmIdentifier)
            let request = Open.Request(
                activationId: data.activationId, activationSecret: data.secret,
                pinProof: try ActivationPINProof.compute(
                    pin: pin, secret: data.secret, activation: data.activationId,
                    stretching: device.activationPINStretching),
                existingActivationId: existing?.activationId, client: device.clientInformation())
            let answer: Open.Response
            do {
                answer = try await device.manager(data.idmIdentifier).perform(Open.self, request, provenBy: existing)
            } catch let error as ProtocolError
                where error.error == .alreadyPersonalized && existing?.activationId == data.activationId
            {
                throw XignSdkError.activatedByAnotherAttempt
            }
            return try OpenedActivation(device: device, data: data, pin: pin, existing: existing).response(to: answer)
        }
    }
}

/// The device's state when it opened an activation, which decides what answers are valid.
private struct OpenedActivation {
    let device: Device
    let data: PersonalizationInitializationData
    let pin: PIN
    /// The activation that the device already has at the manager.
    let existing: ActivationRecord?

    /// Validates an answer and converts it to the app's response.
    func response(to answer: Open.Response) throws -> PersonalizationResponse {
        if let opened = answer.personalize {
            if existing != nil { throw XignSdkError.alreadyPersonalized(at: data.idmIdentifier) }
            guard DisplayText.isValid(opened.userName), opened.alias.map(DisplayText.isValid) ?? true,
                opened.organization.map(\.isDisplayable) ?? true, opened.service.map(\.isDisplayable) ?? true,
                opened.challenge.bytes.count == 32
            else { throw XignSdkError.unreadableAnswer }
            return .personalize(
                PersonalizationRequest(
                    opened, for: data, activationPin: pin,
                    alias: opened.alias ?? ProcessInfo.processInfo.hostName))
        }
        if let merge = answer.merge {
            guard existing != nil, merge.organization.isDisplayable, DisplayText.isValid(merge.address) else {
                throw XignSdkError.unreadableAnswer
            }
            let session = AuthenticationInitializationDataWithSession(
                idmIdentifier: data.idmIdentifier, sessionId: merge.sessionId, claim: .sessionToken(merge.sessionToken),
                beginning: .merge(merge))
            return .mergePersonalization(MergeInformation(merge, roles: []), session)
        }
        if let lockout = answer.lockout {
            let known = KnownLockout(lockout, since: device.uptime(), canResume: true)
            return .lockout(lockoutInformation: known.information(device), data: data)
        }
        if let time = answer.alreadyUsedAt { return .alreadyUsed(at: Date(timeIntervalSince1970: TimeInterval(time))) }
        throw XignSdkError.unreadableAnswer
    }
}
