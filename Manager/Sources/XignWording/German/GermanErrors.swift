struct GermanErrors: ErrorWording {
    func requestID(_ id: String) -> Phrase { "Kennung der Anfrage \(id)" }
    let details = "Einzelheiten"
    func back(host: String) -> Phrase { "Zurück zu \(host)" }

    func refusal(_ code: RefusalCode) -> Refusal {
        switch code {
        case .unknownService:
            Refusal(
                title: "Diese Website ist hier nicht bekannt",
                whatHappened: "Die Website, die Sie hierher geleitet hat, ist hier nicht registriert oder wurde "
                    + "abgeschaltet.",
                whatToDo: "Gehen Sie zurück und informieren Sie den Betreiber der Website.")
        case .redirectURINotRegistered:
            Refusal(
                title: "Der Weg zurück ist nicht bekannt",
                whatHappened: "Die Adresse, zu der Sie zurückkehren sollten, ist für die Website, die Sie hierher "
                    + "geleitet hat, nicht registriert.",
                whatToDo: "Gehen Sie zurück und informieren Sie den Betreiber der Website: Die Redirect-URI muss genau "
                    + "so registriert sein, wie sie gesendet wird.")
        case .logoutNotVerified:
            Refusal(
                title: "So können Sie nicht abgemeldet werden",
                whatHappened: "Die Website, die Sie hierher geleitet hat, hat nicht nachprüfbar angegeben, wer "
                    + "abgemeldet werden soll.",
                whatToDo: "Melden Sie sich auf der Website selbst ab, und informieren Sie deren Betreiber: "
                    + "id_token_hint muss ein ID-Token des Clients sein, den client_id nennt.")
        case .malformed:
            Refusal(
                title: "Diese Anfrage ist nicht lesbar",
                whatHappened: "Ihr Browser hat etwas anderes gesendet, als hier erwartet wird.",
                whatToDo: "Gehen Sie dorthin zurück, wo Sie begonnen haben, und versuchen Sie es noch einmal.")
        case .loginOfAnotherBrowser:
            Refusal(
                title: "Diese Anmeldung geht hier nicht weiter",
                whatHappened: "Sie hat in einem anderen Browser begonnen oder ist längst beendet, oder Ihr Browser "
                    + "speichert keine Cookies.",
                whatToDo: "Gehen Sie zurück zu der Website, auf der Sie begonnen haben, und melden Sie sich in diesem "
                    + "Browser noch einmal an.")
        case .fromAnotherSite:
            Refusal(
                title: "Das kam nicht von unserer Seite",
                whatHappened: "Eine andere Website oder ein Programm hat die Anfrage gesendet. Deshalb ist nichts "
                    + "geschehen.",
                whatToDo: "Gehen Sie dorthin zurück, wo Sie begonnen haben, und versuchen Sie es noch einmal.")
        case .tooManyRequests:
            Refusal(
                title: "Zurzeit zu viele Anmeldungen",
                whatHappened: "Aus Ihrem Netz wurden mehr Anmeldungen begonnen, als gleichzeitig angenommen werden.",
                whatToDo: "Warten Sie eine Minute, gehen Sie dann zurück zur Website und melden Sie sich noch einmal "
                    + "an.")
        case .returnedElsewhere:
            Refusal(
                title: "Gehen Sie zurück zu dem Browser, in dem Sie begonnen haben",
                whatHappened: "Die Anmeldung, die Ihr Gerät bestätigt hat, wurde nicht in diesem Browser begonnen. "
                    + "Deshalb wurde hier niemand angemeldet.",
                whatToDo: "Öffnen Sie die Adresse von Ihrem Gerät in dem Browser, in dem Sie begonnen haben. Wenn Sie "
                    + "nirgends begonnen haben und nur einem Link gefolgt sind, den Ihnen jemand geschickt hat, "
                    + "schließen Sie diese Seite: So kommt niemand hinein.")
        case .loginUsed:
            Refusal(
                title: "Diese Anmeldung wurde schon benutzt",
                whatHappened: "Die Website hat das Ergebnis einmal erhalten; ein zweites Mal gibt es das nicht.",
                whatToDo: "Wenn Sie dort nicht angemeldet sind, gehen Sie zurück zur Website und melden Sie sich noch "
                    + "einmal an.")
        case .requestEnded:
            Refusal(
                title: "Diese Anfrage zur Anmeldung gilt nicht mehr",
                whatHappened: "Die Anfrage einer Website gilt einige Minuten und für eine Anmeldung. Diese ist zu alt, "
                    + "oder jemand hat sich schon damit angemeldet.",
                whatToDo: "Gehen Sie zurück zur Website, und melden Sie sich noch einmal an.")
        case .notFound:
            Refusal(
                title: "Hier gibt es keine Seite",
                whatHappened: "Die Adresse stimmt nicht ganz, oder die Seite gibt es nicht mehr.",
                whatToDo: "Prüfen Sie die Adresse, oder gehen Sie dorthin zurück, wo Sie sie gefunden haben.")
        case .notAPage:
            Refusal(
                title: "Diese Adresse lässt sich nicht direkt öffnen",
                whatHappened: "Sie gehört zu einer Schaltfläche auf einer anderen Seite.",
                whatToDo: "Gehen Sie zurück zu der Website, auf der Sie begonnen haben, und melden Sie sich noch "
                    + "einmal an.")
        case .networkTooBusy:
            Refusal(
                title: "Zurzeit zu viele Anfragen",
                whatHappened: "Aus Ihrem Netz kommen mehr Anfragen, als gleichzeitig angenommen werden.",
                whatToDo: "Warten Sie eine Minute, und öffnen Sie die Seite dann noch einmal.")
        case .unavailable:
            Refusal(
                title: "Zurzeit nicht erreichbar",
                whatHappened: "Diese Website hat gerade zu viel zu tun oder erreicht ihre Daten nicht.",
                whatToDo: "Warten Sie einen Moment, und öffnen Sie die Seite dann noch einmal.")
        case .notEncrypted:
            Refusal(
                title: "Diese Verbindung ist nicht verschlüsselt",
                whatHappened: "Ihr Browser hat diese Seite ohne https angefordert. Deshalb ist nichts geschehen: "
                    + "Andere hätten mitlesen können.",
                whatToDo: "Gehen Sie zurück zu der Website, auf der Sie begonnen haben. Wenn Sie wieder hier landen, "
                    + "informieren Sie deren Betreiber.")
        case .internalError:
            Refusal(
                title: "Das hat nicht geklappt",
                whatHappened: "Hier ist etwas schiefgegangen, nicht in Ihrem Browser.",
                whatToDo: "Versuchen Sie es in einem Moment noch einmal. Wenn es wieder geschieht, nennen Sie dem "
                    + "Betreiber die Kennung der Anfrage, die unten steht.")
        }
    }
}
