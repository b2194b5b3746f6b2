import Foundation
import Terminal
import XignSDK

/// The description of a change that a person must see before consenting.
///
/// It is made here, from the data that the device signs. Each name stands on a line of its own: names are anybody's
/// text, and must not rewrite the sentence around them.
struct ChangeScreen {
    let subject: AuthenticationSubject
    /// The name of the account.
    let account: String
    /// The name of the manager.
    let manager: String
    /// The name of the manager's operator.
    let `operator`: String
    /// The name of this device.
    let device: String?
    let words: any Wording
    var timeZone = TimeZone.current

    private typealias Row = (label: Text, value: Text)
    private var labels: any ChangeWording { words.change }

    var lines: [Text] {
        var rows: [Row] = details
        rows += [(labels.account, "\(account, .bold)"), (labels.at, "\(manager, .bold)")]
        if `operator` != manager { rows.append((labels.runBy, "\(`operator`)")) }
        let table = Table(["", ""], rows: rows.map { [$0.label, $0.value] })
        return [labels.heading(subject)] + table.lines.dropFirst() + consequences
    }

    /// The question for consent.
    var question: Text { labels.question(subject) }

    /// The consequences that a person may not expect.
    private var consequences: [Text] {
        guard case .delete = subject else { return [] }
        return labels.deletion
    }

    private var details: [Row] {
        switch subject {
        case .changePin, .newActivation: thisDevice
        case .addFactor(let factor): [(labels.factor, "\(factor.rawValue, .bold)")] + thisDevice
        case .revoke(let activation): details(of: activation)
        case .merge(let invitation): details(of: invitation)
        case .delete, .login, .inAppLogin, .transaction: []
        }
    }

    private var thisDevice: [Row] { device.map { [(labels.thisDevice, Text($0))] } ?? [] }

    private func details(of activation: RevokedActivation) -> [Row] {
        var rows: [Row] = [(labels.device, activation.alias.map { Text($0, .bold) } ?? labels.nameless)]
        if let platform = activation.platform { rows.append((labels.system, words.devices.system(platform))) }
        let since = activation.since.map { Text(words.time.day(PointInTime($0, in: timeZone))) }
        rows.append((labels.inUseSince, since ?? labels.notYetInUse))
        rows.append((labels.id, "\(activation.activationId.prefix(DeviceList.idLength))"))
        return rows
    }

    private func details(of invitation: MergeInformation) -> [Row] {
        let organization = invitation.organizationInformation
        var rows: [Row] = [(labels.invitedBy, "\(organization.name, .bold)")]
        if let website = organization.websiteURL { rows.append(("", "\(website)")) }
        for role in invitation.roles {
            rows += [
                (labels.youBecome, "\(role.roleName, .bold)"), (labels.atService, "\(role.serviceName, .bold)"),
            ]
        }
        rows += [(labels.invitedAs, "\(invitation.emailAddress, .bold)"), ("", labels.addedUnverified)]
        return rows
    }
}

extension ChangeScreen {
    init(_ request: AuthenticateRequest, by account: PersonalizationResult, _ words: any Wording) {
        self.init(
            subject: request.subject, account: request.selectedRole?.name ?? account.userName ?? "",
            manager: request.serviceInformation.name, operator: request.organizationInformation.name,
            device: account.alias, words: words)
    }
}
