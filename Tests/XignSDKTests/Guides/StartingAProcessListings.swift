import Foundation
import XignSDK

// The listings of the guides "Starting a process" and "App-Links".

extension GuideApp {
    // listing
    /// Begins the process of a QR code or link.
    func begin(_ text: String, source: ProcessInitializationData.Source) async {
        do throws(XignSdkError) {
            let process = try await sdk.xignCommon.parseProcessInitializationData(
                data: text, source: source)
            switch process {
            case .personalization(let data): try await activate(with: data)
            case .authentication(let data): try await logIn(with: data)
            case .transaction(let data): try await confirm(with: data)
            }
        } catch {
            switch error.errorCode {
            case .scanRequired:
                screen.showScanner(reason: "Scan the code on the page itself.")
            case .qrCodeExpired:
                screen.showScanner(reason: "The code has expired. Scan the one that is shown now.")
            case .initializationDataInvalid:
                screen.showScanner(reason: "This is not a login code.")
            default:
                print(error)  // for your log
                screen.show(explanation(of: error))
            }
        }
    }
    // end of listing

    // listing
    func open(_ link: URL) async {
        await begin(link.absoluteString, source: .opened)
    }
    // end of listing

    // listing
    func configuration(
        _ keyMaterial: Data, withScheme scheme: String
    ) throws(XignSdkInitializationError) -> XignSdkConfig {
        try XignSdkConfig.Builder()
            .addKeyMaterial(keyMaterial)
            .addDeepLinkScheme(scheme)
            .build()
    }
    // end of listing
}
