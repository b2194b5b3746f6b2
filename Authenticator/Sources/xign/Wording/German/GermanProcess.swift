import Terminal

struct GermanProcess: ProcessWording {
    func cancelled(_ undertaking: Undertaking) -> Text {
        switch undertaking {
        case .login, .inApp: "Die Anmeldung ist abgebrochen."
        case .change: "Abgebrochen. Es wurde nichts geändert."
        case .transaction: "Abgebrochen. Es ist nichts geschehen."
        }
    }

    func reported(_ undertaking: Undertaking) -> Text {
        switch undertaking {
        case .login, .inApp: "Die Anmeldung ist abgebrochen. Der Manager weiß, dass nicht Sie sie begonnen haben."
        case .change: "Abgebrochen. Der Manager weiß, dass nicht Sie das begonnen haben. Es wurde nichts geändert."
        case .transaction: "Abgebrochen. Der Manager weiß, dass nicht Sie das begonnen haben. Es ist nichts geschehen."
        }
    }

    func declined(_ undertaking: Undertaking) -> Text {
        switch undertaking {
        case .login, .inApp: "nicht angemeldet"
        case .change: "es wurde nichts geändert"
        case .transaction: "es ist nichts geschehen"
        }
    }

    func over(_ undertaking: Undertaking) -> Text {
        switch undertaking {
        case .login, .inApp: "diese Anmeldung ist vorbei oder unbekannt"
        case .change: "das hat zu lange gedauert oder wurde anderswo beendet"
        case .transaction: "diese Bestätigung ist vorbei oder unbekannt"
        }
    }

    func again(_ undertaking: Undertaking) -> Text {
        switch undertaking {
        case .login: "beginnen Sie die Anmeldung auf der Website neu, und verwenden Sie den neuen Code"
        case .inApp, .change: "rufen Sie den Befehl noch einmal auf"
        case .transaction: "verlangen Sie es auf der Seite im Browser noch einmal, und verwenden Sie den neuen Code"
        }
    }

    func foreignAnswer(_ undertaking: Undertaking) -> Text {
        switch undertaking {
        case .login, .inApp: "die Antwort des Managers gehört nicht zu einer Anmeldung"
        case .change: "die Antwort des Managers gehört nicht zu dieser Änderung"
        case .transaction: "die Antwort des Managers gehört nicht zu dieser Bestätigung"
        }
    }

    func unknown(_ undertaking: Undertaking) -> Text {
        switch undertaking {
        case .login: "Die Anmeldeseite zeigt, ob die Anmeldung bestätigt ist"
        case .inApp: "Ohne die Antwort gibt es keinen Code; rufen Sie den Befehl noch einmal auf, um sich anzumelden"
        case .change:
            """
            Ob es geschehen ist, zeigt xign activation list; rufen Sie den Befehl noch einmal auf, um es zu wiederholen
            """
        case .transaction: "Die Seite im Browser zeigt, ob es bestätigt ist"
        }
    }

    var tryAgain: Text { "Das Ergebnis ist unbekannt. Noch einmal versuchen?" }

    var askPIN: Text { "PIN:" }
    var notAPIN: Text {
        """
        Das ist keine PIN: Eine PIN hat 5 bis 32 Ziffern, dazwischen höchstens Leerzeichen und Striche. Es wurde kein \
        Versuch gezählt.
        """
    }

    func wrong(_ secret: WrongSecret) -> Text {
        switch secret {
        case .activationPIN: "die Aktivierungs-PIN war falsch"
        case .pin: "die PIN war falsch"
        }
    }

    func locked(seconds: Int) -> Text { "Gesperrt für \(GermanTime().span(seconds: seconds)) ..." }

    func locked(_ lockout: LockoutEnd, _ circumstance: LockoutCircumstance) -> Text {
        let reason =
            switch circumstance {
            case .now(let secret): "\(wrong(secret)): " as Text
            case .already: "bereits " as Text
            }
        return switch lockout {
        case .never:
            """
            \(reason)dauerhaft gesperrt: Sie brauchen einen neuen Code, von einem anderen Ihrer Geräte oder vom Betreiber
            """
        case .after(let seconds):
            """
            \(reason)gesperrt für \(GermanTime().span(seconds: seconds)): Warten Sie, dann versuchen Sie es noch einmal
            """
        }
    }

    func factorUnsupported(_ name: String) -> Text {
        "xign kennt den Faktor \(name) nicht: Verwenden Sie ein anderes Gerät"
    }

    func combinations(_ combinations: [String]) -> Text {
        "--with nimmt hier nur \(combinations.joined(separator: " oder ")) an"
    }
}
