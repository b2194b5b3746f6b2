import Terminal
import XignSDK

extension Command {
    /// The command `activate CODE`.
    static func activate(_ words: any Wording) -> Command {
        let alias = Parameter<String?>.option(
            "alias", "NAME", "The name of this device in your account. Default: the name of the computer.",
            parse: DeviceName.parse)
        let keyStore = Parameter<KeyStoreType?>.option(
            "key-store", "STORE",
            """
            Where to make the keys: tpm or file. Default: where this device already has keys; else the TPM if you may \
            use one, else files.
            """, completion: .values(KeyStoreChoice.supported.map(\.rawValue)), parse: KeyStoreType.parse)
        let pinStdin = Parameter<Bool>.flag(
            "pin-stdin",
            "Read the activation PIN, then the new or present PIN of this device, from standard input, one line each.")
        return Command(
            "activate", "Make this device an authenticator of your account.",
            discussion: """
                You need the QR code of your invitation and the activation PIN, which you received separately; or the \
                code that another device of yours shows, and the PIN that you chose for it. You may have to choose a \
                new PIN for this device. The PIN is not stored on the device; only the manager can verify it.

                If this device already has an account at the manager, it accepts the invitation with that account, as \
                xign invitation does.

                The keys of this device are made in the TPM, a chip that never reveals them, or in files, which every \
                program of yours can copy. They cannot be moved later: a new activation makes new keys. xign uses the \
                TPM at /dev/tpmrm0, or at the address in $XIGN_TPM2_TCTI (as for tpm2-tss).
                """,
            [Options.code, pinStdin, alias, keyStore]
        ) { given, console in
            try UsageError.check(given[Options.code], readsInput: given[pinStdin])
            let code = try Code(given[Options.code])
            let home = given.home
            let data = try home.sdk().activationCode(code)
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
    private var personalizer: Personalizer { confirmation.sdk.personalizer }

    func run() throws {
        console.print("Manager:  \(data.idmIdentifier, .bold)")
        switch try ActivationCode(data: data, confirmation: confirmation).open("Activation PIN:") {
        case .personalize(let request): try activate(request)
        case .merge(let session):
            let account = try confirmation.sdk.account(at: data.idmIdentifier)
            console.print("This device already has the account \(account.userName ?? "") there.")
            try Change(account: account, confirmation: confirmation).accept(session)
        }
    }

    private func activate(_ request: PersonalizationRequest) throws {
        show(request)
        if let alias { request.alias = alias }
        if request.newPinRequired {
            let new = NewPIN(request.pinSpecification, for: .activation)
            try console.choose(new, fromInput: confirmation.options.pinFromInput)
        }
        let result = try personalizer.finishPersonalizationSynchronous(request: request)
        console.print(
            """
            This device is activated for \(result.userName ?? request.userName, .bold), with the name \
            \(result.alias ?? request.alias).
            """
        )
        if !request.newPinRequired { console.print("Its PIN is the one that you have entered.") }
    }

    private func show(_ request: PersonalizationRequest) {
        console.print("Account:  \(request.userName, .bold)")
        if let organization = request.organizationInformation { console.print("Invited:  by \(organization.name)") }
        if let service = request.serviceInformation { console.print("For:      \(service.name)") }
        console.print("Keys:     \(keyStore.place)")
        if request.wrongPinAttempts > 0 {
            console.report(
                """
                \("Wrong activation PINs before this one: \(request.wrongPinAttempts).", .yellow) If you did not enter \
                them, someone else has the code: tell the operator.
                """)
        }
    }
}
