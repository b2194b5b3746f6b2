import Foundation
import Security
internal import XignProtocol

/// The app's items in the keychain, one for each activation. They never leave the device.
struct Keychain {
    let service: String

    /// Adds or replaces an item. After a crash, either the old content or the new one remains.
    func write(_ data: Data, _ label: KeyStoreLabel, _ protection: KeyProtection) throws {
        do { try update(data, label, protection) } catch KeyStoreError.keysMissing {
            let item = query(label).merging(content(data, protection)) { $1 }
            try check(SecItemAdd(item as CFDictionary, nil))
        }
    }

    /// Replaces an item. After a crash, either the old content or the new one remains.
    ///
    /// - Throws: `KeyStoreError.keysMissing` if there is none.
    func update(_ data: Data, _ label: KeyStoreLabel, _ protection: KeyProtection) throws {
        try check(SecItemUpdate(query(label) as CFDictionary, content(data, protection) as CFDictionary))
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

    private func content(_ data: Data, _ protection: KeyProtection) -> [CFString: Any] {
        [kSecValueData: data, kSecAttrAccessible: protection.accessibility]
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
