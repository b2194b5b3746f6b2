struct GermanJoin: JoinWording {
    let codeTitle = "Mit einem Code beitreten"
    let codeExplanation =
        "Sie haben einen Code oder einen Link mit einem Code bekommen, mit dem Sie einer Organisation beitreten."
    let code = "Ihr Code"
    let codeHint =
        "12 Buchstaben und Ziffern, zum Beispiel K7QM-2XPD-9RTV. Großschreibung und Bindestriche sind gleichgültig."
    let codeUnknown = "Wir kennen diesen Code nicht. Vergleichen Sie ihn mit dem, den Sie bekommen haben."

    func title(organization: String) -> Phrase { "\(organization) lädt Sie ein" }
    let roles = "Was Sie dann benutzen können"
    func role(_ role: String, service: String) -> Phrase { "\(service), als \(role)" }
    func until(_ time: String) -> Phrase { "Diese Einladung endet: \(time)" }
    let name = "Benutzername"
    let nameHint = "Sie wählen ihn selbst. Ihre Organisation und der Betreiber sehen ihn, und er ist nicht änderbar."
    func nameLooksAlike(character: String) -> String {
        "Lassen Sie das Zeichen \(character) weg: Man kann es mit einem anderen verwechseln oder übersehen."
    }
    let taken = "Dieser Name ist vergeben oder sieht einem vergebenen ähnlich. Wählen Sie einen anderen."
    let tooManyTries = "In diesem Browser wurden zehn Namen versucht. Versuchen Sie es in 20 Minuten noch einmal."
    let tooManyNames =
        "Es wurden zu viele Namen versucht. Versuchen Sie es morgen, oder fragen Sie nach einem anderen Code."
    let tooManyOfNetwork =
        "Aus Ihrem Netz wurden heute sehr viele Konten begonnen. Versuchen Sie es in 20 Minuten noch einmal, oder aus "
        + "einem anderen Netz."
    let busy = "Gerade sind sehr viele Menschen hier. Warten Sie einige Sekunden, und versuchen Sie es noch einmal."
    let proceed = "Weiter zu Ihrem Gerät"
    let privacy = "Wer was erfährt"
    func seenByOrganization(_ organization: String) -> Phrase {
        "\(organization) sieht Ihren Benutzernamen, Ihre Rollen und Ihre Anmeldungen bei den eigenen Diensten."
    }
    let stored =
        "Der Betreiber speichert Ihren Benutzernamen, die öffentlichen Schlüssel und den Namen Ihres Geräts sowie die "
        + "Zeiten Ihrer Anmeldungen. Verbinden Sie in den nächsten Minuten kein Gerät, wird das Konto wieder gelöscht."
    let haveAccount = "Sie haben hier ein Konto?"
    let haveAccountInApp =
        "Sie haben hier ein Konto? Gehen Sie weiter, und scannen Sie den Code mit der App dieses Kontos."
    let logInAndAccept = "Anmelden und annehmen"
    func acceptTitle(organization: String) -> Phrase { "\(organization) beitreten?" }
    let accept = "Auf Ihrem Gerät bestätigen"

    let over = "Diese Einladung ist abgelaufen"
    func overAt(_ day: String, organization: String) -> Phrase {
        "Sie endete am \(day). Fragen Sie \(organization) nach einer neuen."
    }
    let usedUp = "Diese Einladung ist aufgebraucht"
    func usedUpNext(organization: String) -> Phrase {
        "So viele Menschen, wie vorgesehen waren, sind beigetreten oder dabei. Fragen Sie \(organization), oder sehen "
            + "Sie in 20 Minuten noch einmal nach."
    }
    let usedUpHere = "Sie haben in diesem Browser einen Benutzernamen gewählt?"
    let withdrawn = "Diese Einladung wurde zurückgezogen"
    func withdrawnNext(organization: String) -> Phrase { "Fragen Sie \(organization), ob es eine andere gibt." }

    let registerTitle: Phrase = "Ihr Konto anlegen"
    func registeringFor(_ service: String) -> Phrase {
        "Damit melden Sie sich bei \(service) an, wo es danach weitergeht."
    }
    func continueTo(_ service: String) -> Phrase { "Weiter zu \(service)" }
    func goBack(to service: String) -> Phrase { "Gehen Sie zurück zu \(service), und melden Sie sich dort an." }
    let registerAgain = "Ein Konto anlegen"

    let deviceTitle = "Ihr Gerät verbinden"
    let step = "Schritt 2 von 2"
    func member(_ account: String, organization: String) -> Phrase { "\(account) bei \(organization)" }
    func account(_ account: String) -> Phrase { "Ihr Benutzername: \(account)" }
    let onlyHere = "Nur dieser Browser zeigt Code und PIN, zehn Minuten lang."
    let newCode = "Neuer Code"
    let cancel = "Abbrechen"
    let connectedTitle = "Ihr Gerät ist verbunden"
    func connected(_ account: String) -> Phrase {
        "Sie sind als \(account) beigetreten. Ab jetzt melden Sie sich mit Ihrem Gerät an."
    }
    func registered(_ account: String) -> Phrase {
        "Ihr Konto \(account) ist bereit. Ab jetzt melden Sie sich mit Ihrem Gerät an."
    }
    let openAccount = "Ihr Konto öffnen"
    let codeOverTitle = "Dieser Code gilt nicht mehr"
    let codeOver =
        "Es wurde nicht rechtzeitig ein Gerät verbunden, oder zu oft eine falsche PIN eingegeben. Holen Sie einen neuen "
        + "Code, oder brechen Sie ab."
    let overTitle = "In diesem Browser ist nichts offen"
    let overNext =
        "Es wurde abgebrochen oder hat zu lange gedauert. Ihr Benutzername ist wieder frei oder wird es bald: Beginnen "
        + "Sie neu."
    let again = "Mit einem Code beitreten"
}
