import XignDomain
import XignPages
import XignUseCases

extension ConsoleDevice {
    init(_ device: ViewAccount.Device) {
        self.init(
            device.activation, device.state, recentFailures: device.recentFailures, attestation: device.attestation)
    }

    /// - Parameter state: the state of the activation at the moment of the page.
    init(
        _ activation: Activation, _ state: DeviceState, recentFailures: Int = 0, attestation: String? = nil
    ) {
        self.init(
            id: activation.id.description, shortID: activation.id.short, alias: activation.alias,
            state: state, system: activation.platform, isBrowser: activation.isBrowser,
            keyStore: activation.keyStore?.rawValue,
            attestation: attestation, connected: activation.personalizedAt.map { Moment($0) },
            lastUsed: activation.lastUsedAt.map { Moment($0) }, failuresInARow: activation.lockout.failuresInARow,
            recentFailures: recentFailures, unlocks: activation.unlocks)
    }
}
