import Terminal
import XignSDK

struct GermanAttributes: AttributeWording {
    func label(_ attribute: PersonalAttribute.Name) -> String {
        switch attribute {
        case .username: "Benutzername für Websites"
        case .salutation: "Anrede"
        case .givenName: "Vorname"
        case .familyName: "Nachname"
        case .nickname: "Spitzname"
        case .gender: "Geschlecht"
        case .birthdate: "Geburtsdatum"
        case .placeOfBirth: "Geburtsort"
        case .nationality: "Staatsangehörigkeit"
        case .address: "Anschrift"
        case .email: "E-Mail-Adresse"
        case .phoneNumber: "Telefonnummer"
        }
    }

    func heading(_ attribute: PersonalAttribute.Name) -> String { label(attribute) }

    private func list(_ attributes: [PersonalAttribute.Name]) -> String {
        attributes.map(label).joined(separator: ", ")
    }

    // MARK: Forms of a value

    func form(_ form: ValueForm) -> Text {
        switch form {
        case .characters(let count): "\(count.lowerBound) bis \(count.upperBound) Zeichen"
        case .charactersWithoutSpaces(let count):
            "\(count.lowerBound) bis \(count.upperBound) Zeichen, ohne Leerzeichen"
        case .gender: "female für weiblich, male für männlich, oder ein anderes Wort"
        case .country: "ein Ländercode aus zwei Buchstaben, etwa DE"
        case .mailAddress: "etwa name@example.org"
        case .phoneNumber: "mit Ländervorwahl, etwa +49 30 123456"
        case .address: "Straße 1; 51147; Köln; DE"
        case .day: "JJJJ-MM-TT"
        }
    }

    func ask(_ attribute: PersonalAttribute.Name, _ form: Text) -> Text { "\(heading(attribute)) (\(form)):" }

    func ask(_ part: AddressPart, of attribute: PersonalAttribute.Name) -> Text {
        switch part {
        case .street: "\(heading(attribute)), Straße und Hausnummer:"
        case .postalCode: "Postleitzahl (wenn es keine gibt, drücken Sie nur die Eingabetaste):"
        case .town: "Ort:"
        case .region: "Bundesland oder Region (wenn es keine gibt, drücken Sie nur die Eingabetaste):"
        case .country: "Land (zwei Buchstaben, etwa DE):"
        }
    }

    func mustHaveForm(_ form: Text) -> Text { "nötig ist die Form: \(form)" }

    func reason(_ flaw: ValueFlaw) -> Text {
        switch flaw {
        case .empty: "es wurde nichts eingegeben"
        case .tooShort(let count): "das ist zu kurz: mindestens \(count) Zeichen"
        case .tooLong(let count): "das ist zu lang: höchstens \(count) Zeichen"
        case .partTooLong(let count): "ein Teil ist zu lang: je höchstens \(count) Zeichen"
        case .spaces: "das enthält Leerzeichen"
        case .invisible: "das enthält unsichtbare Zeichen oder Steuerzeichen"
        case .typed(let flaw): reason(flaw)
        case .noCountry: "das ist kein Ländercode: zwei Buchstaben, etwa DE"
        case .noMailAddress: "das hat nicht die Form name@example.org"
        case .noPhoneNumber: "das muss mit + und der Ländervorwahl beginnen, etwa +49 30 123456"
        case .addressIncomplete: "Straße und Ort sind nötig"
        case .partRequired: "dieser Teil ist nötig"
        case .inFuture: "dieser Tag liegt in der Zukunft"
        case .before(let day): "dieser Tag liegt vor dem \(day)"
        }
    }

    private func reason(_ flaw: InputFlaw) -> Text {
        switch flaw {
        case .invisible(let found):
            "das enthält \(place(of: found)): Das ist nicht zu sehen oder ändert die Richtung des Textes"
        case .marks(let found):
            "ein Buchstabe hat zu viele Zeichen über oder unter sich, oder eines doppelt: \(place(of: found))"
        case .nationalPrefix(let found):
            "lassen Sie (0) weg, schreiben Sie +49 151 23456789 statt +49 (0)151 23456789: \(place(of: found))"
        case .letter(let found): "nötig sind Ziffern statt Buchstaben: \(place(of: found))"
        case .numberExtension(let found):
            "lassen Sie die Durchwahl hinter der Nummer weg, wie in +49 151 23456789: \(place(of: found))"
        case .laterPlus(let found): "nur am Anfang darf ein + stehen: \(place(of: found))"
        case .sign(let found):
            "nötig sind Ziffern, dazwischen Leerzeichen, Striche, Punkte, Schrägstriche oder Klammern: \(place(of: found))"
        case .streetMissing: "die Straße fehlt"
        case .localityMissing: "der Ort fehlt"
        }
    }

    private func place(of found: InputFlaw.Character) -> Text {
        switch found.place {
        case .beginning: "\(found.name) am Anfang"
        case .end: "\(found.name) am Ende"
        case .after(1): "\(found.name) nach dem ersten Zeichen"
        case .after(let count): "\(found.name) nach Zeichen \(count)"
        }
    }

    // MARK: The list of requested data

