import Terminal

struct GermanDelete: DeleteWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Löscht Ihr Konto bei einem Manager. Das lässt sich nicht rückgängig machen.",
            discussion: """
                Der Manager löscht das Konto, Ihre Daten und alle Geräte und Codes des Kontos. Konten, die Websites für \
                Sie angelegt haben, bleiben dort, und mit diesem Konto erreichen Sie sie nicht mehr. Der Manager behält \
                Hashwerte dessen, was Sie bestätigt haben; darin sind keine Daten von Ihnen.

                Wollen Sie das Konto behalten und nur dieses Gerät trennen, dann verwenden Sie xign forget.
                """)
    }
    var isAgreed: String { "Fragt nicht nach einer Bestätigung, und entfernt auch die Schlüssel dieses Geräts." }
    var lastAdministrator: Text { "jemand muss verwalten können: Benennen Sie zuerst eine andere Person" }
    var askName: Text {
        "Geben Sie den Namen des Kontos ein, um es zu löschen, oder drücken Sie nur die Eingabetaste, um abzubrechen:"
    }
    var otherName: Text { "So heißt das Konto nicht." }
    func unknown(at manager: String) -> Text {
        """
        Das Konto ist vielleicht gelöscht. Ob es noch da ist, zeigt xign activation list; wenn nicht: xign forget \
        \(manager)
        """
    }
    var deleted: Text { "Das Konto ist \("gelöscht", .green)." }
    var askForget: Text { "Auch die Schlüssel dieses Geräts entfernen? Ohne das Konto sind sie nutzlos." }
    func forgetLater(_ manager: String) -> Text { "So entfernen Sie sie später: xign forget \(manager)" }
    var keysRemoved: Text { "Die Schlüssel sind von diesem Gerät entfernt." }
}
