// Long because: two or three sentences for each refusal.

struct GermanAuthenticatorRefusals {
    /// The name of the operator.
    let provider: String

    func words(for refusal: AuthenticatorRefusal) -> Refusal {
        switch refusal {
        case .malformed, .unexpected:
            Refusal(
                title: "Das hat nicht geklappt",
                whatHappened: "Damit hat niemand gerechnet. Es wurde nichts bestätigt.",
                whatToDo:
                    "Laden Sie diese Seite neu, und beginnen Sie noch einmal. Hilft das nicht, dann sagen Sie es dem "
                    + "Betreiber.")
        case .notSupported:
            Refusal(
                title: "Das gibt es hier nicht",
                whatHappened: "\(provider) kann nicht, was verlangt wurde. Es wurde nichts bestätigt.",
                whatToDo:
                    "Laden Sie diese Seite neu, und beginnen Sie noch einmal. Hilft das nicht, dann fragen Sie den "
                    + "Betreiber.")
        case .clientTooOld:
            Refusal(
                title: "Das kann diese Seite nicht",
                whatHappened: "Dafür ist etwas nötig, das der Authenticator im Browser nicht hat. Es wurde nichts "
                    + "bestätigt.",
                whatToDo: "Laden Sie diese Seite neu. Hilft das nicht, dann verwenden Sie ein anderes Gerät.")
        case .securityInsufficient:
            Refusal(
                title: "Dafür brauchen Sie ein Gerät mit der App",
                whatHappened: "Hier gelten nur Geräte, die eine App geprüft hat. Es wurde nichts bestätigt.",
                whatToDo: "Verwenden Sie eine Authenticator-App auf einem anderen Gerät: Die Seite mit dem Code wartet "
                    + "darauf.")
        case .unauthenticated, .grantMismatch, .grantSpent:
            Refusal(
                title: "Ihre Bestätigung gilt nicht mehr",
                whatHappened: "Sie ist abgelaufen oder wurde in einem anderen Tab verwendet. Es wurde nichts geändert.",
                whatToDo: "Beginnen Sie noch einmal.")
        case .activationUnknown:
            Refusal(
                title: "Dieser Browser ist nicht verbunden",
                whatHappened:
                    "Er hat keine Schlüssel: Sie haben ihn noch nicht verbunden, seine Daten wurden gelöscht, "
                    + "oder er wurde aus Ihrem Konto entfernt. Es wurde nichts bestätigt.",
                whatToDo: "Verwenden Sie ein Gerät, das Sie verbunden haben. Um diesen Browser zu verbinden, brauchen "
                    + "Sie einen Code: auf der Seite Ihres Kontos mit jenem Gerät, oder vom Betreiber.")
        case .accountDisabled:
            Refusal(
                title: "Ihr Konto ist deaktiviert",
                whatHappened: "Der Betreiber hat es deaktiviert. Dieser Browser bleibt verbunden und kann mit dem "
                    + "Konto wieder verwendet werden.",
                whatToDo: "Fragen Sie den Betreiber.")
        case .activationInvalid:
            Refusal(
                title: "Dieser Code gilt nicht",
                whatHappened: "Er ist unbekannt, abgelaufen oder durch einen anderen ersetzt.",
                whatToDo: "Sie brauchen einen neuen Code, von einem anderen Ihrer Geräte oder vom Betreiber.")
        case .enrolmentRefused:
            Refusal(
                title: "Dieser Browser wurde nicht verbunden",
                whatHappened: "Vielleicht kam ein anderer Versuch dazwischen.",
                whatToDo: "Öffnen Sie denselben Code noch einmal, und beginnen Sie neu.")
        case .alreadyPersonalized:
            Refusal(
                title: "Dieser Browser ist schon verbunden",
                whatHappened: "Er hat hier ein Konto, und mehr als eines kann er nicht haben.",
                whatToDo: "Öffnen Sie die Einladung auf einem anderen Gerät. Oder entfernen Sie in der Übersicht das "
                    + "Konto aus diesem Browser, und öffnen Sie die Einladung dann hier noch einmal.")
        case .sessionEnded:
            Refusal(
                title: "Die Zeit ist abgelaufen",
                whatHappened: "Das hat zu lange gedauert oder wurde anderswo beendet. Es wurde nichts bestätigt.",
                whatToDo: "Beginnen Sie auf der Website neu, und verwenden Sie den neuen Code.")
        case .sessionTaken:
            Refusal(
                title: "Ein anderes Gerät war schneller",
                whatHappened: "Ein anderes Gerät hat diesen Code verwendet. Mit diesem haben Sie nichts bestätigt.",
                whatToDo: "Gehört das andere Gerät nicht Ihnen, dann schließen Sie die Seite mit dem Code. Beginnen "
                    + "Sie mit einem neuen noch einmal.")
        case .wrongChannel:
            Refusal(
                title: "Dieser Link passt nicht",
                whatHappened: "Die Anmeldung hat auf einem anderen Weg begonnen. Es wurde nichts bestätigt.",
                whatToDo: "Beginnen Sie auf der Website neu, und verwenden Sie den neuen Code.")
        case .qrCodeExpired:
            Refusal(
                title: "Der Code ist abgelaufen",
                whatHappened: "Ein Code gilt eine halbe Minute. Es wurde nichts bestätigt.",
                whatToDo: "Scannen Sie den Code, den die Seite jetzt zeigt.")
        case .scanRequired:
            Refusal(
                title: "Scannen Sie diesen Code mit einer App",
                whatHappened: "Aus einem Browser wird er nicht angenommen. Es wurde nichts bestätigt.",
                whatToDo: "Verwenden Sie eine Authenticator-App. Oder öffnen Sie die Website auf diesem Gerät, und "
                    + "verwenden Sie den Link auf ihrer Anmeldeseite.")
        case .pairingFailed:
            Refusal(
                title: "Die Ziffern waren nicht richtig",
                whatHappened:
                    "Es waren nicht die Ziffern der Seite, deshalb wurde der Vorgang beendet. Es wurde nichts "
                    + "bestätigt.",
                whatToDo:
                    "Beginnen Sie auf der Website neu, und sehen Sie auf die Seite vor Ihnen. Hat Ihnen jemand die "
                    + "Ziffern genannt, dann machen Sie nicht weiter.")
        case .otherAccount:
            Refusal(
                title: "Das gilt für ein anderes Konto",
                whatHappened: "Dieser Browser gehört zu einem anderen Konto. Es ist nichts geschehen.",
                whatToDo: "Verwenden Sie ein Gerät jenes Kontos, oder melden Sie sich zuerst auf der Website ab.")
        case .notAMember:
            Refusal(
                title: "Sie haben hier keinen Zugang",
                whatHappened: "Ihr Konto hat bei dieser Website keine Rolle. Niemand wurde angemeldet.",
                whatToDo: "Fragen Sie die Organisation, die die Website anbietet.")
        case .unmetRequirements:
            Refusal(
                title: "Das lässt sich nicht im Browser bestätigen",
                whatHappened: "Die Website verlangt eine Authenticator-App oder eine Art der Anmeldung, die Ihre Rolle "
                    + "nicht hat. Es wurde nichts bestätigt.",
                whatToDo: "Verwenden Sie ein Gerät mit der App. Hilft das nicht, dann fragen Sie den Betreiber.")
        case .roleUnknown:
            Refusal(
                title: "Diese Rolle haben Sie nicht mehr",
                whatHappened: "Sie wurde inzwischen entzogen. Niemand wurde angemeldet.",
                whatToDo: "Beginnen Sie die Anmeldung neu, und wählen Sie eine andere Rolle.")
        case .policyChanged:
            Refusal(
                title: "Das hat sich inzwischen geändert",
                whatHappened: "Rechte oder Anforderungen haben sich geändert. Es wurde nichts bestätigt.",
                whatToDo: "Beginnen Sie auf der Website neu.")
        case .statementMismatch:
            Refusal(
                title: "Das ist nicht mehr aktuell",
                whatHappened: "Es ging anderswo weiter, vielleicht in einem anderen Tab. Hier haben Sie nichts "
                    + "bestätigt.",
                whatToDo: "Machen Sie dort weiter, oder beginnen Sie neu.")
        case .factorSetMismatch, .factorUnavailable:
            Refusal(
                title: "Dafür brauchen Sie ein anderes Gerät",
                whatHappened:
                    "Nötig ist eine Art der Bestätigung, die ein Browser nicht hat. Es wurde nichts bestätigt.",
                whatToDo: "Verwenden Sie eine Authenticator-App.")
        case .tooManyCorrections:
            Refusal(
                title: "Die Anmeldung wurde beendet",
                whatHappened: "Die Daten haben fünfmal nicht gepasst. Niemand wurde angemeldet.",
                whatToDo: "Beginnen Sie die Anmeldung auf der Website neu.")
        case .notAllowed:
            Refusal(
                title: "Das ist nicht erlaubt",
                whatHappened: "Ihr Konto hat eine Grenze erreicht, oder der Betreiber lässt es nicht zu. Es ist nichts "
                    + "geschehen.",
                whatToDo: "Fragen Sie den Betreiber.")
        case .coolDown:
            Refusal(
                title: "Dafür ist dieser Browser noch zu neu",
                whatHappened: "Ein neues Gerät darf 24 Stunden lang nicht alles. Es ist nichts geschehen.",
                whatToDo: "Verwenden Sie ein älteres Gerät, oder warten Sie, bis die Zeit um ist.")
        case .factorRefused:
            Refusal(
                title: "Diese Art der Bestätigung kam nicht dazu",
                whatHappened:
                    "Dieser Browser hat sie schon, oder \(provider) nimmt sie nicht an. Es wurde nichts geändert.",
                whatToDo: "Verwenden Sie ein anderes Gerät.")
        case .mailUnavailable:
            Refusal(
                title: "Es wurde keine E-Mail gesendet",
                whatHappened: "\(provider) versendet keine Codes per E-Mail. Nichts ist verloren.",
                whatToDo: "Verwenden Sie den gezeigten Code.")
        case .samePin:
            Refusal(
                title: "Die PIN bleibt, wie sie ist",
                whatHappened: "Die neue PIN ist Ihre bisherige. Es wurde nichts geändert.",
                whatToDo: "Beginnen Sie noch einmal, und wählen Sie eine andere.")
        case .grantExpired:
            Refusal(
                title: "Das hat zu lange gedauert",
                whatHappened: "Seit Ihrer PIN sind mehr als fünf Minuten vergangen. Es wurde nichts geändert.",
                whatToDo: "Beginnen Sie noch einmal.")
        case .tooManyRequests:
            Refusal(
                title: "Zurzeit ist zu viel los",
                whatHappened: "Es wurde mehr gesendet, als auf einmal angenommen wird. Es wurde nichts bestätigt.",
                whatToDo: "Warten Sie eine Minute, und versuchen Sie es dann noch einmal.")
        case .internalError:
            Refusal(
                title: "Bei \(provider) gibt es eine Störung",
                whatHappened: "Das konnte nicht abgeschlossen werden. Es wurde nichts bestätigt.",
                whatToDo: "Versuchen Sie es später noch einmal.")
        case .noAnswer:
            Refusal(
                title: "\(provider) antwortet nicht",
                whatHappened: "Es kam keine Antwort, oder nicht rechtzeitig.",
                whatToDo: "Prüfen Sie Ihre Internetverbindung, und versuchen Sie es dann noch einmal.")
        case .responseInvalid, .keyMaterialInvalid:
            Refusal(
                title: "Machen Sie nicht weiter",
                whatHappened:
                    "Die Antwort stammt nicht von \(provider), oder sie wurde unterwegs verändert. Es wurde nichts "
                    + "bestätigt.",
                whatToDo: "Schließen Sie diese Seite, und sagen Sie es dem Betreiber.")
        case .consentMismatch:
            Refusal(
                title: "Machen Sie nicht weiter",
                whatHappened: "Sie sollten etwas anderes bestätigen, als Sie gesehen haben. Es wurde nichts bestätigt.",
                whatToDo: "Schließen Sie diese Seite, und sagen Sie es dem Betreiber.")
        case .keyMaterialExpired:
            Refusal(
                title: "Die Schlüssel von \(provider) sind abgelaufen",
                whatHappened: "Oder die Uhr dieses Geräts geht falsch. Es wurde nichts bestätigt.",
                whatToDo:
                    "Prüfen Sie Datum und Uhrzeit, und versuchen Sie es dann noch einmal. Hilft das nicht, dann sagen "
                    + "Sie es dem Betreiber.")
        case .encryptionKeyUnknown:
            Refusal(
                title: "Bei \(provider) gibt es ein Problem mit Schlüsseln",
                whatHappened:
                    "Der neueste Schlüssel, den dieser Browser von dort hat, ist dort nicht bekannt. Es wurde nichts "
                    + "bestätigt.",
                whatToDo:
                    "Versuchen Sie es noch einmal. Hilft das nicht, dann sagen Sie es dem Betreiber. Dieser Browser "
                    + "bleibt verbunden.")
        case .wrongManager:
            Refusal(
                title: "Dieser Code gehört nicht hierher",
                whatHappened:
                    "Er ist nicht von \(provider), wozu diese Seite gehört. Es wurde nichts bestätigt.",
                whatToDo: "Hat Ihnen jemand den Link geschickt? Dann schließen Sie diese Seite. Sonst scannen Sie den "
                    + "Code noch einmal.")
        case .storageUnavailable:
            Refusal(
                title: "Dieser Browser speichert hier nichts",
                whatHappened: "Sein Speicher ist nicht verwendbar: Vielleicht ist das ein privates Fenster, oder das "
                    + "Gerät ist voll.",
                whatToDo: "Schaffen Sie Platz auf dem Gerät, oder öffnen Sie den Link in einem normalen Fenster; "
                    + "versuchen Sie es dann noch einmal. Oder verwenden Sie eine Authenticator-App.")
        case .notStored:
            Refusal(
                title: "Dieser Browser konnte das nicht speichern",
                whatHappened: "Sein Speicher nimmt nichts an: Das Gerät ist voll, oder das ist ein privates Fenster.",
                whatToDo:
                    "Schaffen Sie Platz auf dem Gerät, und tun Sie dann dasselbe noch einmal. Verwenden Sie statt "
                    + "eines privaten Fensters ein normales.")
        case .unfinished:
            Refusal(
                title: "Das Verbinden ist noch nicht fertig",
                whatHappened:
                    "Dieser Browser ist verbunden, aber er konnte das nicht speichern: Vielleicht ist das Gerät voll. "
                    + "Ihre Schlüssel sind in seinen Daten: Löschen Sie die nicht.",
                whatToDo: "Schaffen Sie Platz auf dem Gerät, und versuchen Sie es dann noch einmal. Oder öffnen Sie "
                    + "denselben Code noch einmal, sobald Platz ist.")
        case .browserSilent:
            Refusal(
                title: "Laden Sie die Seite neu",
                whatHappened: "Der Browser antwortet seit acht Sekunden nicht: Speicher oder Verschlüsselung hängen.",
                whatToDo:
                    "Laden Sie die Seite neu; sie fährt dann mit dem fort, was Sie begonnen haben. Hilft das nicht, "
                    + "dann schließen Sie den Browser, und öffnen Sie den Link noch einmal.")
        case .storageNewer:
            Refusal(
                title: "Diese Seite ist veraltet",
                whatHappened: "Dieser Browser hat schon eine neuere verwendet.",
                whatToDo: "Schließen Sie alle Tabs mit ihr, und öffnen Sie den Link dann noch einmal.")
        case .otherTab:
            Refusal(
                title: "Ein anderer Tab ist beschäftigt",
                whatHappened: "Er verwendet dieselben Schlüssel und wird nicht fertig. Hier wurde nichts bestätigt.",
                whatToDo: "Schließen Sie die anderen Tabs mit dieser Seite, und versuchen Sie es dann noch einmal.")
        case .notInitializationData:
            Refusal(
                title: "Das ist kein Code für diese Seite",
                whatHappened: "Der Link ist unvollständig oder nicht von Xign. Es wurde nichts bestätigt.",
                whatToDo: "Scannen Sie den Code noch einmal, oder öffnen Sie den Link noch einmal dort, wo Sie ihn "
                    + "gefunden haben.")
        case .linkIncomplete:
            Refusal(
                title: "Der Link ist unvollständig",
                whatHappened: "Der Teil nach # fehlt oder ist abgeschnitten. Es wurde nichts bestätigt.",
                whatToDo: "Kopieren Sie den ganzen Link, oder öffnen Sie ihn dort, wo Sie ihn gefunden haben.")
        case .linkWrapped:
            Refusal(
                title: "Der Link wurde umbrochen",
                whatHappened: "Er ist auf mehrere Zeilen verteilt. Es wurde nichts bestätigt.",
                whatToDo: "Kopieren Sie ihn als eine Zeile, ohne Leerzeichen darin.")
        case .linkExtended:
            Refusal(
                title: "Zum Link ist etwas hinzugekommen",
                whatHappened:
                    "Am Ende oder um ihn herum wurde etwas angefügt, etwa ein Punkt oder Klammern. Es wurde nichts "
                    + "bestätigt.",
                whatToDo: "Kopieren Sie den Link allein, oder öffnen Sie ihn dort, wo Sie ihn gefunden haben.")
        case .linkEmbedded:
            Refusal(
                title: "Das ist eine andere Adresse",
                whatHappened: "Der Link wurde in eine andere Adresse eingesetzt. Es wurde nichts bestätigt.",
                whatToDo: "Kopieren Sie den Link selbst, oder scannen Sie stattdessen den Code.")
        case .unsupportedFormat:
            Refusal(
                title: "Diese Seite ist zu alt für den Code",
                whatHappened: "Der Code braucht einen neueren Authenticator. Es wurde nichts bestätigt.",
                whatToDo: "Laden Sie diese Seite neu, und scannen Sie den Code dann noch einmal.")
        case .openedByPage:
            Refusal(
                title: "Dieser Code wurde nicht gescannt",
                whatHappened:
                    "Eine Webseite hat Sie hierher geführt, mit dem Code einer Anmeldung, die vielleicht jemand "
                    + "anderes begonnen hat. Es wurde nichts bestätigt.",
                whatToDo: "Schließen Sie diese Seite. Eine Anmeldung beginnt auf der Website, die Sie selbst öffnen: "
                    + "Scannen Sie dort den Code mit der Kamera, oder verwenden Sie den Link.")
        }
    }
}
