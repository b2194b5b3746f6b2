import Terminal
import XignSDK

struct EnglishRefusals: RefusalWording {
    private let process = EnglishProcess()

    func message(_ error: XignSdkError, during undertaking: Undertaking) -> Text {
        let again = process.again(undertaking)
        let place: Text = undertaking == .inApp ? "service" : "website"
        let isChange = undertaking == .change || undertaking == .transaction
        return switch error.errorCode {
        // Reaching the manager.
        case .connectionFailed, .timedOut, .httpError, .managerFailed: lost(error)
        case .tooManyRequests, .keyMaterialExpired, .encryptionKeyUnknown: "\(error.message)"
        case .certificateUntrusted: untrusted(error)
        case .responseInvalid, .keyMaterialInvalid, .consentMismatch: "\(error.message)"
        case .storageFailed: error.storageProblem.map(unusable) ?? "\(error.message)"
        case .clientTooOld, .notSupported, .keyUnavailable: "\(error.message)"
        case .requestRejected:
            undertaking == .inApp ? "\(error.message) With xign: --code-challenge and --nonce" : "\(error.message)"
        case .cancelled: "interrupted"

        // Codes.
        case .initializationDataInvalid:
            "this is not a Xign code: give a picture of the QR code, the link, or the code's text"
        case .linkIncomplete: "the link is incomplete: what follows # is missing or was cut off; copy the whole link"
        case .linkWrapped: "the link was wrapped: copy it as one line"
        case .linkExtended:
            """
            something was added at the end of the link or around it, such as a full stop or brackets: copy the link \
            alone
            """
        case .linkEmbedded:
            "this is another address, into which the link was put: copy the link itself, or use a picture of the code"
        case .scanRequired:
            """
            only a scanned code is accepted here: give a picture of the code on the page, or --scanned if you scanned \
            this text there yourself; if someone sent it to you, do not use it
            """
        case .managerUnknown: "\(error.message) To trust it: xign trust URL"
        case .qrCodeExpired: "the QR code has expired: take a picture of the code that the page shows now"

        // The activation of this device.
        case .notPersonalized: "this device is not activated at this manager: use xign activate CODE"
        case .alreadyPersonalized:
            "this device is already activated at this manager: see xign accounts and xign forget"
        case .activationUnknown:
            """
            the activation is unknown, used, expired or revoked: get a new one from another device of yours (xign \
            activation new) or from the operator; to remove it from this device: xign forget
            """
        case .accountDisabled:
            """
            the operator has disabled your account: ask the operator; this device remains activated and works again \
            with the account
            """
        case .enrolmentRejected:
            "this activation was not completed, perhaps due to another attempt: start it again with the same code"
        case .activatedByAnotherAttempt:
            "another attempt, earlier or concurrent, has activated this device: the PIN of that attempt is valid"
        case .pinInvalid: "this is not a PIN: a PIN has 5 to 32 digits; no attempt was counted"
        case .pinMissing: "a new PIN is required"
        case .aliasInvalid:
            "the manager does not accept this name of a device: choose a shorter and simpler one"

        // The process.
        case .lockout: process.locked(error.lockoutEnd, .already)
        case .securityInsufficient: insecure(error.findings, during: undertaking)
        case .sessionEnded: "\(process.over(undertaking)): \(again)"
        case .policyChanged: "permissions or requirements changed in the meantime: \(again)"
        case .sessionTaken:
            switch undertaking {
            case .login:
                """
                another device has claimed this login: if it is not yours, close the page; start again with a new code
                """
            case .inApp: "another device has claimed this login: \(again)"
            case .change: unconfirmed
            case .transaction:
                "another device of your account has claimed this: if it is not yours, tell the operator; \(again)"
            }
        case .pairingMissing: "the page shows two digits, and none were given: nothing was sent"
        case .pairingFailed: "the digits were not those of the page: \(again); if someone sent you the code, stop here"
        case .tooManyCorrections:
            undertaking == .login
                ? "the attributes were wrong too often: start the login again on the website"
                : "the attributes were wrong too often: \(again)"
        case .accessDenied:
            isChange
                ? "your account does not permit this: ask the operator"
                : "you have no access to this \(place): ask its organization"
        case .otherAccount:
            switch undertaking {
            case .login:
                """
                the website requires another account than this device's: use that account's device, or log out there
                """
            case .inApp: "the service requires another account than this device's: use that account's device"
            case .change: "this invitation is for another account than this device's"
            case .transaction:
                """
                the page in the browser belongs to another account than this device: nothing was done; use a device of \
                that account
                """
            }
        case .unmetRequirements:
            isChange
                ? "your account does not permit this: ask the operator"
                : "the \(place) requires a kind of authentication that your role lacks: tell the \(place)'s operator"
        case .factorUnavailable, .factorSetMismatch:
            isChange
                ? "this requires factors that this device does not have: use another device"
                : "the \(place) requires factors that this device does not have: use another device"
        case .roleMissing: "you no longer have this role: choose another one with --role"
        case .biometricsChanged:
            """
            the fingerprints or faces of this system changed, so the key of the biometric factor is gone: use other \
            factors; only a new activation makes another key
            """
        case .userNotRecognized: "you were not recognized: try again, or use other factors"

        // Changes of activation and account.
        case .coolDown:
            """
            this device was added beside another one less than a day ago, and may not do this \
            \(error.retryAt.map { "until \(EnglishTime().minute(PointInTime($0)))" } ?? "yet"): use an older device, \
            or wait
            """
        case .grantExpired:
            "more than five minutes have passed since your PIN: nothing was changed; run the command again"
        case .grantSpent, .grantMismatch: unconfirmed
        case .samePin: "the new PIN is the present one: nothing was changed; choose another one"
        case .notAllowed:
            isChange
                ? "the manager does not allow this: your account has reached a limit, or the operator forbids it"
                : "\(error.message)"
        case .factorRefused:
            "this device already has the factor, or the manager does not accept it: see xign accounts"
        case .mailUnavailable: "the manager sends no codes by email: use the code that is shown"

        // The reader is the developer of an app, whom the SDK's messages address.
        case .serviceNotConfigured, .keycloakInteractionRequired, .keycloakRefused, .keycloakMisconfigured:
            "\(error.message)"

        // Nothing is known of other codes; `unexpected`, `notInitialized` and `wrongOrder` are faults of xign.
        default: "\(error)"
        }
    }

