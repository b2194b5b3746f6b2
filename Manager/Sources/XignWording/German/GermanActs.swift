struct GermanActs: ActWording {
    let unnamedDevice = "ohne Namen"

    func connectDevice(_ alias: String, account: String) -> Phrase {
        "Das Gerät \(alias) mit dem Konto \(account) verbinden. Es kann sich dann mit eigener PIN anmelden."
    }

    func removeDevice(_ alias: String, account: String) -> Phrase {
        "Das Gerät \(alias) aus dem Konto \(account) entfernen. Es kann sich dann nicht mehr anmelden."
    }

    func lockDevice(_ alias: String, account: String) -> Phrase {
        "Das Gerät \(alias) des Kontos \(account) dauerhaft sperren. Es kann sich dann nicht mehr anmelden."
    }

    func exportData(account: String) -> Phrase {
        "Eine Kopie aller Daten des Kontos \(account) an den Browser geben, in dem Sie sie angefordert haben."
    }

    func deleteAccount(_ account: String) -> Phrase {
        "Das Konto \(account) mit allen Geräten und Daten löschen. Das lässt sich nicht rückgängig machen."
    }
}
