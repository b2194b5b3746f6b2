import Spelling
import Terminal
import XignSDK

extension XignSdk {
    /// Returns this device's activation at a manager; without a name, its only one.
    /// - Throws: ``Failure``; `UsageError` if there are several and no name.
    func account(at manager: String?) throws -> PersonalizationResult {
        let accounts = try accounts(at: manager)
        if let account = accounts.first, accounts.count == 1 { return account }
        guard !accounts.isEmpty else {
            throw Failure(.unknown, "this device has no activations yet: use xign activate CODE")
        }
        let names = accounts.map(\.idmIdentifier).joined(separator: " or ")
        throw UsageError("this device is activated at several managers: choose one with --manager \(names)")
    }

    /// Returns this device's activation at a manager; without a name, all of them.
    /// - Throws: ``Failure`` if there is none at the manager.
    func accounts(at manager: String?) throws -> [PersonalizationResult] {
        let all = try explaining { try personalizer.personalizations }
        guard let manager else { return all }
        guard let account = all.first(where: { $0.idmIdentifier == manager }) else {
            let advice: Text =
                Spelling.nearest(to: manager, among: all.map(\.idmIdentifier)).map { "did you mean \($0)?" }
                ?? "see xign accounts; to activate it: xign activate CODE"
            throw Failure(.unknown, "this device is not activated at \(manager); \(advice)")
        }
        return [account]
    }
}
