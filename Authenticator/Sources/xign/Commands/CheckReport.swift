import Foundation
import Terminal
import XignSDK

/// The result of `check`: as JSON for programs, as lines for people.
struct CheckReport: Encodable {
    let date: Date
    let checkVersion: Int32
    let osVersion: String
    let patchLevel: String
    let isRooted: Bool
    let isHooked: Bool
    let keyStore: KeyStoreReport

    init(_ result: SecurityCheckResult, _ keyStore: KeyStoreReport) {
        date = result.date
        checkVersion = result.checkVersion
        osVersion = result.osVersion
        patchLevel = result.patchLevel
        isRooted = result.isRooted
        isHooked = result.isHooked
        self.keyStore = keyStore
    }

    var lines: [Text] {
        [
            "System:         \(osVersion)",
            "Patch level:    \(patchLevel)",
            "Checks:         version \(checkVersion)",
            "Superuser:      \(isRooted ? Text("yes", .yellow) : "no")",
            "Foreign code:   \(isHooked ? Text("found", .yellow) : "none found")",
        ] + keyStore.lines + explanations.flatMap { ["", $0] }
    }

    /// The meaning of each finding and the remedy, in lines that fit a terminal.
    private var explanations: [Text] {
        var explanations: [Text] = []
        if isRooted {
            explanations.append(
                """
                Superuser: xign runs as root. Everything else that runs as root can use its
                keys and read your PIN. Run xign as an ordinary user, without sudo. That user
                needs an activation of their own.
                """)
        }
        if isHooked {
            explanations.append(
                """
                Foreign code: a debugger or tracer is attached to xign, or a library was loaded
                into it ($LD_PRELOAD, $LD_AUDIT, or the file /etc/ld.so.preload). It can read
                your PIN, and change what xign shows. If it is yours, end the debugger, unset
                the variables, and check again. If it is not, enter no PIN on this computer, and
                ask its administrator.
                """)
        }
        return explanations
    }

    /// The failure that ends the command; nil if there is no finding, and the keys can be used.
    var failure: Failure? {
        switch (isRooted, isHooked) {
        case (true, true): Failure(.insecure, "\(Self.consequence): xign runs as superuser, and with foreign code")
        case (true, false): Failure(.insecure, "\(Self.consequence): xign runs as superuser")
        case (false, true): Failure(.insecure, "\(Self.consequence): foreign code was found in xign")
        case (false, false): keyStore.failure
        }
    }

    private static let consequence: Text = "websites may refuse this device"
}
