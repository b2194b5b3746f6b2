/// The reason why an act is not done: one of a person on their own account, or of an operator. Nothing has changed
/// then.
public enum ActRefusal: Error, Sendable, Equatable {
    /// The device that confirms is new.
    case coolDown(seconds: Int64)
    /// Too many devices are in use or wait, too many wrong PINs were tried at activations, or too many acts wait.
    case limit
    /// No usable device would be left.
    case lastDevice
    /// The object does not exist, or is out of reach.
    case notThere
    case alreadyLocked
    /// Too many exports within a day.
    case exports
    /// No alias that can be displayed.
    case malformedAlias
    /// The object is not as the page showed it.
    case changed
    /// The device that confirms is locked.
    case locked
    /// The device that confirmed was removed meanwhile.
    case deviceEnded
    /// The browser's session has ended.
    case sessionOver
    /// Another session has asked for the act.
    case otherSession

    // MARK: Operators

    /// No grant gives the right, or none does any longer.
    case notPermitted
    /// The account has a grant outside the scopes of the operator.
    case protectedAccount
    /// Nobody acts as an operator on their own account.
    case ownAccount
    /// The administrator who has confirmed the act first confirms it again.
    case samePerson
    /// A second administrator can confirm the act, so the machine does not.
    case secondAdministrator
    /// No administrator of the manager with a usable device would be left.
    case lastAdministrator
    /// The object is so already.
    case alreadyDone
    case notLocked
    /// The lockout is one that no operator ends.
    case lockedForGood
    /// The account has a usable device, so no recovery is needed.
    case deviceInUse
    case accountDisabled
    /// The act needs the way in which the operator has checked who asks for it.
    case noIdentityCheck

    /// The reason in the words of the audit log.
    public var name: String {
        switch self {
        case .coolDown: "coolDown"
        case .limit: "limit"
        case .lastDevice: "lastDevice"
        case .notThere: "notThere"
        case .alreadyLocked: "alreadyLocked"
        case .exports: "exports"
        case .malformedAlias: "malformedAlias"
        case .changed: "changed"
        case .locked: "locked"
        case .deviceEnded: "deviceEnded"
        case .sessionOver: "sessionOver"
        case .otherSession: "otherSession"
        case .notPermitted: "notPermitted"
        case .protectedAccount: "protectedAccount"
        case .ownAccount: "ownAccount"
        case .samePerson: "samePerson"
        case .secondAdministrator: "secondAdministrator"
        case .lastAdministrator: "lastAdministrator"
        case .alreadyDone: "alreadyDone"
        case .notLocked: "notLocked"
        case .lockedForGood: "lockedForGood"
        case .deviceInUse: "deviceInUse"
        case .accountDisabled: "accountDisabled"
        case .noIdentityCheck: "noIdentityCheck"
        }
    }
}
