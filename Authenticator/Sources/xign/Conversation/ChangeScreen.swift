import Foundation
import Terminal
import XignSDK

/// The description of a change that a person must see before consenting.
///
/// The words are made here, from the data that the device signs. Each name stands on a line of its own: names are
/// anybody's text, and must not rewrite the sentence around them.
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
    var timeZone = TimeZone.current

    var lines: [Text] {
        var rows: [(label: Text, value: Text)] = details
        rows += [("Account:", "\(account, .bold)"), ("At:", "\(manager, .bold)")]
        if `operator` != manager { rows.append(("Run by:", "\(`operator`)")) }
        let table = Table(["", ""], rows: rows.map { [$0.label, $0.value] })
        return [heading] + table.lines.dropFirst() + consequences
    }

    /// The question for consent.
    var question: Text {
        switch subject {
        case .changePin: "Change the PIN?"
        case .newActivation: "Add a device?"
        case .delete: "Delete the account?"
        case .addFactor: "Add the factor?"
        case .revoke: "Remove the device?"
        case .merge: "Accept the invitation?"
        case .login, .inAppLogin, .transaction: "Log in?"
        }
    }

    private var heading: Text {
        switch subject {
        case .changePin: "Change the PIN of this device"
        case .newActivation: "Add a device to the account"
        case .delete: "Delete the account"
        case .addFactor: "Add a factor to this device"
        case .revoke: "Remove a device from the account"
        case .merge: "Accept an invitation"
        case .login, .inAppLogin, .transaction: "Log in"
        }
    }

    /// The consequences that a person may not expect.
    private var consequences: [Text] {
        guard case .delete = subject else { return [] }
        return [
            "The manager removes the account, your data, and all devices and codes. This cannot be undone.",
            "Accounts that websites have made for you stay there, and you can no longer reach them by this account.",
            "The manager keeps hashes of what you confirmed, without your data.",
        ]
    }

    private var details: [(label: Text, value: Text)] {
        switch subject {
        case .changePin, .newActivation: thisDevice
        case .addFactor(let factor): [("Factor:", "\(factor.rawValue, .bold)")] + thisDevice
        case .revoke(let activation): details(of: activation)
        case .merge(let invitation): details(of: invitation)
        case .delete, .login, .inAppLogin, .transaction: []
        }
    }

    private var thisDevice: [(label: Text, value: Text)] { device.map { [("This device:", "\($0)")] } ?? [] }

    private func details(of activation: RevokedActivation) -> [(label: Text, value: Text)] {
        var rows: [(Text, Text)] = [("Device:", activation.alias.map { "\($0, .bold)" } ?? "without a name")]
        if let platform = activation.platform { rows.append(("System:", "\(platform)")) }
        let since = activation.since.map { PointInTime(date: $0, timeZone: timeZone).day }
        rows.append(("In use since:", since.map { "\($0)" } ?? "not yet in use"))
        rows.append(("Id:", "\(activation.activationId.prefix(DeviceList.idLength))"))
        return rows
    }

    private func details(of invitation: MergeInformation) -> [(label: Text, value: Text)] {
        let organization = invitation.organizationInformation
        var rows: [(Text, Text)] = [("Invited by:", "\(organization.name, .bold)")]
        if let website = organization.websiteURL { rows.append(("", "\(website)")) }
        for role in invitation.roles {
            rows += [("You become:", "\(role.roleName, .bold)"), ("    at:", "\(role.serviceName, .bold)")]
        }
        rows += [("Invited as:", "\(invitation.emailAddress, .bold)"), ("", "added to your account, unverified")]
        return rows
    }
}

extension ChangeScreen {
    init(_ request: AuthenticateRequest, by account: PersonalizationResult) {
        self.init(
            subject: request.subject, account: request.selectedRole?.name ?? account.userName ?? "",
            manager: request.serviceInformation.name, operator: request.organizationInformation.name,
            device: account.alias)
    }
}
