import Foundation
internal import XignProtocol

// The operations of a gate with the errors of the SDK: see `BiometricGate`.

extension BiometricGate {
    /// Creates the biometric key of an activation.
    ///
    /// - Throws: `factorUnavailable`.
    func newKey(of activation: ActivationRecord) throws -> [UInt8] {
        do { return Array(try createKey(activation.label)) } catch { throw XignSdkError.gateUnusable(error) }
    }

    /// Signs a message with the biometric key of an activation (ES256).
    ///
    /// - Throws: `biometricsChanged`, `userNotRecognized`, `factorUnavailable`.
    func biometricSignature(_ message: [UInt8], _ activation: ActivationRecord) throws -> [UInt8] {
        do { return Array(try signature(activation.label, over: Data(message))) } catch {
            switch error {
            case KeyStoreError.keysMissing: throw XignSdkError.biometricsChanged(error)
            case is KeyStoreError: throw XignSdkError.gateUnusable(error)
            default:
                // Platforms report an invalidated key by various errors.
                throw (try? hasKey(activation.label)) == false
                    ? XignSdkError.biometricsChanged(error) : XignSdkError.userNotRecognized(error)
            }
        }
    }

    /// Checks that the biometric key of an activation can sign once the user is recognized.
    ///
    /// - Throws: `biometricsChanged`, `factorUnavailable`.
    func checkKey(of activation: ActivationRecord) throws {
        let hasKey: Bool
        do { hasKey = try self.hasKey(activation.label) } catch { throw XignSdkError.gateUnusable(error) }
        if !hasKey { throw XignSdkError.biometricsChanged(KeyStoreError.keysMissing) }
    }

    /// Recognizes the user.
    ///
    /// - Throws: `userNotRecognized`, `factorUnavailable`.
    func recognizedGate(reason: String) throws -> any BiometricGate {
        do { return try recognizeUser(reason: reason) } catch {
            throw error is KeyStoreError ? XignSdkError.gateUnusable(error) : XignSdkError.userNotRecognized(error)
        }
    }
}

extension XignSdkError {
    fileprivate static func biometricsChanged(_ cause: any Error) -> XignSdkError {
        XignSdkError(
            .biometricsChanged,
            "The biometric key is gone, for example since the enrolled biometrics have changed. Use other factors; "
                + "only a new activation makes another key.",
            underlying: cause)
    }

    fileprivate static func userNotRecognized(_ cause: any Error) -> XignSdkError {
        XignSdkError(
            .userNotRecognized, "The user cancelled, or was not recognized. Try again, or use other factors.",
            underlying: cause)
    }

    fileprivate static func gateUnusable(_ cause: any Error) -> XignSdkError {
        XignSdkError(
            .factorUnavailable, "The biometric gate cannot be used. Use other factors.", underlying: cause)
    }
}

extension BiometricGate {
    /// Removes a key whose activation or factor ends in any case.
    func removeKey(_ label: KeyStoreLabel, _ log: XignLog) {
        do { try removeKey(label) } catch {
            log(.warning, "the biometric gate could not remove a key (\(type(of: error)))")
        }
    }
}
