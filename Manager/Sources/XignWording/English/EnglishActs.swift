struct EnglishActs: ActWording {
    let unnamedDevice = "without a name"

    func connectDevice(_ alias: String, account: String) -> Phrase {
        "Connect another device, which can then log in with a PIN of its own: \(alias) Account: \(account)"
    }

    func removeDevice(_ device: NamedDevice, account: String) -> Phrase {
        Phrase("Remove a device, which can then no longer log in:", device, names(of: device, account))
    }

    func lockDevice(_ device: NamedDevice, account: String) -> Phrase {
        Phrase("Lock a device for good, so that it can no longer log in:", device, names(of: device, account))
    }

    func exportData(account: String) -> Phrase {
        "Give a copy of all data of this account to the browser in which you asked for it: \(account)"
    }

    func deleteAccount(_ account: String) -> Phrase {
        "Delete an account with all its devices and data, which cannot be undone: \(account)"
    }

    func removeAddress(_ address: String, account: String) -> Phrase {
        "Remove a verified email address, which then gets no more emails about your account: \(address) Account: \(account)"
    }

    func makeRecoveryCode(account: String) -> Phrase {
        "Make a recovery code, which takes the place of a former one: \(account)"
    }

    func removeRecoveryCode(account: String) -> Phrase { "Remove the recovery code of an account: \(account)" }

    func acceptJoin(organization: String, roles: String, account: String) -> Phrase {
        "Join an organization, which then sees your logins at its services: \(organization) Roles: \(roles) Account: \(account)"
    }

    private func names(of device: NamedDevice, _ account: String) -> [(label: String, name: String?)] {
        [
            ("System:", device.system), ("Connected:", device.connected), ("Device id:", device.id),
            ("Account:", account),
        ]
    }
}
