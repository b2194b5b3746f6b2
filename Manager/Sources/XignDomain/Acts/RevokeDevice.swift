import XignProtocol

/// Revokes a device, or voids an activation that waits for one.
public struct RevokeDevice: ActDefinition {
    public let device: ActivationID

    public static let name = ActName.revokeDevice
    public static let useCase = UseCase.revokeDevice
    public static let page: ActPage? = .device("revoke", Administration.Effect.revokeDevice)
    public static let takesAway = true

    public var object: ActObject { .device(device) }

    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        guard let found = object.device, found.isCurrent(at: scene.now) else { return .notThere }
        return scene.refusalOfLastAdministrator(losing: device)
    }
}

extension Activation {
    /// True for an active activation, and for one that still waits for its device.
    fileprivate func isCurrent(at now: Timestamp) -> Bool { state == .active || state == .pending && now < expiresAt }
}
