/// A factor that can sign. The subclasses are ``DeviceFactor``, ``PinFactor`` and ``BiometricFactor``.
// @unchecked: a class that may be subclassed cannot be checked; here and in the subclasses every stored property is a
// `let` of a Sendable type, and no subclass can be made outside the module.
public class AuthenticationFactor: @unchecked Sendable {
    /// The type of the factor.
    public let type: AuthenticatorType

    init(_ type: AuthenticatorType) { self.type = type }
}

/// The device as a factor.
public final class DeviceFactor: AuthenticationFactor, @unchecked Sendable {
    /// Creates the factor. It signs with the device key of the activation for which it is used.
    public init() { super.init(.device) }
}
