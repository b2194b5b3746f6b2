struct GermanLetters: LetterWording {
    let codes = "Briefe mit Codes"
    let pins = "Briefe mit PINs"
    let noApp =
        "Sie haben noch keine solche App? Öffnen Sie den Link oben in Ihrem Browser: Die Seite sagt, wie es beginnt."
    let codeApart =
        "Ihre PIN kommt getrennt von diesem Brief. Behalten Sie beides für sich: Wer beides hat, bekommt Ihr Konto."
    let pinApart =
        "Ihr Code kommt getrennt von diesem Brief. Behalten Sie beides für sich: Wer beides hat, bekommt Ihr Konto."
}
