import XignProtocol

/// The devices that may claim a process.
public enum Binding: Sendable, Equatable {
    case anyDevice
    /// One device, to which the process is bound from its creation.
    case device(ActivationID)

    func admits(_ activation: ActivationID) -> Bool {
        switch self {
        case .anyDevice: true
        case .device(let bound): bound == activation
        }
    }
}
