import Foundation
import XignSDK

// The listings of the guide "Biometrics".

extension GuideApp {
    // listing
    func addBiometricFactor(at idmIdentifier: String) async throws(XignSdkError) {
        let data = try await sdk.personalizer.startAddAuthenticationFactor(
            idmIdentifier: idmIdentifier, factorType: .biometric)
        guard case .apiAccessAddFactor(let access) = try await authenticate(with: data)
        else { return }
        let factor = try await recognizeUser(at: idmIdentifier)
        try await sdk.personalizer.finishAddAuthenticationFactor(result: access, factor: factor)
        screen.show("You can confirm logins with your face or finger now.")
    }
    // end of listing

    // listing
    func recognizeUser(at idmIdentifier: String) async throws(XignSdkError) -> BiometricFactor {
        try await sdk.xignCommon.createBiometricFactor(
            idmIdentifier: idmIdentifier, reason: "Confirm that it is you")
    }
    // end of listing

    // listing
    /// Says why a factor did not sign. Returns true if the user tries again, or in another way.
    func signsAgain(after error: XignSdkError) async throws(XignSdkError) -> Bool {
        switch error.errorCode {
        case .pinInvalid:
            screen.show(explanation(of: error))
            return true
        case .userNotRecognized: screen.show("You were not recognized.")
        case .biometricsChanged: screen.show("Your biometrics have changed. Use your PIN.")
        case .factorUnavailable: screen.show("Biometrics do not work now. Use your PIN.")
        default: throw error
        }
        return await screen.confirms("Try again, or choose another way?")
    }
    // end of listing

    // listing
    func configuration(
        _ keyMaterial: Data, signingWith token: any Token
    ) throws(XignSdkInitializationError) -> XignSdkConfig {
        try XignSdkConfig.Builder()
            .addKeyMaterial(keyMaterial)
            .setBiometricGate(TokenGate(token: token))
            .build()
    }
    // end of listing
}

// listing
/// A gate with keys in a token that asks for a finger before it signs.
struct TokenGate: BiometricGate {
    let token: any Token

    func createKey(_ label: KeyStoreLabel) throws -> Data { try token.makeKey(name(label)) }

    func hasKey(_ label: KeyStoreLabel) throws -> Bool {
        try token.keyNames().contains(name(label))
    }

    func signature(_ label: KeyStoreLabel, over message: Data) throws -> Data {
        guard try hasKey(label) else { throw KeyStoreError.keysMissing }
        return try token.sign(message, with: name(label))
    }

    func removeKey(_ label: KeyStoreLabel) throws { try token.removeKey(name(label)) }

    private func name(_ label: KeyStoreLabel) -> String {
        label.idmIdentifier + " " + label.activationId.base64EncodedString()
    }
}
// end of listing

// listing
/// A security token with P-256 keys, which your app supplies.
protocol Token: Sendable {
    func makeKey(_ name: String) throws -> Data
    func keyNames() throws -> Set<String>
    func sign(_ message: Data, with name: String) throws -> Data
    func removeKey(_ name: String) throws
}
// end of listing
