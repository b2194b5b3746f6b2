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
    ///   - membership: what the account gets by joining an organization; nil for any other act.
    ///   - account: the user name.
    func sentence(
        about device: Activation?, address: String?, membership: OfferedMembership? = nil, account: String,
        in wording: any Wording
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
        case .acceptJoin:
            words.acceptJoin(
                organization: membership?.organization ?? "", roles: membership?.roles ?? "", account: account)
        }
    }
}

/// A membership as the sentence of its acceptance names it.
struct OfferedMembership: Sendable {
    let organization: String
    /// The roles with their services; the id of the link where they would leave no room for the other values.
    let roles: String

    /// The largest number of bytes of the roles: with a name of the organization and one of the account, a text has
    /// `TransactionText.maximumByteCount`.
    private static let maximumByteCount = 256

    init(_ offer: ReadJoin.Offer) {
        organization = offer.organization
        let named = offer.roles.map { "\($0.service): \($0.role)" }.joined(separator: ", ")
        roles = named.utf8.count <= Self.maximumByteCount ? named : "\(offer.id)"
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
