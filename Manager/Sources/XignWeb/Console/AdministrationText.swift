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
            administration,
            device: object.device.map { device in
                (device.alias.isEmpty ? wording.acts.unnamedDevice : device.alias, device.id.short)
            },
            isLockedForGood: object.device?.lockout.isPermanent == true,
            login: object.login.map { ($0.service, $0.confirmedAt.iso8601) },
            account: (object.account.name, object.shortID), organization: object.organization?.name)
    }
}

extension AdministeredObject {
    /// The beginning of the account's id: of the one at the organization, where its grant there is changed. The text is
    /// shown to the organization's auditors.
    fileprivate var shortID: String {
        organization.map { AdministratorGrant.id(of: account.publicID, in: $0.id).short } ?? account.publicID.short
    }
}
