/// One factor, ready to sign with. Its subclasses are ``DeviceFactor``, ``PinFactor`` and ``BiometricFactor``.
// @unchecked: a class that may be subclassed cannot be checked; here and in the subclasses every stored property is a
// `let` of a Sendable type (or, in BiometricFactor, of one that Apple documents as safe), and no subclass can be made
// outside the module.
public class AuthenticationFactor: @unchecked Sendable {
    /// Which kind of factor it is.
    public let type: AuthenticatorType

    init(_ type: AuthenticatorType) { self.type = type }
}

/// The device itself.
public final class DeviceFactor: AuthenticationFactor, @unchecked Sendable {
    /// Makes the factor. It signs with the key of whichever activation it is used for.
    public init() { super.init(.device) }
}
