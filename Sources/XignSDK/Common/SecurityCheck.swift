import Foundation
internal import XignProtocol

/// The check for signs that someone other than the user controls the device or the app.
///
/// It is a signal for the manager's policy and not a control: code that controls the process can hide every sign.
enum SecurityCheck {
    /// The version of the set of checks; it increases when checks are added.
    static let version: Int32 = 2

    /// Judges signals that were collected at a time.
    static func judge(_ signals: SecuritySignals, at date: Date) -> SecurityCheckResult {
        let findings = Set(signals.signs.map(\.finding))
        return SecurityCheckResult(
            date: date, checkVersion: version,
            // The system's own files say it, and the manager shows it to its operator.
            osVersion: DisplayText.isValid(signals.osVersion) ? signals.osVersion : platform,
            patchLevel: signals.patchLevel, isRooted: findings.contains(.rooted), isHooked: findings.contains(.hooked))
    }

    /// The platform's name, such as `Linux` or `iOS`.
    static var platform: String {
        #if os(Linux)
            "Linux"
        #elseif os(macOS)
            "macOS"
        #elseif os(tvOS)
            "tvOS"
        #elseif os(visionOS)
            "visionOS"
        #else
            "iOS"
        #endif
    }
}
