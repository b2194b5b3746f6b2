import Foundation
import Security
internal import XignProtocol

/// The app's items in the keychain, one for each activation. They never leave the device.
struct Keychain {
    let service: String

    /// Adds or replaces an item.
    func write(_ data: Data, _ label: KeyStoreLabel, _ protection: KeyProtection) throws {
        try remove(label)
        var item = query(label)
        item[kSecValueData] = data
        item[kSecAttrAccessible] = protection.accessibility
        try check(SecItemAdd(item as CFDictionary, nil))
    }

    /// Returns an item's content.
    ///
    /// - Throws: `KeyStoreError.keysMissing` if there is none.
    func read(_ label: KeyStoreLabel) throws -> Data {
        var item = query(label)
        item[kSecReturnData] = true
        var result: CFTypeRef?
        try check(SecItemCopyMatching(item as CFDictionary, &result))
        guard let data = result as? Data else { throw KeyStoreError.unusable("The keychain returned no data.") }
        return data
    }

    /// Removes an item. Succeeds if there is none.
    func remove(_ label: KeyStoreLabel) throws {
        do { try check(SecItemDelete(query(label) as CFDictionary)) } catch KeyStoreError.keysMissing {}
    }

    private func query(_ label: KeyStoreLabel) -> [CFString: Any] {
        [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service,
            kSecAttrAccount: label.idmIdentifier + " " + Base64URL.encode(label.activationId),
            kSecUseDataProtectionKeychain: true,
        ]
    }

    private func check(_ status: OSStatus) throws {
        if status != errSecSuccess { throw KeyStoreError(keychainStatus: status) }
    }
}

extension KeyProtection {
    /// The keychain's name for the protection.
    var accessibility: CFString {
        switch self {
        case .unlocked: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
        case .lockKept: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
        }
    }

    /// Makes the access control of a key in the enclave.
    func accessControl(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
        guard let access = SecAccessControlCreateWithFlags(nil, accessibility, flags, nil) else {
            throw KeyStoreError.unusable("The system refuses the protection of the keys.")
        }
        return access
    }
}
