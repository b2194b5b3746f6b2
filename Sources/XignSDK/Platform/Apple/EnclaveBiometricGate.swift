#if !os(tvOS)
    import CryptoKit
    import Foundation
    import LocalAuthentication
    import Security
    import Synchronization
    internal import XignProtocol

    /// A gate with keys in the Secure Enclave, which sign after Face ID, Touch ID or Optic ID has recognized the user.
    ///
    /// It is the default gate on Apple's systems, except for tvOS. The enclave destroys a key when a face or finger is
    /// added or removed. The keychain items belong to this device only.
    ///
    /// For Face ID, the app's `Info.plist` must have `NSFaceIDUsageDescription`. Without it, the system refuses.
    public struct EnclaveBiometricGate: BiometricGate {
        private let context: SharedContext?
        private let keychain = Keychain(service: "xign.biometric")
        // The system has biometrics only while the device has a lock.
        private static let protection = KeyProtection.lockKept

        /// Creates a gate in the app's keychain.
        ///
        /// - Parameter context: a context that has recognized the user, best by `evaluateAccessControl` for the
        ///   operation `useKeySign`. Keys then sign without asking again. Do not use it while the SDK does. Without a
        ///   context, the system asks at each signature.
        public init(context: LAContext? = nil) { self.context = context.map { SharedContext($0) } }

        /// Creates a P-256 key in the enclave, bound to the biometrics that are enrolled now.
        public func createKey(_ label: KeyStoreLabel) throws -> Data {
            let enrolled = EnrolledBiometry.current
            if enrolled == .none { throw KeyStoreError.nothingEnrolled }
            let key = try SecureEnclave.P256.Signing.PrivateKey(accessControl: Self.accessControl())
            let record = EnclaveBiometricKey(key: Octets(key.dataRepresentation), biometry: enrolled.hash)
            try keychain.write(record.keychainRecord, label, Self.protection)
            return key.publicKey.rawRepresentation
        }

        /// Returns true if there is a key, and the enrolled biometrics are those for which it was made.
        public func hasKey(_ label: KeyStoreLabel) throws -> Bool {
            do { return try record(label).canSign(with: .current) } catch KeyStoreError.keysMissing { return false }
        }

        /// Recognizes the user now, and returns a gate whose keys sign without asking again.
        ///
        /// - Parameter reason: the text that tells the user, in the user's language, what the recognition is for. Not
        ///   empty.
        /// - Throws: `LAError` if the user cancelled or was not recognized; ``KeyStoreError/unusable(_:)`` if no
        ///   biometrics are enrolled or the app may not use them.
        public func recognizeUser(reason: String) throws -> any BiometricGate {
            // The system ends an app that passes an empty text.
            guard !reason.isEmpty else { throw KeyStoreError.unusable("The reason for the recognition is empty.") }
            do {
                return try blocking {
                    let context = LAContext()
                    let isRecognized = try await context.evaluateAccessControl(
                        Self.accessControl(), operation: .useKeySign, localizedReason: reason)
                    guard isRecognized else { throw LAError(.authenticationFailed) }
                    return EnclaveBiometricGate(context: context)
                }
            } catch let error as LAError { throw KeyStoreError(recognitionFailure: error.code.rawValue) ?? error }
        }

        /// Signs SHA-256(`message`) with the key; returns r || s, 64 bytes.
        ///
        /// - Throws: ``KeyStoreError/keysMissing`` if the key is gone; `LAError` if the user cancelled or was not
        ///   recognized.
        public func signature(_ label: KeyStoreLabel, over message: Data) throws -> Data {
            let record = try record(label)
            let enrolled = EnrolledBiometry.current
            guard record.canSign(with: enrolled) else { throw KeyStoreError.keysMissing }
            let signature: Data
            do { signature = try sign(message, with: Data(record.key.bytes)) } catch let error as LAError {
                throw KeyStoreError(signingFailure: error.code.rawValue) ?? error
            }
            // The signature proves that the biometrics are those of the key. If the hash cannot be stored, the enclave
            // still decides. An item that was removed meanwhile stays removed.
            if let newer = record.afterSigning(with: enrolled) {
                try? keychain.update(newer.keychainRecord, label, Self.protection)
            }
            return signature
        }

        /// Removes the keychain item. Without its reference the enclave's key is unusable.
        public func removeKey(_ label: KeyStoreLabel) throws { try keychain.remove(label) }

        private func sign(_ message: Data, with reference: Data) throws -> Data {
            func signature(_ context: LAContext?) throws -> Data {
                let key = try SecureEnclave.P256.Signing.PrivateKey(
                    dataRepresentation: reference, authenticationContext: context)
                return try key.signature(for: message).rawRepresentation
            }
            return if let context { try context.withContext(signature) } else { try signature(nil) }
        }

        private func record(_ label: KeyStoreLabel) throws -> EnclaveBiometricKey {
            try EnclaveBiometricKey(keychainRecord: keychain.read(label))
        }

        private static func accessControl() throws -> SecAccessControl {
            try protection.accessControl([.privateKeyUsage, .biometryCurrentSet])
        }
    }

    /// A context that one thread uses at a time, since LAContext is not Sendable.
    // @unchecked: the only access to `context` is inside the lock.
    private final class SharedContext: @unchecked Sendable {
        private let lock = Mutex<Void>(())
        private let context: LAContext

        init(_ context: LAContext) { self.context = context }

        func withContext<Result: Sendable>(_ body: (LAContext) throws -> Result) rethrows -> Result {
            try lock.withLock { _ in try body(context) }
        }
    }

    extension EnrolledBiometry {
        /// The biometrics that are enrolled now. Does not ask the user.
        fileprivate static var current: EnrolledBiometry {
            let context = LAContext()
            var error: NSError?
            let isUsable = context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error)
            return EnrolledBiometry(
                stateHash: context.domainState.biometry.stateHash,
                systemVersion: ProcessInfo.processInfo.operatingSystemVersion.majorVersion,
                failure: isUsable ? nil : error?.code)
        }
    }

    extension BiometricFactor {
        /// Creates the factor from a context that has recognized the user, by `evaluateAccessControl` or
        /// `evaluatePolicy`.
        ///
        /// The keys are those of the default gate. Do not use the context while the SDK does.
        public convenience init(context: LAContext) { self.init(gate: EnclaveBiometricGate(context: context)) }
    }
#endif
