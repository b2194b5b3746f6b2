import Spelling
import Terminal
import XignSDK

extension XignSdk {
    /// Returns this device's activation at a manager; without a name, its only one. One that is pending is finished
    /// first, if the manager has it.
    /// - Throws: ``CommandFailure`` if there is none, or if there are several and no name.
    func account(at manager: String?) throws -> PersonalizationResult {
        let all = try accounts(at: nil)
        if !all.contains(where: { manager == nil || $0.idmIdentifier == manager }),
            let pending = try pending().first(where: { manager == nil || $0 == manager })
        {
            try finish(pendingAt: pending)
        }
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
            if try pending().contains(manager) { throw CommandFailure.pending(at: manager) }
            let nearest = Spelling.nearest(to: manager, among: all.map(\.idmIdentifier))
            throw CommandFailure(.unknown) { $0.accounts.notActivated(at: manager, nearest: nearest) }
        }
        return [account]
    }

    /// Returns the managers whose activation on this device is pending.
    func pending() throws -> [String] {
        try explaining { try personalizer.pendingPersonalizations.map(\.idmIdentifier) }
    }

    /// Finishes a pending activation that the manager has.
    /// - Throws: ``CommandFailure`` if the manager does not have it, or if that cannot be stored.
    private func finish(pendingAt idmIdentifier: String) throws {
        // Every flow asks the manager first.
        do { _ = try personalizer.fetchNoticesSynchronous(idmIdentifier: idmIdentifier) } catch {
            throw error.errorCode == .notPersonalized
                ? CommandFailure.pending(at: idmIdentifier) : CommandFailure(error, during: .change)
        }
    }
}

extension CommandFailure {
    fileprivate static func pending(at idmIdentifier: String) -> CommandFailure {
        CommandFailure(.unknown) { $0.accounts.pending(at: idmIdentifier) }
    }
}

extension Console {
    /// Tells the person about pending activations.
    func reportPending(_ sdk: XignSdk, _ words: any Wording) throws {
        for manager in try sdk.pending() { report("xign: \(words.accounts.pending(at: manager))") }
    }

    /// Tells the person that this device has no activations, or which ones are pending.
    func reportNoAccounts(_ sdk: XignSdk, _ words: any Wording) throws {
        if try sdk.pending().isEmpty { return report(words.accounts.none) }
        try reportPending(sdk, words)
    }
}
