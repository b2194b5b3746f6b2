import Foundation
internal import XignProtocol

/// One of the activations of the user's account, on this device or on another.
public struct ActivationInformation: Sendable, Hashable, Identifiable {
    /// The activation's identifier at the manager: random text, not for display.
    public var activationId: String { activation.description }
    /// The name that its user gave it; nil if it waits for its device and has none yet. Two activations may have the
    /// same name. A name may contain anything: show it on a line of its own.
    public let alias: String?
    /// The operating system by the device's own word, such as `iOS`; nil if it waits for its device.
    public let platform: String?
    /// The date of its personalization; nil if it waits for its device.
    public let since: Date?
    /// The end of an activation that waits for its device; nil for one that is in use.
    public let expiresAt: Date?
    /// True for the activation of this device.
    public let isThisDevice: Bool

    /// The activation's identifier.
    public var id: String { activationId }

    let activation: ActivationID
}

extension ActivationInformation {
    init(_ item: ListActivations.Item, isThisDevice: Bool) {
        self.init(
            alias: item.alias, platform: item.platform,
            since: item.since.map { Date(timeIntervalSince1970: TimeInterval($0)) },
            expiresAt: item.expiresAt.map { Date(timeIntervalSince1970: TimeInterval($0)) },
            isThisDevice: isThisDevice, activation: item.activationId)
    }
}

extension ListActivations.Item {
    var isDisplayable: Bool { [alias, platform].allSatisfy { $0.map(DisplayText.isValid) ?? true } }
}
