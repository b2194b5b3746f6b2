struct GermanAppLink: AppLinkWording {
    let title = "Öffnen Sie diesen Link in Ihrer App"
    let heading = "Dieser Link ist für Ihre Authenticator-App bestimmt"
    let explanation =
        "Stattdessen hat ihn Ihr Browser geöffnet. Es ist noch nichts geschehen: Nichts wurde bestätigt, und niemand "
        + "wurde angemeldet."
    let steps = [
        "Installieren Sie die Authenticator-App Ihrer Organisation, wenn sie auf diesem Gerät noch fehlt.",
        "Gehen Sie dorthin zurück, wo Sie den Link gefunden haben, und öffnen Sie ihn noch einmal.",
        "Oder scannen Sie mit der App auf einem anderen Gerät den Code, der neben dem Link steht.",
    ]
    let warning =
        "Hat Ihnen jemand diesen Link geschickt, damit Sie sich anmelden? Dann schließen Sie diese Seite: Eine "
        + "Anmeldung beginnt auf der Website, die Sie selbst öffnen."
}
