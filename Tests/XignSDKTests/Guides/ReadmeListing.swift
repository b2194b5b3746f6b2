import Foundation
import XignSDK

/// The listing of README.md, and that of ``XignSdk``.
@MainActor
struct ReadmeListing {
    let keyMaterial: Data
    let text: String
    let pin: String
    let show: (Any...) -> Void

    func logIn() async throws {
        // listing
        // Once, when the app starts. `keyMaterial` is the output of `xignin-manager key-material`.
        let configuration = try XignSdkConfig.Builder().addKeyMaterial(keyMaterial).build()
        try XignSdk.initialize(configuration)

        // For each login. `text` is the scanned QR code. For a link that opened the app, pass
        // `source: .opened`.
        let sdk = XignSdk.shared
        guard
            case .authentication(let data) = try await sdk.xignCommon.parseProcessInitializationData(
                data: text, source: .scanned)
        else { return }
        let request = try await sdk.authenticator.startAuthentication(data: data)

        // Show the request. Continue when the user confirms it.
        show(request.serviceInformation, request.organizationInformation)
        guard
            case .success(let information) =
                try await sdk.authenticator.prepareAuthenticationUserInformation(request: request)
        else { return }

        // Sign with every factor, then finish.
        try await information.sign(factor: DeviceFactor())
        try await information.sign(factor: PinFactor(pin))
        let result = try await sdk.authenticator.finishAuthentication(userInfo: information)
        // end of listing
        show(result)
    }

    func useTheSDK() throws {
        // listing
        try XignSdk.initialize(XignSdkConfig.Builder().addKeyMaterial(keyMaterial).build())
        let authenticator = XignSdk.shared.authenticator
        // end of listing
        show(authenticator)
    }
}
