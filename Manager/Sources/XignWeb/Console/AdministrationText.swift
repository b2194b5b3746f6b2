import XignDomain
import XignPages
import XignProtocol
import XignUseCases
import XignWording

extension TransactionText {
    /// Makes the text of an administrator's act. Both administrators, their devices and the evidence have the same.
    ///
    /// - Parameter object: the object as the page has read it, with the digest that the act is bound to.
    /// - Returns: nil where a device could not show the text: for its length, or for a name from before the rules of
    ///   names.
    init?(_ administration: Administration, about object: AdministeredObject, in wording: any Wording) {
        let sentence = AdministrationSentence(administration, about: object, in: wording)
        self.init(
            type: administration.effect.name.rawValue, sentence: sentence.phrase(in: wording.console.acts), in: wording)
        guard isValid else { return nil }
    }
}

extension AdministrationSentence {
    fileprivate init(_ administration: Administration, about object: AdministeredObject, in wording: any Wording) {
        self.init(
            AdministrationName(administration.effect, device: object.device),
            device: object.device.map { device in
                (device.alias.isEmpty ? wording.acts.unnamedDevice : device.alias, device.id.short)
            },
            account: (object.account.name, object.shortID), organization: object.organization?.name,
            reason: (AdministrationLabel(administration.reason.identityCheck), administration.reason.text))
    }
}

extension AdministeredObject {
    /// The beginning of the account's id: of the one at the organization, where its grant there is changed. The text is
    /// shown to the organization's auditors.
    fileprivate var shortID: String {
        organization.map { AdministratorGrant.id(of: account.publicID, in: $0.id).short } ?? account.publicID.short
    }
}

extension AdministrationName {
    fileprivate init(_ effect: Administration.Effect, device: Activation?) {
        self =
            switch effect {
            case .disableAccount: .disableAccount
            case .enableAccount: .enableAccount
            case .removeAccount: .removeAccount
            case .revokeDevice: .revokeDevice
            case .unlockDevice: device?.lockout.isPermanent == true ? .unlockDeviceForGood : .unlockDevice
            case .issueRecovery: .issueRecovery
            case .grant(_, .administrator, .manager): .makeAdministrator
            case .grant(_, .auditor, .manager): .makeAuditor
            case .grant(_, .administrator, .organization): .makeOrganizationAdministrator
            case .grant(_, .auditor, .organization): .makeOrganizationAuditor
            case .withdrawGrant(_, .manager): .withdrawRights
            case .withdrawGrant(_, .organization): .withdrawOrganizationRights
            }
    }
}

extension AdministrationLabel {
    fileprivate init(_ check: Reason.IdentityCheck?) {
        self =
            switch check {
            case nil: .reason
            case .inPerson: .inPerson
            case .calledBack: .calledBack
            case .other: .other
            }
    }
}
