import Foundation
import Terminal
import XignSDK

extension Command {
    /// The command `activate CODE`.
    static let activate: Command = {
        let alias = Parameter<String?>.option(
            "alias", "NAME", "The name of this device in your account. Default: the name of the computer.")
        let pinStdin = Parameter<Bool>.flag(
            "pin-stdin", "Read the activation PIN, then the new PIN, from standard input, one line each.")
        return Command(
            "activate", "Make this device an authenticator of your account.",
            discussion: """
                You need the QR code of your invitation and the activation PIN, which you received separately. You may \
                have to choose a new PIN for this device. The PIN is not stored on the device; only the manager can \
                verify it.
                """,
            [Options.code, pinStdin, alias]
        ) { given, console in
            try UsageError.check(given[Options.code], readsInput: given[pinStdin])
            let code = try Code(given[Options.code])
            let sdk = try given.home.sdk()
            guard case .personalization(let data) = try sdk.process(of: code) else {
                throw Failure(.data, "this is a login code: use xign login CODE")
            }
            let activation = Activation(
                sdk: sdk, data: data, alias: given[alias], pinFromInput: given[pinStdin], console: console)
            try explaining { try activation.run() }
        }
    }()
}

/// One activation, from the activation PIN to the new PIN.
private struct Activation {
    let sdk: XignSdk
    let data: PersonalizationInitializationData
    let alias: String?
    let pinFromInput: Bool
    let console: Console

    func run() throws {
        console.print("Manager:  \(data.idmIdentifier, .bold)")
        let request = try open()
        show(request)
        if let alias { request.alias = alias }
        if request.newPinRequired { try chooseNewPIN(request.pinSpecification) }
        let result = try sdk.personalizer.finishPersonalizationSynchronous(request: request)
        console.print(
            """
            This device is activated for \(result.userName ?? request.userName, .bold), with the name \
            \(result.alias ?? request.alias).
            """
        )
    }

    /// Asks for the activation PIN until it is correct.
    private func open() throws -> PersonalizationRequest {
        while true {
            let pin = try console.askSecret("Activation PIN:", fromInput: pinFromInput)
            switch try open(pin) {
            case nil: console.report("This is not a PIN: a PIN has 5 to 32 digits. No attempt was counted.")
            case .personalize(let request): return request
            case .lockout(let lockout, _):
                try console.wait(for: lockout, after: .activationPIN, asks: !pinFromInput)
            case .alreadyUsed(let date): throw Self.alreadyUsed(at: date)
            case .mergePersonalization(let invitation, _):
                let name = invitation.organizationInformation.name
                throw Failure(
                    .configuration,
                    "this code invites your account to \(name); xign cannot accept invitations yet: use the app")
            }
        }
    }

    /// Submits a PIN. Returns nil if the text is not a PIN and the person can be asked again.
    private func open(_ pin: String) throws -> PersonalizationResponse? {
        do {
            return try sdk.personalizer.decryptPersonalizationInitializationDataSynchronous(data: data, pin: pin)
        } catch {
            guard error.errorCode == .pinInvalid, !pinFromInput else { throw error }
            return nil
        }
    }

    private static func alreadyUsed(at date: Date) -> Failure {
        Failure(
            .processOver,
            """
            this code was already used, at \(date.formatted(.iso8601)): if that was not you, someone else has \
            activated your account; tell the operator at once
            """)
    }

    private func show(_ request: PersonalizationRequest) {
        console.print("Account:  \(request.userName, .bold)")
        if let organization = request.organizationInformation { console.print("Invited:  by \(organization.name)") }
        if let service = request.serviceInformation { console.print("For:      \(service.name)") }
        if request.wrongPinAttempts > 0 {
            console.report(
                """
                \("Wrong activation PINs before this one: \(request.wrongPinAttempts).", .yellow) If you did not enter \
                them, someone else has the code: tell the operator.
                """)
        }
    }

    private func chooseNewPIN(_ specification: PinSpecification) throws {
        let limits = NewPIN(specification)
        console.print("Choose a PIN for this device: \(limits.demand).")
        while true {
            let pin = try console.askSecret("New PIN:", fromInput: pinFromInput)
            if let refusal = limits.refusal(of: pin) {
                guard !pinFromInput else { throw Failure(.data, "the new PIN is refused: \(refusal)") }
                console.report("Refused: \(refusal).")
            } else if try pinFromInput || console.askSecret("New PIN again:") == pin {
                return
            } else {
                console.report("The two entries differ. Try again.")
            }
        }
    }
}
