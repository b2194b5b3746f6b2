import Terminal
import XignSDK

extension Command {
    /// The command `activate CODE`.
    static func activate(_ words: any Wording) -> Command {
        let help = words.activate.help
        let code = Options.code.explained(by: words.program.code)
        let alias = Parameter<String?>.option("alias", "NAME", words.activate.alias, parse: DeviceName.parse)
        let keyStore = Parameter<KeyStoreType?>.option(
            "key-store", "STORE", words.activate.keyStore,
            completion: .values(KeyStoreChoice.supported.map(\.rawValue)), parse: KeyStoreType.parse)
        let pinStdin = Parameter.pinStdin.explained(by: words.activate.pinStdin)
        return Command(
            "activate", help.summary, discussion: help.discussion, [code, pinStdin, alias, keyStore],
            examples: ["xign activate invitation.png"]
        ) {
            given, console in
            try CommandFailure.check(given[code], readsInput: given[pinStdin])
            let scanned = try Code(given[code])
            let home = try given.home(console, words)
            let data = try home.sdk().activationCode(scanned)
            try home.keyStore.choosing(given[keyStore]) { store in
                let confirmation = Confirmation(
                    undertaking: .change, options: Confirmation.Options(pinFromInput: given[pinStdin]),
                    sdk: try home.sdk(keyStore: store), console: console, words: words)
                let activation = Activation(
                    data: data, alias: given[alias], keyStore: store, confirmation: confirmation)
                try explaining { try activation.run() }
            }
        }
    }
}

/// One activation, from the activation PIN to the new PIN.
private struct Activation {
    let data: PersonalizationInitializationData
    let alias: String?
    let keyStore: KeyStoreType
    let confirmation: Confirmation

    private var console: Console { confirmation.console }
    private var words: any Wording { confirmation.words }
    private var personalizer: Personalizer { confirmation.sdk.personalizer }

    func run() throws {
        console.print(words.activate.manager(data.idmIdentifier))
        let conversation = ActivationCode(data: data, confirmation: confirmation)
        let opened: ActivationCode.Opened
        do { opened = try conversation.open(words.activate.askActivationPIN) } catch let error as XignSdkError {
            if error.errorCode == .activatedByAnotherAttempt { return try reportEarlier() }
            throw try unfinished(error)
        }
        switch opened {
        case .personalize(let request): try activate(request)
        case .merge(let session):
            let account = try confirmation.sdk.account(at: data.idmIdentifier)
            console.print(words.activate.hasAccount(account.userName ?? ""))
            try Change(account: account, confirmation: confirmation).accept(session)
        }
    }

    private func activate(_ request: PersonalizationRequest) throws {
        show(request)
        if let alias { request.alias = alias }
        if request.newPinRequired {
            try confirmation.choose(NewPIN(request.pinSpecification, for: .activation))
        }
        let result: PersonalizationResult
        do { result = try personalizer.finishPersonalizationSynchronous(request: request) } catch {
            throw try unfinished(error)
        }
        console.print(
            words.activate.activated(for: result.userName ?? request.userName, as: result.alias ?? request.alias))
        if !request.newPinRequired { console.print(words.activate.keepsPIN) }
    }

    /// Returns the failure of an activation that the manager may have, and that this device cannot store; otherwise
    /// the error itself.
    private func unfinished(_ error: XignSdkError) throws -> any Error {
        let idm = data.idmIdentifier
        guard error.errorCode == .storageFailed, try confirmation.sdk.pending().contains(idm) else { return error }
        return CommandFailure(.configuration) {
            let isFull = error.storageProblem?.kind == .noSpace
            return $0.activate.notStored(at: idm, isFull ? nil : $0.refusals.message(error, during: .change))
        }
    }

    /// Reports the activation that an earlier run with the same code has begun, and that is finished now.
    private func reportEarlier() throws {
        let account = try confirmation.sdk.account(at: data.idmIdentifier)
        console.print(sentences: words.activate.activated(for: account.userName ?? "", as: account.alias ?? ""))
        console.print(sentences: words.activate.keepsEarlierPIN)
    }

    private func show(_ request: PersonalizationRequest) {
        var names = [words.activate.account(request.userName)]
        if let organization = request.organizationInformation {
            names.append(words.activate.invited(by: organization.name))
        }
        if let service = request.serviceInformation { names.append(words.activate.service(service.name)) }
        names.flatMap { $0.broken(indent: 10) }.forEach { console.print($0) }
        console.print(words.activate.keys(words.storage.place(keyStore)))
        if request.wrongPinAttempts > 0 {
            console.report(words.activate.wrongAttempts(Int(request.wrongPinAttempts)))
        }
    }
}
