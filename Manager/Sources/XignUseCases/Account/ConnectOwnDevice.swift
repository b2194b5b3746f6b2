import XignDomain
import XignProtocol
import XignStorage

/// An activation for another device, as its person gets it: shown once, and never mailed.
package struct ConnectedDevice: Sendable {
    package let activationID: ActivationID
    /// For a QR code, or to be opened on the device itself.
    package let link: String
    /// To be typed on the device, which then asks for one of the person's own.
    package let pin: PIN
    package let expiresAt: Timestamp
}

extension Performer {
    /// Issues an activation for another device of the account. It becomes void if the activation that has confirmed it
    /// ends or changes its PIN.
    func connectDevice(
        _ handout: ActivationHandout, alias: String, confirmedBy issuer: Activation
    ) throws -> ConnectedDevice {
        let issued = try handout.insert(issuedBy: issuer, alias: alias, transaction, at: now)
        try record(.activationIssued, .activationIssued, of: issuer.accountID, device: issued)
        return ConnectedDevice(
            activationID: issued.id, link: handout.link, pin: handout.pin, expiresAt: issued.expiresAt)
    }
}
