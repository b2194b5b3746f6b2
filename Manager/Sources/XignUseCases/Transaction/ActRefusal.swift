/// The reason why an act of a person on their own account is not done. Nothing has changed then.
package enum ActRefusal: Error, Sendable, Equatable {
    /// The device that confirms is new.
    case coolDown(seconds: Int64)
    /// Too many devices are in use or wait, or too many wrong PINs were tried at activations.
    case limit
    /// No usable device would be left.
    case lastDevice
    /// The account has no such device, or the device has ended.
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

    /// The reason in the words of the audit log.
    var name: String {
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
        }
    }
}
