// Long because: a sentence for each error code, with its cases.

import Terminal
import XignSDK

struct GermanRefusals: RefusalWording {
    private let process = GermanProcess()
    private let network = GermanNetwork()

    func message(_ error: XignSdkError, during undertaking: Undertaking) -> Text {
        let again = process.again(undertaking)
        // With the article, in the nominative, the genitive and the accusative.
        let (place, ofPlace, toPlace) =
            undertaking == .inApp
            ? ("der Dienst", "des Dienstes", "diesen Dienst") : ("die Website", "der Website", "diese Website")
        let isChange = undertaking == .change || undertaking == .transaction
        return switch error.errorCode {
        // Reaching the manager.
        case .connectionFailed, .timedOut, .httpError, .managerFailed: lost(error)
        case .tooManyRequests:
            "der Manager erhält gerade zu viele Anfragen: Warten Sie eine Minute, dann versuchen Sie es noch einmal"
        case .keyMaterialExpired:
            """
            die Schlüssel des Managers sind abgelaufen, und neuere ließen sich nicht laden: Prüfen Sie das Netz, oder \
            aktualisieren Sie xign
            """
        case .encryptionKeyUnknown:
            """
            der Manager kennt seinen eigenen neuesten Schlüssel nicht, den dieses Gerät hat; vielleicht wurde seine \
            Datenbank durch eine ältere Kopie ersetzt: Es wurde nichts bestätigt; versuchen Sie es noch einmal, und \
            bleibt es so, dann sagen Sie es dem Betreiber; dieses Gerät bleibt verbunden
            """
        case .certificateUntrusted: untrusted(error.certificateProblem ?? .invalid, of: nil)
        case .responseInvalid where error.underlying is ForeignAnswer: lost(error)
        case .responseInvalid:
            "die Antwort stammt nicht vom Manager oder wurde unterwegs verändert: Machen Sie nicht weiter"
        case .keyMaterialInvalid:
            """
            neue Schlüssel des Managers widersprechen denen, denen Sie vertrauen: Machen Sie nicht weiter, und fragen \
            Sie den Betreiber
            """
        case .consentMismatch:
            """
            der Manager wollte etwas anderes bestätigt haben, als Sie gesehen haben: Es wurde nichts bestätigt; fragen \
            Sie den Betreiber
            """
        case .requestRejected:
            undertaking == .inApp
                ? "der Manager nimmt die Anfrage nicht an: Prüfen Sie --code-challenge und --nonce"
                : "der Manager nimmt die Anfrage nicht an: Aktualisieren Sie xign"
        case .clientTooOld: "diese Version von xign ist dafür zu alt: Aktualisieren Sie xign"
        case .notSupported: "das bietet der Manager oder dieses System nicht"
        case .storageFailed:
            error.storageProblem.map(unusable) ?? """
                der Ordner oder der Speicher der Schlüssel lässt sich nicht verwenden: Prüfen Sie freien Platz, Besitzer \
                und Rechte; den Zustand der Schlüssel zeigt xign check
                """
        case .keyUnavailable:
            """
            die Schlüssel dieses Geräts lassen sich nicht verwenden: Ihren Zustand zeigt xign check; bleibt das so, \
            dann trennen Sie das Gerät mit xign forget, und verbinden Sie es neu
            """
        case .cancelled: "abgebrochen"

        // Codes.
        case .initializationDataInvalid:
            "das ist kein Code von Xign: Geben Sie ein Bild des QR-Codes, den Link oder den Text des Codes an"
        case .linkIncomplete:
            "der Link ist unvollständig: Der Teil nach # fehlt oder ist abgeschnitten; kopieren Sie den ganzen Link"
        case .linkWrapped: "der Link wurde umbrochen: Kopieren Sie ihn als eine Zeile"
        case .linkExtended:
            """
            am Ende des Links oder um ihn herum ist etwas hinzugekommen, etwa ein Punkt oder Klammern: Kopieren Sie den \
            Link allein
            """
        case .linkEmbedded:
            "das ist eine andere Adresse, in die der Link eingesetzt wurde: Kopieren Sie den Link selbst"
        case .scanRequired:
            """
            hier gilt nur ein gescannter Code: Geben Sie ein Bild des Codes auf der Seite an, oder --scanned, wenn Sie \
            diesen Text dort selbst gescannt haben; hat ihn jemand geschickt, dann verwenden Sie ihn nicht
            """
        case .managerUnknown: "diesem Manager vertrauen Sie noch nicht. Damit vertrauen Sie ihm: xign trust URL"
        case .qrCodeExpired:
            "der QR-Code ist abgelaufen: Nehmen Sie ein Bild des Codes, den die Seite jetzt zeigt"

        // The activation of this device.
        case .notPersonalized: "dieses Gerät ist mit diesem Manager nicht verbunden: Verwenden Sie xign activate CODE"
        case .alreadyPersonalized:
            "dieses Gerät ist mit diesem Manager schon verbunden: siehe xign accounts und xign forget"
        case .activationUnknown:
            """
            der Code oder die Verbindung dieses Geräts ist unbekannt, verbraucht, abgelaufen oder gesperrt: Sie \
            brauchen einen neuen Code, von einem anderen Ihrer Geräte (xign activation new) oder vom Betreiber; von \
            diesem Gerät entfernen Sie die Verbindung mit xign forget
            """
        case .accountDisabled:
            """
            der Betreiber hat Ihr Konto deaktiviert: Fragen Sie ihn; dieses Gerät bleibt verbunden und kann mit dem \
            Konto wieder verwendet werden
            """
        case .enrolmentRejected:
            """
            dieses Gerät wurde nicht verbunden, vielleicht wegen eines anderen Versuchs: Beginnen Sie mit demselben \
            Code noch einmal
            """
        case .activatedByAnotherAttempt:
            """
            ein anderer Versuch, vorher oder gleichzeitig, hat dieses Gerät verbunden: Es gilt die PIN jenes Versuchs
            """
        case .pinInvalid: "das ist keine PIN: Eine PIN hat 5 bis 32 Ziffern; es wurde kein Versuch gezählt"
        case .pinMissing: "eine neue PIN fehlt"
        case .aliasInvalid:
            "der Manager nimmt diesen Namen eines Geräts nicht an: Wählen Sie einen kürzeren und einfacheren"

        // The process.
        case .lockout: process.locked(error.lockoutEnd, .already)
        case .securityInsufficient: insecure(error.findings, during: undertaking)
        case .sessionEnded: "\(process.over(undertaking)); \(again)"
        case .policyChanged: "Rechte oder Anforderungen haben sich inzwischen geändert; \(again)"
        case .sessionTaken:
            switch undertaking {
            case .login:
                """
                ein anderes Gerät hat diese Anmeldung übernommen: Ist es nicht Ihres, dann schließen Sie die Seite; \
                beginnen Sie mit einem neuen Code noch einmal
                """
            case .inApp: "ein anderes Gerät hat diese Anmeldung übernommen; \(again)"
            case .change: unconfirmed
            case .transaction:
                """
                ein anderes Gerät Ihres Kontos hat das übernommen: Ist es nicht Ihres, dann sagen Sie es dem \
                Betreiber; \(again)
                """
            }
        case .pairingMissing: "die Seite zeigt zwei Ziffern, und es wurden keine angegeben: Es wurde nichts gesandt"
        case .pairingFailed:
            "die Ziffern waren nicht die der Seite; \(again); hat Ihnen jemand den Code geschickt, dann lassen Sie es"
        case .tooManyCorrections: "die Daten haben zu oft nicht gepasst; \(again)"
        case .accessDenied:
            isChange
                ? "Ihr Konto erlaubt das nicht: Fragen Sie den Betreiber"
                : "Sie haben keinen Zugang für \(toPlace): Fragen Sie die Organisation"
        case .otherAccount:
            switch undertaking {
            case .login:
                """
                die Website verlangt ein anderes Konto als das dieses Geräts: Verwenden Sie das Gerät jenes Kontos, \
                oder melden Sie sich dort ab
                """
            case .inApp:
                "der Dienst verlangt ein anderes Konto als das dieses Geräts: Verwenden Sie das Gerät jenes Kontos"
            case .change: "diese Einladung gilt für ein anderes Konto als das dieses Geräts"
            case .transaction:
                """
                die Seite im Browser gehört zu einem anderen Konto als dieses Gerät: Es ist nichts geschehen; \
                verwenden Sie ein Gerät jenes Kontos
                """
            }
        case .unmetRequirements:
            isChange
                ? "Ihr Konto erlaubt das nicht: Fragen Sie den Betreiber"
                : """
                \(place) verlangt eine Art der Anmeldung, die Ihre Rolle nicht hat: Sagen Sie es dem Betreiber \(ofPlace)
                """
        case .factorUnavailable, .factorSetMismatch:
            isChange
                ? "das verlangt Faktoren, die dieses Gerät nicht hat: Verwenden Sie ein anderes Gerät"
                : "\(place) verlangt Faktoren, die dieses Gerät nicht hat: Verwenden Sie ein anderes Gerät"
        case .roleMissing: "Sie haben diese Rolle nicht mehr: Wählen Sie eine andere mit --role"
        case .biometricsChanged:
            """
            die Fingerabdrücke oder Gesichter dieses Systems haben sich geändert, daher gibt es den Schlüssel des \
            biometrischen Faktors nicht mehr: Verwenden Sie andere Faktoren; einen neuen Schlüssel gibt es nur, wenn \
            Sie das Gerät neu verbinden
            """
        case .userNotRecognized: "Sie wurden nicht erkannt: Versuchen Sie es noch einmal, oder mit anderen Faktoren"

        // Changes of activation and account.
        case .coolDown:
            """
            dieses Gerät ist vor weniger als einem Tag zu einem anderen hinzugekommen und darf das \
            \(error.retryAt.map { "bis \(GermanTime().minute(PointInTime($0)))" } ?? "noch") nicht: Verwenden Sie ein \
            älteres Gerät, oder warten Sie
            """
        case .grantExpired: "seit Ihrer PIN sind mehr als fünf Minuten vergangen: Es wurde nichts geändert; \(again)"
        case .grantSpent, .grantMismatch: unconfirmed
        case .samePin: "die neue PIN ist die jetzige: Es wurde nichts geändert; wählen Sie eine andere"
        case .notAllowed:
            isChange
                ? "der Manager erlaubt das nicht: Ihr Konto hat eine Grenze erreicht, oder der Betreiber verbietet es"
                : "der Manager erlaubt das nicht: Der Betreiber lässt es für diesen Dienst nicht zu (inApp: true)"
        case .factorRefused:
            "dieses Gerät hat den Faktor schon, oder der Manager nimmt ihn nicht an: siehe xign accounts"
        case .mailUnavailable: "der Manager versendet keine Codes per E-Mail: Verwenden Sie den gezeigten Code"

        // The details are in the SDK's messages alone, which are English.
        case .serviceNotConfigured: "die Angaben zu diesem Dienst fehlen: Geben Sie sie mit --service an"
        case .keycloakInteractionRequired:
            "der Keycloak zeigt eine Seite, statt weiterzuleiten (\(error.errorCode.rawValue)). \(details)"
        case .keycloakRefused:
            "der Keycloak hat die Anmeldung beendet (\(error.errorCode.rawValue)). \(details)"
        case .keycloakMisconfigured:
            """
            der Keycloak oder die Angaben dazu sind so eingestellt, dass xign nicht fortfährt \
            (\(error.errorCode.rawValue)). \(details)
            """

        // Nothing is known of other codes; `unexpected`, `notInitialized` and `wrongOrder` are faults of xign.
        default: "damit hat niemand gerechnet (\(error.errorCode.rawValue)); melden Sie es"
        }
    }

