import XignProtocol

/// The pairing of an open process with the page that shows it (protocol, section 6).
///
/// The data of a QR code that were opened by a link may come from an attacker, whose login page the user does not see.
/// So the page shows two digits, and the user types them on the device.
public enum Pairing: Sendable, Equatable {
    /// The page shows the digits, and `prepare` must contain them.
    case awaiting(PairingDigits)
    /// The user has typed the digits. They are not asked for again.
    case proven
}

/// The judgement of `prepare` on the digits that a user has typed.
public enum PairingVerdict: Sendable, Equatable {
    /// The digits are right, and the process goes on.
    case right(Transition)
    /// The digits are wrong or missing, and the process ends.
    case wrong(Transition)
}

extension Process {
    /// The digits that the user has not typed yet; nil where none are asked for.
    public var awaitedDigits: PairingDigits? {
        if case .awaiting(let digits) = pairing { digits } else { nil }
    }

    /// `start` with the data of a QR code that were opened: adds a pairing. A pairing from an earlier `start` stays.
    /// - Parameter digits: newly drawn ones.
    public func paired(by digits: PairingDigits) -> Process {
        var process = self
        process.pairing = pairing ?? .awaiting(digits)
        return process
    }
}
