struct EnglishLetters: LetterWording {
    let codes = "Letters with codes"
    let pins = "Letters with PINs"
    let noApp = "You have no such app yet? Open the link above in your browser: the page shows how to start."
    let pinStep = "Type the PIN from our other letter. The app then asks for a PIN of your own."
    let pinUse = "Scan the code from our other letter, then type this PIN."
    let codeApart =
        "Your PIN comes in a separate letter. Keep both to yourself: whoever has both can take over your account."
    let pinApart =
        "Your code comes in a separate letter. Keep both to yourself: whoever has both can take over your account."
}
