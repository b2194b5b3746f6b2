import XignDomain

struct GermanConsoleAccounts: ConsoleAccountsWording {
    let title = "Konten"
    let search = "Konto suchen"
    let searchHint =
        "Der Anfang eines Benutzernamens; oder eine ganze E-Mail-Adresse, die Kennung eines Kontos oder Geräts, oder "
        + "die Kennung, die eine Website sieht."
    let searchNow = "Suchen"
    let found = "Gefunden"
    let hasMoreExact = "Das haben weitere Konten. Suchen Sie nach etwas, was nur ein Konto hat."
    let named = "Benutzernamen, die so beginnen"
    let all = "Alle Konten, nach Benutzernamen"
    let nothingFound = "Nichts gefunden."
    let empty = "Es gibt noch keine Konten."
    let userName = "Benutzername"
    let why = "Warum"
    let state = "Zustand"
    let active = "aktiv"
    let disabled = "deaktiviert"

    func match(_ match: AccountMatch) -> Phrase {
        switch match {
        case .publicID: "hat diese Kennung"
        case .device(let alias): "hat dieses Gerät: \(alias.isEmpty ? GermanActs().unnamedDevice : alias)"
        case .subject(let service): "hat diese Kennung bei \(service)"
        case .member(let organization): "hat diese Kennung als Mitglied von \(organization)"
        case .address(isVerified: true): "hat diese Adresse, und sie ist bestätigt"
        case .address(isVerified: false): "hat diese Adresse, aber niemand hat sie bestätigt"
        }
    }

    func searched(_ places: [AccountSearchPlace]) -> String {
        "Gesucht in: \(places.map(name).joined(separator: ", "))."
    }

    private func name(_ place: AccountSearchPlace) -> String {
        switch place {
        case .publicID: "Kennungen von Konten"
        case .device: "Kennungen von Geräten"
        case .subject: "Kennungen bei Websites"
        case .member: "Kennungen von Mitgliedschaften"
        case .address: "E-Mail-Adressen"
        case .name: "Benutzernamen"
        }
    }

    func tab(_ tab: AccountTab) -> String {
        switch tab {
        case .devices: "Geräte"
        case .memberships: "Mitgliedschaften"
        case .data: "Daten"
        case .events: "Ereignisse"
        }
    }

    let id = "Kennung des Kontos"
    let since = "Seit"
    let rights = "Rechte"
    let declared =
        "Ob dieses Konto aktiv ist, legt eine Datei fest. Was Sie hier ändern, macht das nächste apply rückgängig."
    let ownAccount = "Das ist Ihr eigenes Konto. Ändern Sie es auf den Seiten Ihres Kontos."
    let needsTwoPersons =
        "Dieses Konto verwaltet den Manager oder prüft ihn. Was damit geschieht, müssen zwei Administratoren bestätigen."
    let noDevices = "Dieses Konto hat kein Gerät."
    let organization = "Organisation"
    let organizations = "Organisationen"
    let noOrganizations = "Mitglied keiner Organisation."
    let memberID = "Kennung in ihrem Protokoll"
    let grantID = "Kennung unter ihren Administratoren"
    let roles = "Rollen"
    let noRoles = "Keine Rollen."
    let dataExplanation = "Die Daten, die dieses Konto hat. Die Werte stehen hier nicht."
    let noData = "Dieses Konto hat nichts hinterlegt."

    func right(_ right: AdministratorGrant.Role, organization: String?) -> Phrase {
        switch (right, organization) {
        case (.administrator, nil): "Administrator dieses Managers"
        case (.auditor, nil): "Prüfer dieses Managers"
        case (.administrator, let organization?): "Administrator von \(organization)"
        case (.auditor, let organization?): "Prüfer von \(organization)"
        }
    }

    let account = "Konto"
    let device = "Gerät"
    let deviceID = "Kennung des Geräts"
    let unnamedDevice = "Ein Gerät ohne Namen"
    let system = "System"
    let inBrowser = "Im Browser"
    let inBrowserExplanation =
        "Dieses Gerät ist eine Seite in einem Browser. Seine Schlüssel liegen im Speicher des Browsers: Sie können "
        + "dort gelöscht werden, und wer die Seite beherrscht, kann sie verwenden. Es öffnet die Konsole nicht und "
        + "bestätigt nichts, was Administratoren tun. Dienste nehmen es nur an, wo eine Rolle es nennt."
    let keyStore = "Die Schlüssel liegen in"
    let attestation = "Nachweis der Schlüssel"
    let noAttestation = "keiner"
    let connected = "Verbunden"
    let lastUsed = "Zuletzt benutzt"
    let never = "nie"
    let failuresInARow = "Falsche PINs in Folge"
    let recentFailures = "Falsche PINs in 30 Tagen"
    let unlocks = "Vom Betreiber entsperrt"
    let lockedForGoodAdvice =
        "Sperren und entfernen Sie dieses Gerät. Wenn Sie geprüft haben, wer das verlangt, kann das Konto eine neue "
        + "Aktivierung bekommen."

    let inUse = "in Gebrauch"
    let lockedForGood = "dauerhaft gesperrt"
    let locked = "gesperrt"
    let waits = "noch nicht verbunden"
    func ends(_ time: String) -> Phrase { "Ende: \(time)" }
    let until = "Bis"
    func count(_ count: Int) -> String { "\(count)-mal" }

    let lockedTitle = "Gesperrte Geräte"
    let lockedExplanation = "Falsche PINs sperren ein Gerät. Die neueste Sperre steht zuerst."
    let noneLocked = "Kein Gerät ist gesperrt."

    func lockedTab(_ kind: LockedDeviceKind) -> String {
        switch kind {
        case .forATime: "Auf Zeit"
        case .forGood: "Auf Dauer"
        }
    }
}
