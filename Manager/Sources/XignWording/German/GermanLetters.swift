struct GermanLetters: LetterWording {
    let codes = "Briefe mit Codes"
    let pins = "Briefe mit PINs"
    let noApp =
        "Sie haben noch keine solche App? Öffnen Sie den Link oben in Ihrem Browser: Die Seite zeigt, wie Sie anfangen."
    let pinStep = "Geben Sie die PIN aus unserem anderen Brief ein. Danach fragt die App nach einer eigenen PIN."
    let pinUse = "Scannen Sie den Code aus unserem anderen Brief, und geben Sie dann diese PIN ein."
    let codeApart =
        "Ihre PIN kommt mit einem eigenen Brief. Behalten Sie beides für sich: Wer beides hat, kann Ihr Konto "
        + "übernehmen."
    let pinApart =
        "Ihr Code kommt mit einem eigenen Brief. Behalten Sie beides für sich: Wer beides hat, kann Ihr Konto "
        + "übernehmen."
}