    private var unconfirmed: Text { "your confirmation is no longer valid: run the command again" }

    func request(_ id: String) -> Text { " (request id for the operator: \(id))" }

    func lost(_ error: XignSdkError) -> Text { "\(error.message)" }

    func message(_ error: XignSdkInitializationError) -> Text {
        error.storageProblem.map(unusable) ?? "\(error.message)"
    }

    private func unusable(_ problem: StorageProblem) -> Text { EnglishStorage().unusable(problem.path, problem.kind) }

    // MARK: The state of the device

    func insecure(_ findings: [SecurityFinding], during undertaking: Undertaking) -> Text {
        let reasons = findings.map(reason).joined(separator: "; ")
        let list: Text = findings.isEmpty ? "" : ": \(reasons)"
        return switch undertaking {
        case .login:
            """
            the website does not accept this device\(list). The login page waits for another device. To see the state \
            of this one: xign check
            """
        case .inApp: "the service does not accept this device\(list). To see the state of this one: xign check"
        case .change, .transaction:
            "the manager does not accept this device\(list). To see the state of this one: xign check"
        }
    }

    /// The reason with the remedy.
    private func reason(_ finding: SecurityFinding) -> Text {
        switch finding {
        case .rooted: "xign runs as superuser (run it as an ordinary user, without sudo)"
        case .hooked: "a debugger or foreign code was found in xign (end the debugger, and unset LD_PRELOAD)"
        case .unchecked: "it sent no security check (update xign)"
        case .outdatedSystem: "its operating system is too old (update the system)"
        }
    }

    // MARK: Certificates

    func untrusted(_ problem: CertificateProblem, of host: String?) -> Text {
        let reason: Text = "The certificate of \(host ?? "the manager") is not trusted: \(problem)."
        return "\(reason) \(certificateAdvice)"
    }

    private func untrusted(_ error: XignSdkError) -> Text { "\(error.message) \(certificateAdvice)" }

    private var certificateAdvice: Text {
        """
        If the manager is a private installation, give the certificate of its authority, which you get from the \
        operator: --ca-file FILE or $XIGN_CA_FILE. Otherwise someone may intercept the connection: try another \
        network, or ask the operator.
        """
    }
}
