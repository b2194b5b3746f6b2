import Foundation
import XignSDK

// The listings of the guide "Security check".

extension GuideApp {
    // listing
    /// Tells the user why a service refuses the device.
    func explain(_ error: XignSdkSecurityInsufficientError) {
        if error.findings.isEmpty { screen.show("Please update the app.") }
        for finding in error.findings {
            switch finding {
            case .rooted: screen.show("This service accepts no rooted or jailbroken device.")
            case .hooked: screen.show("Quit debuggers and tools that change apps.")
            case .outdatedSystem: screen.show("Please update your device's system.")
            default: screen.show("Please update the app.")
            }
        }
    }
    // end of listing

    // listing
    /// Checks the device now, and again at random times, until the task is cancelled.
    func checkRepeatedly() async throws {
        while true {
            let result = try await sdk.xignCommon.executeSecurityCheck()
            if result.isRooted || result.isHooked {
                screen.show("Somebody else may control this device. Do not log in with it.")
            }
            try await Task.sleep(for: .seconds(.random(in: 30 * 60...180 * 60)))
        }
    }
    // end of listing
}
