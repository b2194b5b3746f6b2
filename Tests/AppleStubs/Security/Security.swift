import Foundation

// https://developer.apple.com/documentation/security

// Core Foundation's types. On Apple's systems CFDictionary is a class to which dictionaries are bridged by `as`
// (toll-free bridging). Linux bridges them to NSDictionary alone, which a literal can also become without `as`.
/// https://developer.apple.com/documentation/corefoundation/cfdictionary
public typealias CFDictionary = NSDictionary
/// https://developer.apple.com/documentation/corefoundation/cftyperef
public typealias CFTypeRef = AnyObject
/// https://developer.apple.com/documentation/corefoundation/cfoptionflags
public typealias CFOptionFlags = UInt
/// https://developer.apple.com/documentation/corefoundation/cfallocator
public final class CFAllocator {}
/// https://developer.apple.com/documentation/corefoundation/cferror
public final class CFError {}

/// https://developer.apple.com/documentation/corefoundation/cfstring
public final class CFString: Hashable {
    public static func == (a: CFString, b: CFString) -> Bool { a === b }
    public func hash(into hasher: inout Hasher) {}
}

/// https://developer.apple.com/documentation/darwin/osstatus
public typealias OSStatus = Int32

/// https://developer.apple.com/documentation/security/errsecsuccess
public var errSecSuccess: OSStatus { 0 }

// nonisolated(unsafe): constants of C, which Swift does not check.
/// https://developer.apple.com/documentation/security/ksecclass
public nonisolated(unsafe) let kSecClass = CFString()
/// https://developer.apple.com/documentation/security/ksecclassgenericpassword
public nonisolated(unsafe) let kSecClassGenericPassword = CFString()
/// https://developer.apple.com/documentation/security/ksecattrservice
public nonisolated(unsafe) let kSecAttrService = CFString()
/// https://developer.apple.com/documentation/security/ksecattraccount
public nonisolated(unsafe) let kSecAttrAccount = CFString()
/// https://developer.apple.com/documentation/security/ksecattraccessible
public nonisolated(unsafe) let kSecAttrAccessible = CFString()
/// https://developer.apple.com/documentation/security/ksecattraccessiblewhenunlockedthisdeviceonly
public nonisolated(unsafe) let kSecAttrAccessibleWhenUnlockedThisDeviceOnly = CFString()
/// https://developer.apple.com/documentation/security/ksecattraccessiblewhenpasscodesetthisdeviceonly
public nonisolated(unsafe) let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly = CFString()
/// https://developer.apple.com/documentation/security/ksecvaluedata
public nonisolated(unsafe) let kSecValueData = CFString()
/// https://developer.apple.com/documentation/security/ksecreturndata
public nonisolated(unsafe) let kSecReturnData = CFString()
/// https://developer.apple.com/documentation/security/ksecusedataprotectionkeychain
public nonisolated(unsafe) let kSecUseDataProtectionKeychain = CFString()

/// https://developer.apple.com/documentation/security/secitemadd(_:_:)
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }

/// https://developer.apple.com/documentation/security/secitemupdate(_:_:)
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { 0 }

/// https://developer.apple.com/documentation/security/secitemcopymatching(_:_:)
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }

/// https://developer.apple.com/documentation/security/secitemdelete(_:)
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }

/// https://developer.apple.com/documentation/security/secaccesscontrol
public final class SecAccessControl {}

/// https://developer.apple.com/documentation/security/secaccesscontrolcreateflags
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    public let rawValue: CFOptionFlags
    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

    /// https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/privatekeyusage
    public static var privateKeyUsage: SecAccessControlCreateFlags { [] }
    /// https://developer.apple.com/documentation/security/secaccesscontrolcreateflags/biometrycurrentset
    public static var biometryCurrentSet: SecAccessControlCreateFlags { [] }
}

/// https://developer.apple.com/documentation/security/secaccesscontrolcreatewithflags(_:_:_:_:)
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? { nil }
