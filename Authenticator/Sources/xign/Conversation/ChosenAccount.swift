import Spelling
import XignSDK

extension XignSdk {
    /// Returns this device's activation at a manager; without a name, its only one.
    /// - Throws: ``CommandFailure`` if there is none, or if there are several and no name.
    func account(at manager: String?) throws -> PersonalizationResult {
        let accounts = try accounts(at: manager)
        if let account = accounts.first, accounts.count == 1 { return account }
        guard !accounts.isEmpty else {
            throw CommandFailure(.unknown) { $0.accounts.noneYet }
        }
        let managers = accounts.map(\.idmIdentifier)
        throw CommandFailure(.usage) { $0.accounts.several(managers) }
    }

    /// Returns this device's activation at a manager; without a name, all of them.
    /// - Throws: ``CommandFailure`` if there is none at the manager.
    func accounts(at manager: String?) throws -> [PersonalizationResult] {
        let all = try explaining { try personalizer.personalizations }
        guard let manager else { return all }
        guard let account = all.first(where: { $0.idmIdentifier == manager }) else {
            let nearest = Spelling.nearest(to: manager, among: all.map(\.idmIdentifier))
            throw CommandFailure(.unknown) { $0.accounts.notActivated(at: manager, nearest: nearest) }
        }
        return [account]
    }
}
