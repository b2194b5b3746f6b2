import XignProtocol

/// Ends a timed lockout; a permanent one only where the policy allows it.
public struct UnlockDevice: ActDefinition {
    public let device: ActivationID

    public static let name = ActName.unlockDevice
    public static let useCase = UseCase.unlockDevice
    public static let page: ActPage? = .device("unlock", Administration.Effect.unlockDevice)
    public static let needsIdentityCheck = true

    public var object: ActObject { .device(device) }

    /// A permanent lockout is ended where the policy says so, and only one that wrong PINs in a row have caused: one of
    /// the budget would let a guesser go on, and one by the person's own hand is theirs.
    public func refusal(at object: AdministeredObject, in scene: ActScene) -> ActRefusal? {
        guard let found = object.device, found.state == .active else { return .notThere }
        guard found.lockout.isPermanent else {
            return found.lockout.pending(at: scene.now) == nil ? .notLocked : nil
        }
        let isBySeries = scene.policy.lockout.isPermanentBySeries(
            found.lockout, failuresInBudget: scene.failuresInBudget)
        return scene.policy.allowsPermanentUnlock && isBySeries ? nil : .lockedForGood
    }
}