    private var unconfirmed: Text { "Ihre Bestätigung gilt nicht mehr: Rufen Sie den Befehl noch einmal auf" }

    private var details: Text { "Die Einzelheiten nennt xign auf Englisch: LC_ALL=C xign ..." }

    func request(_ id: String) -> Text { " (Kennung der Anfrage für den Betreiber: \(id))" }

    func lost(_ error: XignSdkError) -> Text {
        if let answer = error.underlying as? ForeignAnswer {
            let remedy: Text =
                switch answer {
                case .proxyPassword: "Prüfen Sie die Einstellungen des Proxys, dann versuchen Sie es noch einmal"
                case .gateway:
                    "vielleicht startet der Manager gerade oder ist gestört; versuchen Sie es später noch einmal"
                case .networkLogin, .redirect, .page:
                    """
                    Melden Sie sich mit einem Browser im Netz an, wenn es das verlangt, oder verwenden Sie ein anderes; \
                    dann versuchen Sie es noch einmal
                    """
                }
            return "nicht der Manager hat geantwortet, sondern \(network.kind(answer))\(status(error)): \(remedy)"
        }
        return switch error.errorCode {
        case .connectionFailed:
            """
            der Manager ist nicht erreichbar\(reason(error)): Prüfen Sie das Netz, dann versuchen Sie es noch einmal
            """
        case .timedOut: "der Manager hat nicht rechtzeitig geantwortet: Versuchen Sie es noch einmal"
        case .managerFailed: "der Manager hat gerade eine Störung: Versuchen Sie es später noch einmal"
        default:
            """
            der Manager antwortet gerade nicht wie vorgesehen\(status(error)): Versuchen Sie es später noch einmal
            """
        }
    }

