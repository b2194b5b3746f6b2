import Foundation
import Security

// https://developer.apple.com/documentation/localauthentication

#if !os(tvOS)
    // On Apple's systems a pointer of its own kind, to which `&error` converts as well.
    /// https://developer.apple.com/documentation/foundation/nserrorpointer
    public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

    /// Not Sendable, by its page.
    ///
    /// https://developer.apple.com/documentation/localauthentication/lacontext
    open class LAContext: NSObject {
        /// https://developer.apple.com/documentation/localauthentication/lacontext/canevaluatepolicy(_:error:)
        open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool { false }

        // The `async` form of the function with a reply, as Swift imports it.
        /// https://developer.apple.com/documentation/localauthentication/lacontext/evaluateaccesscontrol(_:operation:localizedreason:reply:)
        open func evaluateAccessControl(
            _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String
        ) async throws -> Bool { false }

        /// https://developer.apple.com/documentation/localauthentication/lacontext/domainstate
        open var domainState: LADomainState { LADomainState() }
    }

    /// https://developer.apple.com/documentation/localauthentication/ladomainstate
    open class LADomainState: NSObject {
        /// https://developer.apple.com/documentation/localauthentication/ladomainstate/biometry
        open var biometry: LADomainStateBiometry { LADomainStateBiometry() }
    }

    /// https://developer.apple.com/documentation/localauthentication/ladomainstatebiometry
    open class LADomainStateBiometry: NSObject {
        /// https://developer.apple.com/documentation/localauthentication/ladomainstatebiometry/statehash
        open var stateHash: Data? { nil }
    }

    // Structs, since enumerations of Objective-C may get further cases: a `switch` needs a default.

    /// https://developer.apple.com/documentation/localauthentication/lapolicy
    public struct LAPolicy: Hashable, Sendable {
        /// https://developer.apple.com/documentation/localauthentication/lapolicy/deviceownerauthentication
        public static var deviceOwnerAuthentication: LAPolicy { LAPolicy() }
        /// https://developer.apple.com/documentation/localauthentication/lapolicy/deviceownerauthenticationwithbiometrics
        public static var deviceOwnerAuthenticationWithBiometrics: LAPolicy { LAPolicy() }
    }

    /// https://developer.apple.com/documentation/localauthentication/laaccesscontroloperation
    public struct LAAccessControlOperation: Hashable, Sendable {
        /// https://developer.apple.com/documentation/localauthentication/laaccesscontroloperation/usekeysign
        public static var useKeySign: LAAccessControlOperation { LAAccessControlOperation() }
    }

    /// https://developer.apple.com/documentation/localauthentication/laerror-swift.struct
    public struct LAError: Error {
        /// https://developer.apple.com/documentation/localauthentication/laerror-swift.struct/code
        public struct Code: Hashable, Sendable {
            public let rawValue: Int
            /// https://developer.apple.com/documentation/localauthentication/laerror-swift.struct/code/authenticationfailed
            public static var authenticationFailed: Code { Code(rawValue: -1) }
        }

        public let code: Code

        // Of Foundation's protocol _BridgedStoredNSError, with a further parameter that has a default.
        public init(_ code: Code) { self.code = code }
    }
#endif
