import Foundation
internal import XignCrypto
internal import XignProtocol

extension Personalizer {
    /// Sends the hash of the new activation's secret and the proof of its PIN, and returns its pid.
    func finishRequesting(_ access: ApiAccessRequestNewActivationData) -> Flow<String> {
        Flow("finishRequestNewActivationData", device) { _ in
            if access.shouldSendEmail {
                throw XignSdkError(
                    .mailUnavailable, "No manager mails codes yet. Set shouldSendEmail to false, and show the data.")
            }
            let device = access.grant.device
            let data = try access.initializationData()
            let answer = try await access.grant.spend { try access.request(earlier: $0) }
            guard let seconds = answer.expiresInSeconds else { throw XignSdkError.unreadableAnswer }
            access.expiresAt = device.now().addingTimeInterval(TimeInterval(max(0, seconds)))
            return data.text
        }
    }
}

extension ApiAccessRequestNewActivationData {
    /// Composes the request with the PIN that is set, and wipes that PIN.
    fileprivate func request(earlier: FinishUtility.Request?) throws -> FinishUtility.Request {
        guard let pin = pinSpec.pin else {
            if let earlier { return earlier }
            throw XignSdkError.newPinMissing
        }
        let proof = try ActivationPINProof.compute(
            pin: pin, secret: secret, activation: activationId, stretching: grant.device.activationPINStretching)
        if let earlier {
            guard earlier.pinProof == proof else { throw XignSdkError.otherPinSent }
            pinSpec.wipe()
            return earlier
        }
        let activation = KeyChangeStatement.NewActivation(
            id: activationId, secretHash: Array(SHA256.hash(data: secret.bytes)),
            alias: try alias.map { try displayableAlias($0) })
        let request = try grant.request(for: .newActivation(activation), pinProof: proof)
        pinSpec.wipe()
        return request
    }

    /// The data from which a device begins the personalization of the new activation.
    fileprivate func initializationData() throws -> InitializationPayload {
        let material = try grant.device.keyMaterials.chain(idmIdentifier).current.material
        return InitializationPayload(.personalization(activationId), secret: secret, origin: material.url)
    }

    /// The App-Link of the new activation, which opens an app from the system's camera; nil before it was made, and if
    /// the manager has no such links. Like the initialization data, it is secret: whoever has it can try PINs.
    public var link: URL? {
        guard expiresAt != nil, let data = try? initializationData(),
            let origin = try? grant.device.keyMaterials.chain(idmIdentifier).current.material.appLinkOrigins.first
        else { return nil }
        return URL(string: InitializationLink.appLink(data, at: origin))
    }
}
