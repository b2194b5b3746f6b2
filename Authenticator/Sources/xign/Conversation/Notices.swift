import Foundation
import Terminal
import XignSDK

extension Console {
    /// Tells the person about changes of the accounts that other devices or the operator have made: once on a
    /// terminal, and each time where nobody may read the errors.
    ///
    /// A manager that cannot be asked is passed over: the notices are told after a later command.
    func reportNotices(_ sdk: XignSdk, of accounts: [PersonalizationResult], _ words: any Wording) {
        for account in accounts {
            let idm = account.idmIdentifier
            guard let notices = try? sdk.personalizer.fetchNoticesSynchronous(idmIdentifier: idm),
                let last = notices.map(\.number).max()
            else { continue }
            report("")
            report(words.notices.news(of: idm))
            for notice in notices {
                let text = NoticeText(
                    kind: notice.kind, device: notice.device, date: notice.date,
                    manager: try? sdk.personalizer.personalizations.count == 1 ? nil : idm)
                text.lines(words.notices).forEach(report)
            }
            guard errors.isTerminal else { continue }
            try? sdk.personalizer.acknowledgeNoticesSynchronous(idmIdentifier: idm, through: last)
        }
    }
}

/// A notice in words, with the advice for a person who did not expect it.
struct NoticeText {
    let kind: AccountNotice.Kind
    let device: String?
    let date: Date
    /// The manager, if commands must name it.
    let manager: String?
    var timeZone = TimeZone.current

    /// The lines. The device's name, which is anybody's text, stands on lines of its own.
    func lines(_ words: any NoticeWording) -> [Text] {
        let name = device.map { ("      \($0, .bold)" as Text).broken(indent: 6) } ?? []
        let event = words.event(kind, PointInTime(date, in: timeZone), isNamed: !name.isEmpty)
        return ["  \(event)"] + name + ["      \(words.advice(kind, removal))"]
    }

    /// The commands that remove the device. Its name is no part of them: it may be that of another device by now.
    private var removal: NoticeRemoval {
        let option = manager.map { " --manager \($0)" } ?? ""
        return NoticeRemoval(list: "xign activation list\(option)", removal: "xign activation revoke ID\(option)")
    }
}
