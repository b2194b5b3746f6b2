struct EnglishOperator: OperatorWording {
    let help = "Help"
    let imprint = "Legal notice"
    let privacy = "Privacy"
    let app = "Authenticator app:"
    let otherStore = "Other store"
}
