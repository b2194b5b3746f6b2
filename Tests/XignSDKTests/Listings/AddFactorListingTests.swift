import Foundation
import Synchronization
import Testing
import XignSDKTesting

@testable import XignSDK

// The parts that the listing leaves to the app: its gate recognizes the person.

enum YourError: Error { case yourErrorCase }

enum YourImplementation {
    static let gate = TestGate()
    static let hasHandledAnError = Mutex(false)

    static func isAuthenticationFactorSupportedByDevice(_ type: AuthenticatorType) -> Bool { type == .biometric }

    static func authenticateUser(_ data: AuthenticationInitializationData) throws -> AuthenticationResult {
        let authenticator = XignSdk.shared.authenticator
        let request = try authenticator.startAuthenticationSynchronous(data: data)
        guard request.subject == .addFactor(.biometric),
            case .success(let information) =
                try authenticator.prepareAuthenticationUserInformationSynchronous(request: request)
        else { throw YourError.yourErrorCase }
        for type in information.requestedAuthenticators[0] {
            try information.sign(factor: type == .pin ? PinFactor("482915") : DeviceFactor())
        }
        return try authenticator.finishAuthenticationSynchronous(userInfo: information)
    }

    static func prepareAuthenticationFactor(
        _ access: ApiAccessAddFactor, _ type: AuthenticatorType
    ) throws -> AuthenticationFactor { throw YourError.yourErrorCase }

    static func handleLockoutAndRepeatAuthentication() {}
    static func handleTheError() { hasHandledAnError.withLock { $0 = true } }
}

extension AddFactorListings {
    func getBiometricFactor(idmIdentifier: String, completion: @escaping (BiometricFactor?) -> Void) throws {
        completion(
            try XignSdk.shared.xignCommon.createBiometricFactorSynchronous(
                idmIdentifier: idmIdentifier, reason: "Add your fingerprint."))
    }
}

@Suite("the documentation's listing about factors")
struct AddFactorListingTests {
    // In a process of its own, since the listing uses `XignSdk.shared`.
    @Test("adds the factor of the app's gate, and the user logs in with it")
    func addsFactor() async {
        await #expect(processExitsWith: .success) {
            let manager = try TestManager()
            let folder = try TemporaryFolder()
            let gate = YourImplementation.gate
            let builder = manager.configuration.setStorageLocation(folder.url.appendingPathComponent("home"))
                .setLogLevel(.none).setKeyStore(TestDevice.keyStore(folder)).setBiometricGate(gate)
            try XignSdk.initialize(builder.build())
            let device = try TestDevice(manager, folder: folder, gate: gate)
            try await device.personalize()
            var events = XignSdk.shared.personalizer.events.makeAsyncIterator()

            let idm = manager.idm
            try await onThread { try AddFactorListings().startAddFactor(idmIdentifier: idm) }

            guard case .finishAddAuthenticationFactor(.success) = await events.next() else {
                throw UnexpectedAnswer()
            }
            #expect(!YourImplementation.hasHandledAnError.withLock { $0 })
            #expect(
                try XignSdk.shared.personalizer.personalizations.map(\.authenticators) == [
                    [.biometric, .device, .pin]
                ])
            manager.state.withLock {
                $0.login = .init()
                $0.login.roles[0].alternatives = [[.biometric, .device]]
            }
            let information = try await device.prepare(device.start())
            try await information.sign(factor: DeviceFactor())
            try await information.sign(factor: BiometricFactor(gate: gate))
            let result = try await device.sdk.authenticator.finishAuthentication(userInfo: information)
            guard case .userLogin = result else { throw UnexpectedAnswer() }
        }
    }
}
