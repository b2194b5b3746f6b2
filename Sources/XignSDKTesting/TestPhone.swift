internal import Foundation
public import XignSDK

/// A phone of a test or a preview: the storage, the keys and the biometrics, which outlive the app.
///
/// Make the SDK from ``configuration(at:)`` once for each start of the app. To simulate that the app was killed, drop
/// the SDK at any step, and make another one from the same phone. Instances may be used from any thread.
public final class TestPhone: Sendable {
    /// The biometrics: they recognize the user until the test says otherwise.
    public let biometrics = TestGate()

    private let keyStore = MemoryKeyStore(TemporaryHome())

    /// Makes a phone without activations. Its files are in a temporary folder, which is removed with the phone and its
    /// last instance of the SDK.
    public init() {}

    /// Returns the builder of a configuration with this phone and a manager: key material, transport, storage, key
    /// store, biometrics, clocks and a cheap stretching of PINs. Add the app's own settings, such as a log, then build.
    public func configuration(at manager: TestManager) -> XignSdkConfig.Builder {
        manager.configuration.setStorageLocation(keyStore.home.url).setKeyStore(keyStore)
            .setBiometricGate(biometrics)
    }

    /// Activates this phone at a manager, as its user has done before the test.
    ///
    /// - Parameters:
    ///   - manager: the manager, which invites the user first.
    ///   - pin: the activation PIN, which becomes the user's.
    /// - Throws: the errors of the flows.
    public func activate(at manager: TestManager, pin: String = "482915") async throws {
        let sdk = try XignSdk(configuration(at: manager).build())
        let data = try await sdk.xignCommon.parseProcessInitializationData(
            data: manager.invitation(pin: pin), source: .scanned)
        guard case .personalization(let data) = data,
            case .personalize(let request) = try await sdk.personalizer.decryptPersonalizationInitializationData(
                data: data, pin: pin)
        else { throw ScriptError("the manager did not take its own invitation") }
        _ = try await sdk.personalizer.finishPersonalization(request: request)
    }
}

extension TestManager {
    /// The builder of a configuration with this manager: key material, transport, clocks and a cheap stretching of
    /// PINs.
    package var configuration: XignSdkConfig.Builder {
        let builder = XignSdkConfig.Builder().addKeyMaterial(keyMaterial).setTransport(self)
        builder.now = now
        builder.uptime = uptime
        builder.activationPINStretching = Self.stretching
        return builder
    }
}

/// A folder that is removed when nobody uses it.
final class TemporaryHome: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("xign-phone-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: url) }
}
