#if canImport(Security)
    import CryptoKit
    import Foundation
    internal import XignCrypto
    internal import XignProtocol
    import Security
    #if canImport(LocalAuthentication) && !os(tvOS)
        import LocalAuthentication
    #endif

    /// A key store in the Secure Enclave, from which keys cannot be copied. The default store on Apple's systems.
    ///
    /// The keychain item contains the enclave's encrypted references to its keys, and the salt. It belongs to this
    /// device only, and is readable while the device is unlocked. All functions may be called from any thread.
    public struct SecureEnclaveKeyStore: KeyStore {
        /// The type of this store: the Secure Enclave.
        public var type: KeyStoreType { .enclave }
        /// The factors of this store: the device and the PIN.
        public var authenticators: Set<AuthenticatorType> { [.device, .pin] }

        private let service = "xign.activation"
        private let rounds = 600_000

        /// Creates a store in the app's keychain.
        public init() {}

        private struct Keys: Codable {
            var v = 1
            var deviceKey: Data
            var bindKey: Data
            var salt: Data
            /// The number of rounds of PBKDF2-HMAC-SHA256.
            var rounds: Int
        }

        /// Checks the enclave, and the device lock if one is required.
        public func prepare(deviceLock: DeviceLockRequired) throws {
            guard SecureEnclave.isAvailable else { throw KeyStoreError.unusable("This device has no Secure Enclave.") }
            #if canImport(LocalAuthentication) && !os(tvOS)
                var error: NSError?
                let hasLock = LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: &error)
                if deviceLock == .required && !hasLock && error?.code == LAError.passcodeNotSet.rawValue {
                    throw KeyStoreError.deviceLockNotSet
                }
            #endif
        }

        /// Creates a signing key and a key to bind PINs with, in the enclave.
        public func createKeys(_ label: KeyStoreLabel, deviceLock: DeviceLockRequired) throws {
            let protection =
                deviceLock == .required
                ? kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly : kSecAttrAccessibleWhenUnlockedThisDeviceOnly
            guard let access = SecAccessControlCreateWithFlags(nil, protection, .privateKeyUsage, nil) else {
                throw KeyStoreError.unusable("The system refuses the protection of the keys.")
            }
            let keys = Keys(
                deviceKey: try SecureEnclave.P256.Signing.PrivateKey(accessControl: access).dataRepresentation,
                bindKey: try SecureEnclave.P256.KeyAgreement.PrivateKey(accessControl: access).dataRepresentation,
                salt: SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }, rounds: rounds)
            try removeKeys(label)
            var item = query(label)
            item[kSecValueData] = try JSONEncoder().encode(keys)
            item[kSecAttrAccessible] = protection
            try check(SecItemAdd(item as CFDictionary, nil))
        }

        /// Returns the public device key as x || y, 64 bytes.
        public func devicePublicKey(_ label: KeyStoreLabel) throws -> Data {
            try deviceKey(label).publicKey.rawRepresentation
        }

        /// Signs SHA-256(`message`) with the device key; returns r || s, 64 bytes.
        public func deviceSignature(_ label: KeyStoreLabel, over message: Data) throws -> Data {
            try deviceKey(label).signature(for: message).rawRepresentation
        }

        /// Stretches the PIN with PBKDF2, and binds it by a key agreement of the enclave with a point hashed from the
        /// result.
        public func bind(pin digits: Data, _ label: KeyStoreLabel) throws -> BoundPin {
            let keys = try keys(label)
            let stretched = try PBKDF2.deriveKey(
                from: digits, salt: keys.salt, using: SHA256.self, rounds: keys.rounds, outputByteCount: 32)
            let bindKey = try SecureEnclave.P256.KeyAgreement.PrivateKey(dataRepresentation: keys.bindKey)
            let secret = try bindKey.sharedSecretFromKeyAgreement(with: PINKey.bindPoint(stretched: stretched))
            return BoundPin(secret: secret.withUnsafeBytes { Data($0) }, salt: keys.salt)
        }

        /// Removes the keychain item. Without its references the enclave's keys are unusable.
        public func removeKeys(_ label: KeyStoreLabel) throws {
            let status = SecItemDelete(query(label) as CFDictionary)
            if status != errSecItemNotFound { try check(status) }
        }

        private func deviceKey(_ label: KeyStoreLabel) throws -> SecureEnclave.P256.Signing.PrivateKey {
            try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: keys(label).deviceKey)
        }

        private func keys(_ label: KeyStoreLabel) throws -> Keys {
            var item = query(label)
            item[kSecReturnData] = true
            var result: CFTypeRef?
            try check(SecItemCopyMatching(item as CFDictionary, &result))
            guard let data = result as? Data, let keys = try? JSONDecoder().decode(Keys.self, from: data) else {
                throw KeyStoreError.unusable("The keychain's item is damaged. Depersonalize and activate again.")
            }
            return keys
        }

        private func query(_ label: KeyStoreLabel) -> [CFString: Any] {
            [
                kSecClass: kSecClassGenericPassword, kSecAttrService: service,
                kSecAttrAccount: label.idmIdentifier + " " + Base64URL.encode(label.activationId),
                kSecUseDataProtectionKeychain: true,
            ]
        }

        private func check(_ status: OSStatus) throws {
            switch status {
            case errSecSuccess: return
            case errSecItemNotFound: throw KeyStoreError.keysMissing
            case errSecInteractionNotAllowed: throw KeyStoreError.deviceLocked
            default: throw KeyStoreError.unusable("The keychain failed with status \(status).")
            }
        }
    }
#endif
