internal import XignProtocol

/// The PIN of an activation, as a factor.
///
/// The device cannot verify a PIN. Only the manager can, and it counts the attempts (`docs/protocol.md`, section 4).
public final class PinFactor: AuthenticationFactor, CustomStringConvertible, CustomReflectable, @unchecked Sendable {
    /// The PIN; nil if the user entered anything but 5 to 32 digits.
    let pin: PIN?

    /// Creates the factor from the user's input.
    ///
    /// The factor's own copy is wiped from memory together with the factor; the string `pin` belongs to the app.
    ///
    /// - Parameter pin: 5 to 32 digits, of any script; leading zeros are significant, and white space and hyphens are
    ///   ignored.
    public init(_ pin: String) {
        self.pin = PIN(typed: pin)
        super.init(.pin)
    }

    /// A description without the PIN.
    public var description: String { "PinFactor" }
    /// A description without the PIN.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
