import XignDomain
import XignProtocol
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
    ///   - account: the user name.
    func sentence(about device: Activation?, account: String, in wording: any Wording) -> Phrase {
        let words = wording.acts
        let alias = device.map { $0.alias.isEmpty ? words.unnamedDevice : $0.alias } ?? words.unnamedDevice
        return switch self {
        case .connectDevice(let name): words.connectDevice(name, account: account)
        case .removeDevice: words.removeDevice(alias, account: account)
        case .lockDevice: words.lockDevice(alias, account: account)
        case .exportData: words.exportData(account: account)
        case .deleteAccount: words.deleteAccount(account)
        }
    }
}
