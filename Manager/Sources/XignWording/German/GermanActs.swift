struct GermanActs: ActWording {
    let unnamedDevice = "ohne Namen"

    func connectDevice(_ alias: String, account: String) -> Phrase {
        "Ein weiteres Gerät verbinden, das sich dann mit eigener PIN anmelden kann: \(alias) Konto: \(account)"
    }

    func removeDevice(_ alias: String, account: String) -> Phrase {
        "Ein Gerät entfernen, das sich dann nicht mehr anmelden kann: \(alias) Konto: \(account)"
    }

    func lockDevice(_ alias: String, account: String) -> Phrase {
        "Ein Gerät dauerhaft sperren, sodass es sich nicht mehr anmelden kann: \(alias) Konto: \(account)"
    }

    func exportData(account: String) -> Phrase {
        "Eine Kopie aller Daten dieses Kontos an den Browser geben, in dem Sie sie angefordert haben: \(account)"
    }

    func deleteAccount(_ account: String) -> Phrase {
        "Ein Konto mit allen Geräten und Daten löschen, was sich nicht rückgängig machen lässt: \(account)"
    }
}
