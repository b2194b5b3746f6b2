import Foundation
import XignSDK

// The listing of the guide "InApp-Authentication".

extension GuideApp {
    // listing
    func canLogInHere(_ clientId: String) async -> Bool {
        do {
            _ = try await sdk.authenticator.fetchInAppAuthenticationInitializationData(
                .direct(clientId: clientId))
            return true
        } catch {
            return false  // .notSupported in this version
        }
    }
    // end of listing
}