    private func reason(_ error: XignSdkError) -> Text {
        (error.underlying as? TransportError).map { ", denn \(network.reason($0))" } ?? ""
    }

    private func status(_ error: XignSdkError) -> Text {
        (error as? XignSdkHttpError).map { " (HTTP-Status \($0.httpStatus))" } ?? ""
    }

    func message(_ error: XignSdkInitializationError) -> Text {
        switch error.errorCode {
        case .deviceLockNotSet: "dieses Gerät hat keine Sperre: Richten Sie eine ein"
        case .keyRemovedBySystem:
            "eine Verbindung hat ihre Schlüssel verloren und ist entfernt: Verbinden Sie das Gerät neu"
        case .deviceLocked: "dieses Gerät ist gesperrt: Entsperren Sie es"
        case .keyMaterialInvalid:
            """
            das ist nicht das Schlüsselmaterial eines Managers, oder es widerspricht dem eines anderen: Fragen Sie den \
            Betreiber
            """
        case .serviceConfigurationInvalid: "die Angaben zum Dienst haben nicht die vorgesehene Form"
        case .storageUnusable:
            error.storageProblem.map(unusable) ?? """
                der Ordner mit den Verbindungen dieses Geräts lässt sich nicht verwenden: Prüfen Sie Besitzer, Rechte \
                und freien Platz; er darf nur Ihnen zugänglich sein
                """
        }
    }

