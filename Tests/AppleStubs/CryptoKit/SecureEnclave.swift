import Foundation
import LocalAuthentication
import Security

/// https://developer.apple.com/documentation/cryptokit/secureenclave
public enum SecureEnclave {
    /// https://developer.apple.com/documentation/cryptokit/secureenclave/isavailable
    public static var isAvailable: Bool { false }

    /// https://developer.apple.com/documentation/cryptokit/secureenclave/p256
    public enum P256 {
        /// https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing
        public enum Signing {}
        /// https://developer.apple.com/documentation/cryptokit/secureenclave/p256/keyagreement
        public enum KeyAgreement {}
    }
}

// Both kinds of keys have these initializers, which on tvOS lack the context:
// https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey/init(compactrepresentable:accesscontrol:authenticationcontext:)
// https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey/init(compactrepresentable:accesscontrol:)
// https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey/init(datarepresentation:authenticationcontext:)

extension SecureEnclave.P256.Signing {
    /// https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey
    public struct PrivateKey: Sendable {
        public let publicKey: P256.Signing.PublicKey
        public let dataRepresentation: Data

        #if os(tvOS)
            public init(compactRepresentable: Bool = true, accessControl: SecAccessControl) throws { throw NeverRun() }
            public init(dataRepresentation: Data) throws { throw NeverRun() }
        #else
            public init(
                compactRepresentable: Bool = true, accessControl: SecAccessControl,
                authenticationContext: LAContext? = nil
            ) throws { throw NeverRun() }
            public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws { throw NeverRun() }
        #endif

        public func signature<D: DataProtocol>(for data: D) throws -> P256.Signing.ECDSASignature { throw NeverRun() }
    }
}

extension SecureEnclave.P256.KeyAgreement {
    /// https://developer.apple.com/documentation/cryptokit/secureenclave/p256/keyagreement/privatekey
    public struct PrivateKey: Sendable {
        public let dataRepresentation: Data

        #if os(tvOS)
            public init(compactRepresentable: Bool = true, accessControl: SecAccessControl) throws { throw NeverRun() }
            public init(dataRepresentation: Data) throws { throw NeverRun() }
        #else
            public init(
                compactRepresentable: Bool = true, accessControl: SecAccessControl,
                authenticationContext: LAContext? = nil
            ) throws { throw NeverRun() }
            public init(dataRepresentation: Data, authenticationContext: LAContext? = nil) throws { throw NeverRun() }
        #endif

        public func sharedSecretFromKeyAgreement(with publicKeyShare: P256.KeyAgreement.PublicKey) throws
            -> SharedSecret
        { throw NeverRun() }
    }
}

struct NeverRun: Error {}
