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
    }

    // A struct, since enumerations of Objective-C may get further cases: a `switch` needs a default.
    /// https://developer.apple.com/documentation/localauthentication/lapolicy
    public struct LAPolicy: Hashable, Sendable {
        /// https://developer.apple.com/documentation/localauthentication/lapolicy/deviceownerauthentication
        public static var deviceOwnerAuthentication: LAPolicy { LAPolicy() }
    }
#endif
