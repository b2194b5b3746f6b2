/// The ways into a surface and out of it. The surfaces differ in what one does there, and in who may.
struct GermanSurfaceLogin: SurfaceLoginWording {
    let titleAtHost: @Sendable (_ host: String) -> Phrase
    let explanation: String
    let needsDevice: String
    let loggedOutExplanation: String

    let logIn = "Mit Ihrem Gerät anmelden"
    let fromElsewhereTitle = "Eine andere Website hat Sie hierher geschickt"
    let fromElsewhere =
        "Seiten, die eine andere Website öffnet, erfahren nichts von Ihrer Anmeldung. Es ist nichts geschehen."
    let whyAsked =
        "Dieser Browser ist zum ersten Mal hier. Jemand anderes könnte Sie bei einem fremden Konto angemeldet haben, "
        + "um zu sehen, was Sie eingeben."
    let no = "Nein, abmelden"
    let logOutTitle = "Abmelden?"
    let loggedOutTitle = "Sie sind abgemeldet"
    let logInAgain = "Wieder anmelden"

    func title(host: String) -> Phrase { titleAtHost(host) }
    func isThatYou(account: String) -> Phrase { "Das ist \(account). Sind Sie das?" }
    func yes(account: String) -> Phrase { "Ja, ich bin \(account)" }
    func logOutExplanation(account: String) -> Phrase { "Sie sind in diesem Browser als \(account) angemeldet." }

    static let account = GermanSurfaceLogin(
        titleAtHost: { "Ihr Konto bei \($0)" },
        explanation: "Sehen Sie, welche Geräte und Websites Ihr Konto nutzen, ändern Sie Ihre Daten, und entfernen Sie "
            + "ein Gerät, das Sie verloren haben.",
        needsDevice: "Sie brauchen ein Gerät, das mit Ihrem Konto verbunden ist. Haben Sie keines, hilft der "
            + "Betreiber.",
        loggedOutExplanation: "Bei Websites bleiben Sie angemeldet. Melden Sie sich auch dort ab.")

    static let console = GermanSurfaceLogin(
        titleAtHost: { "Konsole von \($0)" },
        explanation: "Helfen Sie anderen mit ihren Konten und Geräten, und sehen Sie, was geschehen ist.",
        needsDevice: "Hier melden sich nur Administratoren und Prüfer an. Das Gerät jeder anderen Person lehnt ab. Ihr "
            + "eigenes Konto hat eine andere Adresse.",
        loggedOutExplanation: "Andere Browser, in denen Sie angemeldet sind, bleiben angemeldet.")
}
