struct EnglishActs: ActWording {
    let unnamedDevice = "without a name"

    func connectDevice(_ alias: String, account: String) -> Phrase {
        "Connect the device \(alias) to the account \(account). It can then log in with a PIN of its own."
    }

    func removeDevice(_ alias: String, account: String) -> Phrase {
        "Remove the device \(alias) from the account \(account). It can no longer log in."
    }

    func lockDevice(_ alias: String, account: String) -> Phrase {
        "Lock the device \(alias) of the account \(account) for good. It can no longer log in."
    }

    func exportData(account: String) -> Phrase {
        "Give a copy of all data of the account \(account) to the browser in which you asked for it."
    }

    func deleteAccount(_ account: String) -> Phrase {
        "Delete the account \(account) with all its devices and data. This cannot be undone."
    }
}
