struct EnglishLetters: LetterWording {
    let codes = "Letters with codes"
    let pins = "Letters with PINs"
    let noApp = "You have no such app yet? Open the link above in your browser: the page says how to begin."
    let codeApart = "Your PIN comes apart from this letter. Keep both to yourself: whoever has both gets your account."
    let pinApart = "Your code comes apart from this letter. Keep both to yourself: whoever has both gets your account."
}
