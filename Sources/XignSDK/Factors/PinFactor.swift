internal import XignProtocol

/// The PIN of an activation.
///
/// The device cannot tell whether it is right: only the manager can, and it counts the attempts.
public final class PinFactor: AuthenticationFactor, CustomStringConvertible, CustomReflectable, @unchecked Sendable {
    /// Nil where the user entered something else than 5 to 32 digits.
    let pin: PIN?

    /// Makes the factor from what the user entered: 5 to 32 digits like every PIN, leading zeros count.
    ///
    /// The factor's own copy is wiped from memory with the factor; `pin` is the app's.
    public init(_ pin: String) {
        self.pin = PIN(pin)
        super.init(.pin)
    }

    /// Does not show the PIN.
    public var description: String { "PinFactor" }
    /// Does not show the PIN.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
