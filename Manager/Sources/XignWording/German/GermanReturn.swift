struct GermanReturn: ReturnWording {
    let title = "Ihre Anmeldung wird abgeschlossen"
    let progress = "Einen Moment."
    let needsScripts =
        "Diese Seite braucht JavaScript. Gehen Sie zurück zu der Website, auf der Sie begonnen haben, melden Sie sich "
        + "dort noch einmal an, und scannen Sie den Code mit der Authenticator-App auf einem anderen Gerät."
    let nothingToFinish =
        "Hier gibt es nichts abzuschließen. Gehen Sie zurück zu der Website, auf der Sie begonnen haben, und melden Sie "
        + "sich dort noch einmal an."
}
