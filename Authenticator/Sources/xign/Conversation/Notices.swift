import Foundation
import Terminal
import XignSDK

extension Console {
    /// Tells the person once about changes of the accounts that other devices or the operator have made.
    ///
    /// A manager that cannot be asked is passed over: the notices are told after a later command.
    func reportNotices(_ sdk: XignSdk, of accounts: [PersonalizationResult]) {
        for account in accounts {
            let idm = account.idmIdentifier
            guard let notices = try? sdk.personalizer.fetchNoticesSynchronous(idmIdentifier: idm),
                let last = notices.map(\.number).max()
            else { continue }
            report("")
            report("\("News", .yellow) of your account at \(idm):")
            for notice in notices {
                let text = NoticeText(
                    kind: notice.kind, device: notice.device, date: notice.date,
                    manager: try? sdk.personalizer.personalizations.count == 1 ? nil : idm)
                text.lines.forEach(report)
            }
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

    /// The lines. The device's name, which is anybody's text, stands on a line of its own.
    var lines: [Text] {
        let name: [Text] = device.map { ["      \($0, .bold)"] } ?? []
        let moment = EnglishTime().minute(PointInTime(date, in: timeZone))
        return ["  On \(moment) \(event)\(name.isEmpty ? "." : ":")"] + name + ["      \(advice)"]
    }

    private var event: Text {
        switch kind {
        case .pinChanged: "the PIN of a device was changed"
        case .factorAdded: "a factor was added to a device"
        case .activationIssued: "a code for a further device was made"
        case .activationPersonalized: "a device was added to your account"
        case .activationRenamed: "a device was renamed"
        case .activationRevoked: "a device was removed from your account"
        case .activationLocked: "a device was locked after wrong PINs"
        case .membershipAdded: "your account accepted an invitation"
        case .accountDisabled: "the operator disabled your account"
        case .accountEnabled: "the operator enabled your account"
        case .accountChanged: "your account was changed"
        }
    }

    private var advice: Text {
        switch kind {
        case .pinChanged, .factorAdded, .activationIssued, .activationPersonalized, .activationRenamed:
            "If this was not you: \(revocation)"
        case .activationRevoked, .membershipAdded, .accountChanged: "If this was not you, tell the operator."
        case .activationLocked: "If the PINs were not yours, someone else has the device: \(revocation)"
        case .accountDisabled, .accountEnabled: "If you did not expect this, ask the operator."
        }
    }

    /// The command that removes the device. A name that a shell would not take as one word is never part of it.
    private var revocation: Text {
        let option = manager.map { " --manager \($0)" } ?? ""
        guard let device, device.isPlainWord else {
            return "xign activation list\(option), then xign activation revoke ID\(option)"
        }
        return "xign activation revoke \(device)\(option)"
    }
}

extension String {
    /// True for a word of ASCII letters, digits and `._-` that is no option.
    fileprivate var isPlainWord: Bool {
        guard let first = utf8.first, first != UInt8(ascii: "-") else { return false }
        return unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || "._-".unicodeScalars.contains(scalar))
        }
    }
}
