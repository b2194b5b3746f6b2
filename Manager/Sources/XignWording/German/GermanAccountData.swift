import XignProtocol

struct GermanAccountData: AccountDataWording {
    let title = "Ihre Daten"
    let explanation =
        "Websites erhalten einen Wert erst, nachdem Sie ihn auf Ihrem Gerät bestätigt haben. Ihr Gerät zeigt die "
        + "Bezeichnung eines Werts, nicht den Wert selbst."
    let empty = "Sie haben noch nichts gespeichert."
    let show = "Anzeigen"
    let preferred = "bevorzugt"
    let verified = "bestätigt"
    let change = "Ändern"
    let remove = "Entfernen"
    let kept = "Vom Betreiber geführt. Sie können es hier nicht ändern."
    let yes = "ja"
    let no = "nein"
    let more = "Etwas anderes hinzufügen"
    let value = "Wert"
    let street = "Straße und Hausnummer"
    let postalCode = "Postleitzahl (kann leer bleiben)"
    let locality = "Ort"
    let region = "Region (kann leer bleiben)"
    let country = "Land"
    let countryHint = "Zwei Buchstaben, etwa DE"
    let alias = "Bezeichnung des Werts"
    let aliasHint = "Etwa „Privat“ oder „Arbeit“. Ihr Gerät zeigt sie, wenn eine Website fragt. Kann leer bleiben."
    let prefer = "Diesen Wert zuerst anbieten"
    let notVerified = "Werte, die Sie selbst eingeben, gelten als nicht bestätigt."
    let save = "Speichern"
    let removeLimit = "Was Websites schon erhalten haben, bleibt dort. Bitten Sie dort um Löschung."

    func accountName(at website: String) -> Phrase { "Konto bei \(website)" }

    func name(_ name: AttributeName) -> String {
        switch name {
        case .username: "Benutzername für Websites"
        case .nickname: "Spitzname"
        case .givenName: "Vorname"
        case .familyName: "Nachname"
        case .birthdate: "Geburtsdatum"
        case .address: "Anschrift"
        case .nationality: "Staatsangehörigkeit"
        case .placeOfBirth: "Geburtsort"
        case .gender: "Geschlecht"
        case .salutation: "Anrede"
        case .email: "E-Mail-Adresse"
        case .phoneNumber: "Telefonnummer"
        }
    }

    func add(_ name: AttributeName) -> String { "Weiteren Wert hinzufügen: \(self.name(name))" }
    func addTitle(_ name: AttributeName) -> String { "Hinzufügen: \(self.name(name))" }
    func changeTitle(_ name: AttributeName) -> String { "Ändern: \(self.name(name))" }
    func removeTitle(_ name: AttributeName) -> String { "Entfernen: \(self.name(name))" }
    func removeExplanation(_ alias: String) -> Phrase { "Den Wert \(alias) aus Ihrem Konto entfernen?" }

    func isVerified(_ name: AttributeName) -> String {
        name == .email
            ? "Diese Adresse ist bestätigt. Hier können Sie sie umbenennen. Um sie zu ersetzen, fügen Sie die neue "
                + "Adresse hinzu, bestätigen Sie sie, und entfernen Sie dann diese."
            : "Der Betreiber hat diesen Wert bestätigt. Hier können Sie ihn umbenennen. Ändern oder entfernen kann ihn "
                + "nur der Betreiber."
    }

    func hint(_ name: AttributeName) -> String? {
        switch name {
        case .birthdate: "Jahr, Monat und Tag, etwa 1964-08-12"
        case .nationality: countryHint
        case .phoneNumber: "Mit Ländervorwahl, etwa +49 30 123456"
        case .username: "Ohne Leerzeichen, höchstens 64 Zeichen"
        default: nil
        }
    }

    func flaw(_ flaw: DataFlaw, of name: AttributeName) -> String {
        switch flaw {
        case .form:
            switch name {
            case .birthdate: "Geben Sie einen Tag in der Vergangenheit ein, etwa 1964-08-12."
            case .nationality: "Geben Sie die zwei Buchstaben eines Landes ein, etwa DE."
            case .email: "Geben Sie eine E-Mail-Adresse ein, etwa ada@example.org."
            case .phoneNumber: "Geben Sie die Nummer mit Ländervorwahl ein, etwa +49 30 123456."
            case .username: "Geben Sie 1 bis 64 Zeichen ohne Leerzeichen ein."
            case .salutation: "Geben Sie 1 bis 40 Zeichen ein."
            case .gender: "Geben Sie 1 bis 50 Zeichen ein."
            case .nickname, .givenName, .familyName, .placeOfBirth: "Geben Sie 1 bis 100 Zeichen ein."
            case .address: "Füllen Sie Straße, Ort und Land aus."
            }
        case .invisible: "Verwenden Sie sichtbare Buchstaben, Ziffern und Zeichen."
        case .streetMissing: "Füllen Sie Straße und Hausnummer aus."
        case .localityMissing: "Füllen Sie den Ort aus."
        case .partTooLong: "Verwenden Sie höchstens 200 Zeichen in jedem Feld."
        case .country: "Geben Sie die zwei Buchstaben eines Landes ein, etwa DE."
        case .phonePrefix: "Lassen Sie (0) weg: Schreiben Sie +49 151 23456789 statt +49 (0)151 23456789."
        case .phoneLetter: "Geben Sie Ziffern statt Buchstaben ein."
        case .phoneExtension: "Lassen Sie die Durchwahl hinter der Nummer weg: Schreiben Sie +49 151 23456789."
        case .phonePlus: "Geben Sie nur ein + ein, am Anfang."
        case .phoneSign: "Geben Sie Ziffern ein, dazwischen Leerzeichen, Striche, Punkte, Schrägstriche oder Klammern."
        case .repeated: "Diesen Wert haben Sie schon gespeichert, mit anderer Bezeichnung."
        case .tooMany: "Es gibt schon 20 Werte. Entfernen Sie zuerst einen."
        case .aliasTooLong: "Wählen Sie eine kürzere Bezeichnung."
        case .aliasInvisible: "Wählen Sie eine Bezeichnung aus sichtbaren Buchstaben und Ziffern."
        case .aliasRepeated: "Ein anderer Wert heißt schon so. Wählen Sie eine andere Bezeichnung."
        }
    }
}
