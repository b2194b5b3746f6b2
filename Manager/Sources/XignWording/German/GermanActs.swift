struct GermanActs: ActWording {
    let unnamedDevice = "ohne Namen"

    func connectDevice(_ alias: String, account: String) -> Phrase {
        "Ein weiteres Gerät verbinden, das sich dann mit eigener PIN anmelden kann: \(alias) Konto: \(account)"
    }

    func removeDevice(_ device: NamedDevice, account: String) -> Phrase {
        Phrase("Ein Gerät entfernen, das sich dann nicht mehr anmelden kann:", device, names(of: device, account))
    }

    func lockDevice(_ device: NamedDevice, account: String) -> Phrase {
        Phrase(
            "Ein Gerät dauerhaft sperren, sodass es sich nicht mehr anmelden kann:", device, names(of: device, account))
    }

    func exportData(account: String) -> Phrase {
        "Eine Kopie aller Daten dieses Kontos an den Browser geben, in dem Sie sie angefordert haben: \(account)"
    }

    func deleteAccount(_ account: String) -> Phrase {
        "Ein Konto mit allen Geräten und Daten löschen, was sich nicht rückgängig machen lässt: \(account)"
    }

    func removeAddress(_ address: String, account: String) -> Phrase {
        "Eine bestätigte E-Mail-Adresse entfernen, die dann keine E-Mails über Ihr Konto mehr bekommt: \(address) Konto: \(account)"
    }

    func makeRecoveryCode(account: String) -> Phrase {
        "Einen Wiederherstellungscode erstellen, der an die Stelle eines früheren tritt: \(account)"
    }

    func removeRecoveryCode(account: String) -> Phrase {
        "Den Wiederherstellungscode eines Kontos entfernen: \(account)"
    }

    func acceptJoin(organization: String, roles: String, account: String) -> Phrase {
        "Einer Organisation beitreten, die dann Ihre Anmeldungen bei ihren Diensten sieht: \(organization) Rollen: \(roles) Konto: \(account)"
    }

    private func names(of device: NamedDevice, _ account: String) -> [(label: String, name: String?)] {
        [
            ("System:", device.system), ("Verbunden:", device.connected), ("Kennung des Geräts:", device.id),
            ("Konto:", account),
        ]
    }
}
