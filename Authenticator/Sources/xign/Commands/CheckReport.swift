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

    /// The findings, then the meaning of each and the remedy.
    func lines(_ words: any Wording) -> [Text] {
        let check = words.check
        let rows: [[Text]] = [
            [check.system, "\(osVersion)"], [check.patchLevel, "\(patchLevel)"],
            [check.checks, check.version(checkVersion)], [check.superuser, check.isSuperuser(isRooted)],
            [check.foreignCode, check.isForeign(isHooked)],
        ]
        // The state of the TPM contains commands to copy.
        let table = Table(["", ""], rows: rows + keyStore.rows(words))
        var lines = Array(table.lines(breaksCells: false).dropFirst())
        if isRooted { lines += ["", check.superuserExplained] }
        if isHooked { lines += ["", check.foreignCodeExplained] }
        return lines
    }

    /// The failure that ends the command; nil if there is no finding, and the keys can be used.
    var failure: CommandFailure? {
        let (isRooted, isHooked) = (isRooted, isHooked)
        guard isRooted || isHooked else { return keyStore.failure }
        return CommandFailure(.insecure) { $0.check.findings(isRooted: isRooted, isHooked: isHooked) }
    }
}
