import Terminal
import XignSDK

struct GermanChange: ChangeWording {
    func heading(_ subject: AuthenticationSubject) -> Text {
        switch subject {
        case .changePin: "Die PIN dieses Geräts ändern"
        case .newActivation: "Ein weiteres Gerät mit dem Konto verbinden"
        case .delete: "Das Konto löschen"
        case .addFactor: "Diesem Gerät einen Faktor hinzufügen"
        case .revoke: "Ein Gerät aus dem Konto entfernen"
        case .merge: "Eine Einladung annehmen"
        case .login, .inAppLogin, .transaction: "Anmelden"
        }
    }

    func question(_ subject: AuthenticationSubject) -> Text {
        switch subject {
        case .changePin: "PIN ändern?"
        case .newActivation: "Gerät verbinden?"
        case .delete: "Konto löschen?"
        case .addFactor: "Faktor hinzufügen?"
        case .revoke: "Gerät entfernen?"
        case .merge: "Einladung annehmen?"
        case .login, .inAppLogin, .transaction: "Anmelden?"
        }
    }

    var deletion: [Text] {
        [
            "Der Manager löscht das Konto, Ihre Daten und alle Geräte und Codes. Das lässt sich nicht rückgängig machen.",
            "Konten, die Websites für Sie angelegt haben, bleiben dort. Mit diesem Konto erreichen Sie sie nicht mehr.",
            "Der Manager behält Hashwerte dessen, was Sie bestätigt haben, ohne Ihre Daten.",
        ]
    }

    var account: Text { "Konto:" }
    var at: Text { "Bei:" }
    var runBy: Text { "Betrieben von:" }
    var thisDevice: Text { "Dieses Gerät:" }
    var device: Text { "Gerät:" }
    var nameless: Text { "ohne Namen" }
    var factor: Text { "Faktor:" }
    var system: Text { "System:" }
    var inUseSince: Text { "In Gebrauch seit:" }
    var notYetInUse: Text { "noch nicht in Gebrauch" }
    var id: Text { "Kennung:" }
    var invitedBy: Text { "Eingeladen von:" }
    var youBecome: Text { "Sie werden:" }
    var atService: Text { "    bei:" }
    var invitedAs: Text { "Eingeladen als:" }
    var addedUnverified: Text { "kommt ungeprüft zu Ihrem Konto" }
}