    func isRequired(_ isRequired: Bool) -> Text { isRequired ? "nötig" : "freiwillig" }
    func leftOut(isUnavailable: Bool) -> Text {
        isUnavailable ? "bleibt weg: Der Manager hat keinen geprüften Wert" : "bleibt weg"
    }
    func stored(_ name: Text?) -> Text { name.map { "gespeichert: \($0)" } ?? "gespeichert" }
    var given: Text { "der angegebene Wert" }
    func noVerifiedValue(at manager: String) -> Text {
        "kein geprüfter Wert: Fragen Sie den Betreiber von \(manager)"
    }
    var missing: Text { "fehlt" }
    func open(_ state: Text) -> Text { "\(state) (Sie werden gefragt)" }
    func choices(_ names: [(name: String, isPreferred: Bool)]) -> Text {
        names.map { $1 ? "\($0) (bevorzugt)" : "\($0)" as Text }.joined(separator: " oder ")
    }
    func additions(of manager: String) -> Text { "mit den Worten von \(manager):" }
    var permission: Text { "Erlaubnis" }
    var notAllowed: Text { "nicht erlaubt" }
    var nothingStored: Text { "nichts gespeichert" }

    // MARK: Questions

    var howToCancel: Text { "Strg-D bricht die Anmeldung ab." }
    func askOptional(_ label: String, value: String?) -> Text {
        "Freiwillig: \(label)\(value.map { " (\($0))" } ?? ""). Senden?"
    }
    func askWhich(_ heading: String) -> Text { "\(heading): welcher Wert?" }
    func askPermission(_ name: String, _ alias: String) -> Text {
        "Erlaubnis: \(name), \(alias). Nicht auf gemeinsam genutzten Computern. Erlauben?"
    }

    // MARK: The manager's objections

    func objection(_ objection: ValueObjection) -> Text {
        switch objection {
        case .notAccepted: "der Manager nimmt diesen Wert nicht an"
        case .postalCodeDemanded:
            "der Manager nimmt diese Anschrift nicht an: Ältere Manager verlangen eine Postleitzahl"
        case .alreadyStored: "der Manager hat schon einen Wert, oder der Wert muss geprüft sein"
        case .noLongerStored: "der Manager hat keinen Wert mehr"
        case .noLongerOffered: "die Website verlangt das nicht mehr"
        case .aliasGone: "der Manager hat diesen Wert nicht mehr"
        }
    }

    var objections: Text { "Der Manager nimmt Daten nicht an. Die Website hat nichts erhalten:" }
    func refused(_ lines: [Text]) -> Text { "der Manager nimmt Daten nicht an: \(lines.joined(separator: "; "))" }
    func changed(_ attributes: [PersonalAttribute.Name], again: Text) -> Text {
        "Ihre Daten beim Manager (\(list(attributes))) haben sich inzwischen geändert; \(again)"
    }
    func unavailable(_ attributes: [PersonalAttribute.Name], for service: String, at manager: String) -> Text {
        """
        \(service) verlangt Daten, die der Manager nicht hat oder nicht geprüft hat: \(list(attributes)). Bitten Sie \
        den Betreiber von \(manager), sie einzutragen und zu prüfen, dann beginnen Sie die Anmeldung neu
        """
    }
    func nothingStored(_ names: [String], for service: String, askedOf organization: String) -> Text {
        """
        \(service) verlangt etwas, das \(organization) für Sie noch nicht eingerichtet hat: \
        \(names.joined(separator: ", ")). Bitten Sie \(organization) darum, dann beginnen Sie die Anmeldung neu
        """
    }

    // MARK: Options

    func unknown(_ name: String, nearest: String?, known: [String]) -> Text {
        let advice: Text = nearest.map { "meinten Sie \($0)?" } ?? "es gibt \(known.joined(separator: ", "))"
        return "\(name) ist kein Name für Daten; \(advice)"
    }
    func givenTwice(_ name: String) -> Text { "mehr als eine Option betrifft \(name): Geben Sie nur eine an" }
    func notRequested(_ name: String, by service: String, nearest: String?) -> Text {
        "\(service) verlangt \(name) nicht\(nearest.map { "; meinten Sie \($0)?" } ?? "")"
    }
    func mustBeEntered(_ name: String) -> Text {
        "\(name) fehlt: Der Betreiber des Managers muss das eintragen und prüfen"
    }
    func cannotLeaveOut(_ attribute: PersonalAttribute.Name, for service: String) -> Text {
        "\(service) verlangt \(label(attribute)): Ohne das können Sie sich nicht anmelden"
    }
    func alreadyStored(_ attribute: PersonalAttribute.Name, hasSeveral: Bool) -> Text {
        let advice: Text =
            hasSeveral ? "Wählen Sie mit --alias \(attribute)=..." : "Lassen Sie --set \(attribute) weg"
        return "der Manager hat \(label(attribute)) schon: \(advice)"
    }
    func notStored(_ attribute: PersonalAttribute.Name) -> Text {
        "der Manager hat \(label(attribute)) nicht: Geben Sie es mit --set \(attribute)=... an"
    }
    func noSuchValue(_ alias: String, of name: String, choices: [String]) -> Text {
        """
        --alias \(name)=\(alias): zur Wahl stehen \(choices.joined(separator: ", ")); eine gemerkte Wahl nehmen Sie mit \
        xign alias forget zurück
        """
    }
    func optionsMissing(_ options: [[String]]) -> Text {
        "es fehlen Optionen: \(options.map { $0.joined(separator: " oder ") }.joined(separator: " und "))"
    }
}
