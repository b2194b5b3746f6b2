import XignDomain
import XignPages
import XignProtocol
import XignUseCases
import XignWording

extension TransactionText {
    /// Makes the text of an act, in the words of a language. Page, device and evidence have the same.
    init(type: String, sentence: Phrase, in wording: any Wording) {
        self.init(
            type: type, language: wording.tag,
            parts: sentence.parts.map { part in
                switch part {
                case .words(let words): .literal(words)
                case .value(let value): .name(value)
                }
            })
    }
}

extension OwnAct {
    /// Returns the sentence that the device shows.
    /// - Parameters:
    ///   - device: the device that the act is done to; nil where it is done to none.
    ///   - address: the mail address that the act removes.
    ///   - organization: the name of the organization that the account joins; nil for any other act.
    ///   - account: the user name.
    func sentence(
        about device: Activation?, address: String?, organization: String? = nil, account: String, in wording: any Wording
    ) -> Phrase {
        let words = wording.acts
        return switch self {
        case .connectDevice(let name): words.connectDevice(name, account: account)
        case .removeDevice(let id): words.removeDevice(NamedDevice(id, device, in: wording), account: account)
        case .lockDevice(let id): words.lockDevice(NamedDevice(id, device, in: wording), account: account)
        case .exportData: words.exportData(account: account)
        case .deleteAccount: words.deleteAccount(account)
        case .removeAddress: words.removeAddress(address ?? "", account: account)
        case .makeRecoveryCode: words.makeRecoveryCode(account: account)
        case .removeRecoveryCode: words.removeRecoveryCode(account: account)
        case .acceptJoin: words.acceptJoin(organization: organization ?? "", account: account)
        }
    }
}

extension NamedDevice {
    fileprivate init(_ id: ActivationID, _ device: Activation?, in wording: any Wording) {
        let name = device?.alias ?? ""
        let system = device.flatMap { $0.isBrowser ? wording.account.devices.inBrowser : $0.platform }
        let connected = device?.personalizedAt.map { wording.general.dayHeading(Moment($0).date(wording)) }
        self.init(
            name: name.isEmpty ? wording.acts.unnamedDevice : name, system: system, connected: connected, id: id.short)
    }
}
