import XignWebAssets
import XignWording

/// The code and the PIN of the device that replaces all former ones, for the browser that has proven both.
package enum RecoveryDevicePage {
    package static let path = "/recover/device"

    /// The address that says whether the device is connected.
    package static let lookPath = "/recover/device?connected=1"

    /// - Parameter isNotYet: true for the answer to "I have connected it".
    package static func page(
        _ code: DeviceCode, isNotYet: Bool = false, _ frame: RecoveryLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.account.connecting
        let steps = wording.recovery.steps
        return RecoveryLayout(
            frame: frame, wording: wording, title: words.codeTitle, scripts: [WebAssets.copyScript],
            content: """
                \(isNotYet ? Notice(.info, isStatus: true, "<p>\(steps.notYet)</p>").html : "")\
                \(Notice(.warning, "<p>\(steps.replaces)</p>").html)\
                \(code.html(with: frame.provider.authenticators, in: wording))\
                <div class="actions">
                \(Link(.primary, to: lookPath, steps.connected).html)\
                </div>

                """
        ).html
    }
}
