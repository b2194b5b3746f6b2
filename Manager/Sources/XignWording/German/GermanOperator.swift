struct GermanOperator: OperatorWording {
    let help = "Hilfe"
    let imprint = "Impressum"
    let privacy = "Datenschutz"
    let app = "Authenticator-App:"
    let otherStore = "Anderer Store"
}
