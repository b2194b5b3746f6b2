import XignProtocol

/// The devices that may claim a process.
public enum Binding: Sendable, Equatable {
    case anyDevice
    /// One device, to which the process is bound from its creation.
    /// - Parameter claimHash: the hash of the token with which the device claims it. The token was the answer to the
    ///   request that created the process, and gives no other right.
    case device(ActivationID, claimHash: BearerHash)

    func admits(_ activation: ActivationID) -> Bool {
        switch self {
        case .anyDevice: true
        case .device(let bound, _): bound == activation
        }
    }
}