    private func unusable(_ problem: StorageProblem) -> Text { GermanStorage().unusable(problem.path, problem.kind) }

    // MARK: The state of the device

    func insecure(_ findings: [SecurityFinding], during undertaking: Undertaking) -> Text {
        let reasons = findings.map(reason).joined(separator: "; ")
        let list: Text = findings.isEmpty ? "" : ": \(reasons)"
        return switch undertaking {
        case .login:
            """
            die Website nimmt dieses Gerät nicht an\(list). Die Anmeldeseite wartet auf ein anderes Gerät. Den Zustand \
            von diesem zeigt xign check
            """
        case .inApp: "der Dienst nimmt dieses Gerät nicht an\(list). Seinen Zustand zeigt xign check"
        case .change, .transaction: "der Manager nimmt dieses Gerät nicht an\(list). Seinen Zustand zeigt xign check"
        }
    }

    /// The reason with the remedy.
    private func reason(_ finding: SecurityFinding) -> Text {
        switch finding {
        case .rooted: "xign läuft als Superuser (rufen Sie es als gewöhnlicher Benutzer auf, ohne sudo)"
        case .hooked:
            """
            ein Debugger oder fremder Code wurde in xign gefunden (beenden Sie den Debugger, und entfernen Sie \
            LD_PRELOAD)
            """
        case .unchecked: "es hat keine Sicherheitsprüfung gesandt (aktualisieren Sie xign)"
        case .outdatedSystem: "sein Betriebssystem ist zu alt (aktualisieren Sie das System)"
        }
    }

    // MARK: Certificates

    func untrusted(_ problem: CertificateProblem, of host: String?) -> Text {
        let owner = host.map { "von \($0)" } ?? "des Managers"
        return """
            Dem Zertifikat \(owner) wird nicht vertraut: \(words(problem)). Gehört der Manager zu einer privaten \
            Installation, dann geben Sie das Zertifikat ihrer Zertifizierungsstelle an, das Sie vom Betreiber erhalten: \
            --ca-file FILE oder $XIGN_CA_FILE. Sonst hört vielleicht jemand die Verbindung ab: Versuchen Sie ein \
            anderes Netz, oder fragen Sie den Betreiber.
            """
    }

    private func words(_ problem: CertificateProblem) -> String {
        switch problem {
        case .unknownAuthority: "Es stammt nicht von einer bekannten Zertifizierungsstelle"
        case .expired: "Es ist abgelaufen, oder die Uhr dieses Geräts geht falsch"
        case .notYetValid: "Es gilt noch nicht, oder die Uhr dieses Geräts geht falsch"
        case .otherHost: "Es gehört zu einem anderen Rechner"
        case .unreadableAuthorities:
            "Die angegebenen Zertifikate der Zertifizierungsstellen lassen sich nicht lesen"
        case .invalid: "Seine Prüfung ist gescheitert"
        }
    }
}
